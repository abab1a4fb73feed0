"""Revocation lists and OCSP responses, written byte by byte so that anything can be wrong with them.

The keys, and so all signatures, follow from names: every run makes the same bytes.
"""

import base64
import dataclasses
import hashlib
import textwrap
from datetime import datetime, timezone

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

NOW = 1767225600  # 2026-01-01
DAY = 86400

BOOLEAN, INTEGER, BITS, OCTETS, NULL, OID, ENUMERATED = 1, 2, 3, 4, 5, 6, 10
UTC, GENERALIZED, SEQUENCE = 0x17, 0x18, 0x30


def der(tag, *parts):
    content = b"".join(parts)
    length = len(content)
    if length < 0x80:
        return bytes([tag, length]) + content
    size = (length.bit_length() + 7) // 8
    return bytes([tag, 0x80 | size]) + length.to_bytes(size, "big") + content


def integer(value):
    return der(INTEGER, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def oid(text):
    first, second, *rest = map(int, text.split("."))
    octets = b""
    for number in [first * 40 + second, *rest]:
        groups = [number & 0x7F]
        while number := number >> 7:
            groups.insert(0, number & 0x7F | 0x80)
        octets += bytes(groups)
    return der(OID, octets)


def time(second, tag):
    text = datetime.fromtimestamp(second, timezone.utc).strftime("%Y%m%d%H%M%SZ")
    return der(tag, text[2 if tag == UTC else 0 :].encode())


def extension(value, critical=False):
    return der(SEQUENCE, oid(value.oid.dotted_string), der(BOOLEAN, b"\xff") if critical else b"",
               der(OCTETS, value.public_bytes()))  # fmt: skip


ED25519 = der(SEQUENCE, oid("1.3.101.112"))
ED25519_WITH_NULL = der(SEQUENCE, oid("1.3.101.112"), der(NULL))
OTHER_ALGORITHMS = [
    ED25519_WITH_NULL, der(SEQUENCE, oid("1.3.101.113")),
    der(SEQUENCE, oid("1.2.840.10045.4.3.2")), der(SEQUENCE, oid("1.2.840.113549.1.1.11"), der(NULL)),
    der(SEQUENCE, oid("2.5.4.3")),
]  # fmt: skip
UNKNOWN = x509.UnrecognizedExtension(x509.ObjectIdentifier("1.3.6.1.4.1.55555.1"), der(NULL))


def name(common_name):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name)])


class Party:
    """A name, a key and a certificate."""

    def __init__(self, label, issuer=None, common_name=None, signs=(), until=NOW + 1000 * DAY, extensions=()):
        """`label` makes the key. `signs`: what it may sign, certificates or lists; leaves sign neither."""
        self.name = name(common_name or label)
        self.key = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(label.encode()).digest())
        self.serial = int.from_bytes(hashlib.sha256(f"serial {label}".encode()).digest()[:12], "big") | 1 << 90
        self.issuer = issuer or self
        public = self.key.public_key()
        builder = x509.CertificateBuilder(self.issuer.name, self.name, public, self.serial)
        builder = builder.not_valid_before(datetime.fromtimestamp(NOW - 1000 * DAY, timezone.utc))
        builder = builder.not_valid_after(datetime.fromtimestamp(until, timezone.utc))
        if signs:
            is_ca = "certificates" in signs
            usage = [not is_ca, False, False, False, False, is_ca, "lists" in signs, False, False]
            builder = builder.add_extension(x509.BasicConstraints(is_ca, None), True)
            builder = builder.add_extension(x509.KeyUsage(*usage), True)
        builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(public), False)
        builder = builder.add_extension(self.issuer.key_identifier, False)
        for value in extensions:
            builder = builder.add_extension(value, False)
        self.certificate = builder.sign(self.issuer.key, None)

    @property
    def key_identifier(self):
        return x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key())

    @property
    def key_octets(self):
        return self.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def pem(self):
        return self.certificate.public_bytes(Encoding.PEM).decode()


def authority(label, issuer=None, common_name=None, until=NOW + 1000 * DAY):
    return Party(label, issuer, common_name, ("certificates", "lists"), until)


@dataclasses.dataclass(frozen=True)
class List:
    """A revocation list (RFC 5280 §5.1). Each extension is a pair: its value, and whether it is critical. Each entry
    is a serial number and extensions."""

    issuer: x509.Name
    key: Ed25519PrivateKey
    identifier: x509.AuthorityKeyIdentifier
    entries: tuple = ()
    extensions: tuple = ()
    start: int = NOW - 10 * DAY
    end: int | None = NOW + 20 * DAY
    number: int = 7
    inner: bytes = ED25519
    outer: bytes = ED25519

    def signed_part(self):
        entries = [
            der(SEQUENCE, integer(serial), time(NOW - 20 * DAY, UTC),
                der(SEQUENCE, *(extension(*pair) for pair in extensions)) if extensions else b"")
            for serial, *extensions in self.entries
        ]  # fmt: skip
        extensions = [(self.identifier, False), (x509.CRLNumber(self.number), False), *self.extensions]
        return der(
            SEQUENCE, integer(1), self.inner, self.issuer.public_bytes(), time(self.start, UTC),
            time(self.end, UTC) if self.end else b"", der(SEQUENCE, *entries) if entries else b"",
            der(0xA0, der(SEQUENCE, *(extension(*pair) for pair in extensions))),
        )  # fmt: skip

    def signature(self):
        return self.key.sign(self.signed_part())

    def der(self, signature=None):
        signature = der(BITS, b"\0", signature or self.signature())
        return der(SEQUENCE, self.signed_part(), self.outer, signature)

    def by(self, party, **changes):
        """The same list, signed by another party in its own name."""
        return dataclasses.replace(
            self, **{"issuer": party.name, "key": party.key, "identifier": party.key_identifier, **changes}
        )

    def but(self, **changes):
        return dataclasses.replace(self, **changes)

    def adding(self, value, critical=True):
        """With an extension, instead of another one of its type."""
        others = tuple(pair for pair in self.extensions if pair[0].oid != value.oid)
        return self.but(extensions=(*others, (value, critical)))


