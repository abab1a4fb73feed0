"""A server certificate, its CA and its root without a fault under the Baseline Requirements, written byte by byte so
that anything can be wrong with them.

The keys follow from names or are test vectors, and signatures need no random numbers: every run makes the same bytes.
"""

import dataclasses
import hashlib
import os

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding
from cryptography.hazmat.primitives.serialization import (
    Encoding, PublicFormat, load_pem_private_key, load_ssh_public_key,
)  # fmt: skip
from mutants import BITS, BOOLEAN, NULL, OCTETS, SEQUENCE, UTC, der, integer, oid, pem, time

DAY = 86400
NOW = 1795413600  # 2026-11-23T06:00:00Z
SET, UTF8, PRINTABLE, IA5 = 0x31, 0x0C, 0x13, 0x16
MAIL, HOST, DIRECTORY, URI, ADDRESS, REGISTERED = 0x81, 0x82, 0xA4, 0x86, 0x87, 0x88

ATTRIBUTES = {
    "CN": "2.5.4.3", "SN": "2.5.4.4", "serialNumber": "2.5.4.5", "C": "2.5.4.6", "L": "2.5.4.7", "ST": "2.5.4.8",
    "street": "2.5.4.9", "O": "2.5.4.10", "OU": "2.5.4.11", "title": "2.5.4.12", "postalCode": "2.5.4.17",
    "GN": "2.5.4.42", "DC": "0.9.2342.19200300.100.1.25", "mail": "1.2.840.113549.1.9.1",
    "jurisdictionC": "1.3.6.1.4.1.311.60.2.1.3",
}  # fmt: skip
EXTENSIONS = {
    "AIA": "1.3.6.1.5.5.7.1.1", "AKI": "2.5.29.35", "BC": "2.5.29.19", "CP": "2.5.29.32", "CRL": "2.5.29.31",
    "EKU": "2.5.29.37", "KU": "2.5.29.15", "NC": "2.5.29.30", "SAN": "2.5.29.17", "SKI": "2.5.29.14",
    "PC": "2.5.29.36", "PM": "2.5.29.33", "IAP": "2.5.29.54", "IAN": "2.5.29.18", "SIA": "1.3.6.1.5.5.7.1.11",
    "SDA": "2.5.29.9", "fresh": "2.5.29.46", "SCT": "1.3.6.1.4.1.11129.2.4.2", "poison": "1.3.6.1.4.1.11129.2.4.3",
}  # fmt: skip
PURPOSES = {
    "server": "1.3.6.1.5.5.7.3.1", "client": "1.3.6.1.5.5.7.3.2", "code": "1.3.6.1.5.5.7.3.3",
    "mail": "1.3.6.1.5.5.7.3.4", "time": "1.3.6.1.5.5.7.3.8", "OCSP": "1.3.6.1.5.5.7.3.9", "any": "2.5.29.37.0",
    "precertificate": "1.3.6.1.4.1.11129.2.4.4", "IPsec": "1.3.6.1.5.5.7.3.17",
}  # fmt: skip
DOMAIN, ORGANIZATION, ANY_POLICY = "2.23.140.1.2.1", "2.23.140.1.2.2", "2.5.29.32.0"
OCSP, ISSUERS = "1.3.6.1.5.5.7.48.1", "1.3.6.1.5.5.7.48.2"
(
    DIGITAL_SIGNATURE, NON_REPUDIATION, KEY_ENCIPHERMENT, DATA_ENCIPHERMENT, KEY_AGREEMENT, CERTIFICATES, LISTS,
    ENCIPHER_ONLY, DECIPHER_ONLY,
) = range(9)  # fmt: skip


def sequence(*parts):
    return der(SEQUENCE, *parts)


def algorithm(text, *parameters):
    return sequence(oid(text), *parameters)


RSA_KEY = algorithm("1.2.840.113549.1.1.1", der(NULL))
RSA_SHA256 = algorithm("1.2.840.113549.1.1.11", der(NULL))
EC_SHA384 = algorithm("1.2.840.10045.4.3.3")
P256 = "1.2.840.10045.3.1.7"