GOOD, REVOKED, NOT_KNOWN = (
    der(0x80), der(0xA1, time(NOW - 20 * DAY, GENERALIZED), der(0xA0, der(ENUMERATED, b"\1"))), der(0x82)
)  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Answer:
    """The status of one certificate in a response (RFC 6960 §4.2.1)."""

    certificate: Party
    status: bytes
    issuer: Party
    serial: int | None = None
    start: int = NOW - DAY // 2
    end: int | None = NOW + DAY // 2
    critical: tuple = ()
    digest: str = "1.3.14.3.2.26"

    def der(self):
        key = hashlib.sha1(self.issuer.key_octets).digest()
        issuer_name = hashlib.sha1(self.certificate.issuer.name.public_bytes()).digest()
        serial = integer(self.certificate.serial if self.serial is None else self.serial)
        digest = der(SEQUENCE, oid(self.digest), der(NULL))
        identifier = der(SEQUENCE, digest, der(OCTETS, issuer_name), der(OCTETS, key), serial)
        return der(
            SEQUENCE, identifier, self.status, time(self.start, GENERALIZED),
            der(0xA0, time(self.end, GENERALIZED)) if self.end else b"", wrapped_extensions(self.critical),
        )  # fmt: skip

    def but(self, **changes):
        return dataclasses.replace(self, **changes)


def wrapped_extensions(values):
    return der(0xA1, der(SEQUENCE, *(extension(value, True) for value in values))) if values else b""


@dataclasses.dataclass(frozen=True)
class Response:
    """An OCSP response (RFC 6960 §4.2.1)."""

    answers: tuple
    key: Ed25519PrivateKey
    responder: bytes
    certificates: tuple = ()
    critical: tuple = ()
    algorithm: bytes = ED25519
    status: int = 0
    kind: str = "1.3.6.1.5.5.7.48.1.1"

    def signed_part(self):
        produced = time(NOW - DAY // 2, GENERALIZED)
        answers = der(SEQUENCE, *(answer.der() for answer in self.answers))
        return der(SEQUENCE, self.responder, produced, answers, wrapped_extensions(self.critical))

    def signature(self):
        return self.key.sign(self.signed_part())

    def der(self, signature=None):
        signature = der(BITS, b"\0", signature or self.signature())
        certificates = [party.certificate.public_bytes(Encoding.DER) for party in self.certificates]
        sent = der(0xA0, der(SEQUENCE, *certificates)) if certificates else b""
        basic = der(SEQUENCE, self.signed_part(), self.algorithm, signature, sent)
        octets = der(0xA0, der(SEQUENCE, oid(self.kind), der(OCTETS, basic)))
        return der(SEQUENCE, der(ENUMERATED, bytes([self.status])), octets)

    def by(self, party, *certificates):
        """The same response, signed by another party that sends these certificates with it."""
        return self.but(key=party.key, responder=by_name(party), certificates=certificates)

    def but(self, **changes):
        return dataclasses.replace(self, **changes)


def by_name(party):
    return der(0xA1, party.name.public_bytes())


def by_key(party):
    return der(0xA2, der(OCTETS, hashlib.sha1(party.key_octets).digest()))


def delegate(label, issuer, common_name=None, until=NOW + 1000 * DAY, purpose=ExtendedKeyUsageOID.OCSP_SIGNING):
    """A certificate for signing responses: its keyUsage is digitalSignature."""
    signs = ("responses",)
    return Party(label, issuer, common_name, signs, until, (x509.ExtendedKeyUsage([purpose]),))


def elements(data, start=0, end=None):
    """Where the elements of DER begin and where their contents begin, also those inside of others."""
    end = len(data) if end is None else end
    while start + 2 <= end:
        tag, length, content = data[start], data[start + 1], start + 2
        if length >= 0x80:
            content += length & 0x7F
            length = int.from_bytes(data[start + 2 : content], "big")
        yield start, content
        if tag & 0x20 or tag == OCTETS and data[content] == SEQUENCE:
            yield from elements(data, content, content + length)
        start = content + length


def damaged(data, random):
    """With one bit, one length or one byte changed, or without an end."""
    kind = random.randrange(10)
    result = bytearray(data)
    if kind < 6:
        bit = random.randrange(8 * len(data))
        result[bit // 8] ^= 1 << bit % 8
    elif kind < 8:
        start, content = random.choice(list(elements(data)))
        place = random.randrange(start + 1, content)
        result[place] = random.choice([result[place] - 1 & 255, result[place] + 1 & 255, 0, 0x7F, 0x80, 0x84, 0xFF])
    elif kind == 8:
        place = random.randrange(len(data))
        result[place : place + 1] = random.choice([b"", bytes(2), bytes([result[place]]) * 2, b"\xff"])
    else:
        result = result[: random.randrange(len(data))] if random.random() < 0.5 else result + bytes([0x30, 0])
    return bytes(result)


def pem(label, data):
    text = "\n".join(textwrap.wrap(base64.b64encode(data).decode(), 64))
    return f"-----BEGIN {label}-----\n{text}\n-----END {label}-----\n"