def attribute(kind, text, tag=UTF8):
    return sequence(oid(ATTRIBUTES[kind]), der(tag, text.encode("utf-16-be" if tag == 0x1E else "latin-1")))


def name(*attributes):
    """Of pairs, or triples with a tag; each is a relative name, and so is a list of them."""
    def relative(part):
        parts = part if isinstance(part, list) else [part]
        return der(SET, *sorted(attribute(*pair, *([PRINTABLE] if pair[0] == "C" and len(pair) < 3 else []))
                                for pair in parts))  # fmt: skip

    return sequence(*map(relative, attributes))


def bits(*numbers):
    """A BIT STRING of named bits, without zeros at the end."""
    value = sum(1 << 15 - number for number in numbers)
    octets = value.to_bytes(2, "big").rstrip(b"\0")
    unused = (octets[-1] & -octets[-1]).bit_length() - 1 if octets else 0
    return der(BITS, bytes([unused]), octets)


def purposes(*names):
    return sequence(*(oid(PURPOSES[name]) for name in names))


def policies(*items):
    """Each is an identifier, or a pair of one and its qualifiers."""
    pairs = [item if isinstance(item, tuple) else (item, b"") for item in items]
    return sequence(*(sequence(oid(policy), qualifiers) for policy, qualifiers in pairs))


def access(*pairs):
    return sequence(*(sequence(oid(method), location) for method, location in pairs))


def host(text):
    return der(HOST, text.encode("latin-1"))


def uri(text):
    return der(URI, text.encode())


def point(*names, fields=b""):
    return sequence(der(0xA0, der(0xA0, *names)), fields)


def key_identifier(spki):
    return hashlib.sha1(spki).digest()


def ec_key(label, curve):
    return ec.derive_private_key(int.from_bytes(hashlib.sha256(label.encode()).digest()[:24], "big"), curve)


def public(key):
    return key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def vector(file):
    with open(f"{os.environ['VECTORS']}/keys/{file}", "rb") as vector:
        return vector.read()


@dataclasses.dataclass(frozen=True)
class Certificate:
    """The fields are DER, except the numbers. `key` signs with `digest`, whatever the algorithms say."""

    issuer: bytes
    subject: bytes
    spki: bytes
    key: object
    inner: bytes
    outer: bytes
    start: bytes
    end: bytes
    extensions: tuple
    serial: bytes
    version: bytes = der(0xA0, integer(2))
    identifiers: bytes = b""
    digest: type = hashes.SHA256
    padding: object = None

    def der(self):
        items = [
            sequence(oid(EXTENSIONS.get(kind, kind)), self.criticality(critical), der(OCTETS, value))
            for kind, critical, value in self.extensions
        ]
        signed = sequence(
            self.version, self.serial, self.inner, self.issuer, sequence(self.start, self.end), self.subject, self.spki,
            self.identifiers, der(0xA3, sequence(*items)) if items else b"",
        )  # fmt: skip
        return sequence(signed, self.outer, der(BITS, b"\0", self.signature(signed)))

    @staticmethod
    def criticality(critical):
        """Of an extension; bytes are taken as they are."""
        if isinstance(critical, bytes):
            return critical
        return der(BOOLEAN, b"\xff") if critical else b""

    def signature(self, signed):
        if isinstance(self.key, ec.EllipticCurvePrivateKey):
            return self.key.sign(signed, ec.ECDSA(self.digest(), deterministic_signing=True))
        return self.key.sign(signed, self.padding or padding.PKCS1v15(), self.digest())

    def pem(self):
        return pem("CERTIFICATE", self.der())

    def but(self, **changes):
        return dataclasses.replace(self, **changes)

    def having(self, kind, value, critical=None):
        """With an extension, in the place of the one of its type."""
        old = {other: critical for other, critical, _ in self.extensions}
        new = (kind, old.get(kind, False) if critical is None else critical, value)
        if kind not in old:
            return self.but(extensions=(*self.extensions, new))
        return self.but(extensions=tuple(new if item[0] == kind else item for item in self.extensions))

    def without(self, kind):
        return self.but(extensions=tuple(item for item in self.extensions if item[0] != kind))

    def value(self, kind):
        return next(value for other, _, value in self.extensions if other == kind)

    def critical(self, kind, critical=True):
        return self.having(kind, self.value(kind), critical)


def serial(label):
    return integer(int.from_bytes(hashlib.sha256(f"serial {label}".encode()).digest()[:16], "big") >> 1 | 1 << 120)


ROOT_KEY = ec_key("root", ec.SECP384R1())
CA_KEY = load_pem_private_key(vector("rsa.pkcs1.pem"), None)
EC_KEY = ec_key("leaf", ec.SECP256R1()).public_key()
RSA_PUBLIC_KEY = load_ssh_public_key(vector("openssh.rsa.pub"))

ROOT_NAME = name(("C", "DE"), ("O", "Perfect Trust"), ("CN", "Perfect Root"))
CA_NAME = name(("C", "DE"), ("O", "Perfect Trust"), ("CN", "Perfect TLS CA"))
ROOT_IDENTIFIER = key_identifier(public(ROOT_KEY.public_key()))
CA_IDENTIFIER = key_identifier(public(CA_KEY.public_key()))
MAY_SIGN = bits(CERTIFICATES, LISTS)


def authority(identifier):
    return sequence(der(0x80, identifier))


ROOT = Certificate(
    issuer=ROOT_NAME, subject=ROOT_NAME, spki=public(ROOT_KEY.public_key()), key=ROOT_KEY, digest=hashes.SHA384,
    inner=EC_SHA384, outer=EC_SHA384, start=time(NOW - 900 * DAY, UTC), end=time(NOW + 4000 * DAY, UTC),
    serial=serial("root"),
    extensions=(
        ("BC", True, sequence(der(BOOLEAN, b"\xff"))), ("KU", True, MAY_SIGN),
        ("SKI", False, der(OCTETS, ROOT_IDENTIFIER)), ("AKI", False, authority(ROOT_IDENTIFIER)),
    ),
)  # fmt: skip
CA = Certificate(
    issuer=ROOT_NAME, subject=CA_NAME, spki=public(CA_KEY.public_key()), key=ROOT_KEY, digest=hashes.SHA384,
    inner=EC_SHA384, outer=EC_SHA384, start=time(NOW - 800 * DAY, UTC), end=time(NOW + 2000 * DAY, UTC),
    serial=serial("CA"),
    extensions=(
        ("AKI", False, authority(ROOT_IDENTIFIER)), ("SKI", False, der(OCTETS, CA_IDENTIFIER)),
        ("BC", True, sequence(der(BOOLEAN, b"\xff"), integer(0))), ("KU", True, MAY_SIGN),
        ("EKU", False, purposes("server")), ("CP", False, policies(ANY_POLICY)),
        ("CRL", False, sequence(point(uri("http://lists.example.com/root.crl")))),
        ("AIA", False, access((ISSUERS, uri("http://files.example.com/root.cer")))),
    ),
)  # fmt: skip
LEAF = Certificate(
    issuer=CA_NAME, subject=name(("C", "DE")), spki=public(EC_KEY), key=CA_KEY, inner=RSA_SHA256, outer=RSA_SHA256,
    start=time(NOW - 30 * DAY, UTC), end=time(NOW + 60 * DAY, UTC), serial=serial("leaf"),
    extensions=(
        ("AKI", False, authority(CA_IDENTIFIER)), ("KU", True, bits(DIGITAL_SIGNATURE)),
        ("EKU", False, purposes("server")), ("SAN", False, sequence(host("www.example.com"))),
        ("CP", False, policies(DOMAIN)), ("CRL", False, sequence(point(uri("http://lists.example.com/ca.crl")))),
        ("AIA", False, access(
            (OCSP, uri("http://ocsp.example.com")), (ISSUERS, uri("http://files.example.com/ca.cer"))
        )),
    ),
)  # fmt: skip
# For an organization, with an RSA key.
ORGANIZATIONAL = LEAF.but(
    subject=name(("C", "DE"), ("ST", "Berlin"), ("L", "Berlin"), ("O", "Example")), spki=public(RSA_PUBLIC_KEY),
    serial=serial("organization"),
).having("CP", policies(ORGANIZATION))  # fmt: skip
