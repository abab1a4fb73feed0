"""Certificates with a single fault each: everything else about them and their paths is as in perfect.py."""

import hashlib
import ipaddress

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding
from mutants import BITS, BOOLEAN, GENERALIZED, INTEGER, NULL, OCTETS, UTC, der, integer, oid, time
from perfect import (
    ADDRESS, ANY_POLICY, CA, CA_IDENTIFIER, CERTIFICATES, DATA_ENCIPHERMENT, DAY, DECIPHER_ONLY, DIGITAL_SIGNATURE,
    DIRECTORY, DOMAIN, EC_KEY, EC_SHA384, ENCIPHER_ONLY, IA5, ISSUERS, KEY_AGREEMENT, KEY_ENCIPHERMENT, LEAF, LISTS,
    MAIL, NON_REPUDIATION, NOW, OCSP, ORGANIZATION, ORGANIZATIONAL, P256, PRINTABLE, REGISTERED, ROOT,
    ROOT_IDENTIFIER, ROOT_NAME, RSA_KEY, RSA_PUBLIC_KEY, RSA_SHA256, SET, UTF8, access, algorithm, attribute,
    authority, bits, ec_key, host, key_identifier, name, point, policies, public, purposes, sequence, uri,
)  # fmt: skip


def rsa(modulus, exponent=65537, algorithm=RSA_KEY):
    return sequence(algorithm, der(BITS, b"\0", sequence(integer(modulus), integer(exponent))))


def curve(text, octets, *parameters):
    return sequence(sequence(oid("1.2.840.10045.2.1"), oid(text), *parameters), der(BITS, b"\0", octets))


def on(kind):
    return public(ec_key("other", kind).public_key())


MODULUS = RSA_PUBLIC_KEY.public_numbers().n
X, Y = EC_KEY.public_numbers().x.to_bytes(32, "big"), EC_KEY.public_numbers().y.to_bytes(32, "big")
EXPLICIT_P256 = sequence(
    sequence(oid("1.2.840.10045.2.1"), sequence(
        integer(1), sequence(oid("1.2.840.10045.1.1"), integer(2**256 - 2**224 + 2**192 + 2**96 - 1)),
        sequence(der(OCTETS, (2**256 - 2**224 + 2**192 + 2**96 - 4).to_bytes(32, "big")), der(OCTETS, bytes.fromhex(
            "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"))),
        der(OCTETS, b"\4", bytes.fromhex(
            "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
            "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")),
        integer(0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551), integer(1),
    )), der(BITS, b"\0\4", X, Y))  # fmt: skip


def both(algorithm, certificate=LEAF, **changes):
    return certificate.but(inner=algorithm, outer=algorithm, **changes)


def pss(digest, mask, salt, *more):
    hashing, masking = (algorithm(f"2.16.840.1.101.3.4.2.{number}", der(NULL)) for number in (digest, mask))
    return algorithm("1.2.840.113549.1.1.10", sequence(
        der(0xA0, hashing), der(0xA1, algorithm("1.2.840.113549.1.1.8", masking)), der(0xA2, integer(salt)), *more
    ))  # fmt: skip


def salted(salt, mask=None):
    return padding.PSS(padding.MGF1(mask or hashes.SHA256()), salt)


def valid(certificate, days):
    return certificate.but(end=time(NOW - 30 * DAY + days * DAY - 1, UTC))


def fields(perfect):
    """Faults that a leaf and a CA can have."""
    profile = "BR 7.1.2.7" if perfect is LEAF else "BR 7.1.2.6"
    yield "BR 7.1.1", "version 1", perfect.but(version=b"")
    yield "BR 7.1.1", "version 2", perfect.but(version=der(0xA0, integer(1)))
    yield profile, "serial number 0", perfect.but(serial=integer(0))
    yield profile, "serial number negative", perfect.but(serial=der(INTEGER, b"\x80" + bytes(15)))
    yield profile, "serial number of 21 octets", perfect.but(serial=integer(1 << 161))
    yield profile, "issuerUniqueID", perfect.but(identifiers=der(0x81, b"\0\1"))
    yield profile, "subjectUniqueID", perfect.but(identifiers=der(0x82, b"\0\1"))
    yield "RFC 5280 4.1.2.5", "notBefore without seconds", perfect.but(start=der(UTC, b"2409010000Z"))
    yield "RFC 5280 4.1.2.5", "notBefore with an offset", perfect.but(start=der(UTC, b"240901000000+0000"))
    yield "RFC 5280 4.1.2.5", "GeneralizedTime before 2050", perfect.but(start=der(GENERALIZED, b"20240901000000Z"))
    yield "RFC 5280 4.1.2.5", "fraction of a second", perfect.but(start=der(GENERALIZED, b"20240901000000.5Z"))
    yield "RFC 5280 4.1.1.2", "two signature algorithms", perfect.but(
        inner=EC_SHA384 if perfect.inner == RSA_SHA256 else RSA_SHA256
    )
    yield "RFC 5280 4.2", "an extension twice", perfect.but(extensions=(*perfect.extensions, perfect.extensions[0]))
    yield "RFC 5280 4.2", "unknown critical extension", perfect.having("1.3.6.1.4.1.55555.1", der(NULL), True)
    yield "BR 7.1.2.11.5", "unknown extension", perfect.having("1.3.6.1.4.1.55555.1", der(NULL))
    yield "X.690 11.5", "critical FALSE is encoded", perfect.critical("AKI", der(BOOLEAN, b"\0"))
    yield "X.690 11.1", "critical TRUE is 01", perfect.critical("KU", der(BOOLEAN, b"\1"))
    yield "X.690 10.1", "a length of two octets in an extension", perfect.having(
        "AKI", b"\x30\x81" + perfect.value("AKI")[1:]
    )
    yield "RFC 5280 4.2", "octets after the value of an extension", perfect.having("AKI", perfect.value("AKI") + b"\0")


def names():
    def named(*attributes):
        return LEAF.but(subject=name(*attributes))

    yield "BR 7.1.4.2", "country in lower case", named(("C", "de"))
    yield "BR 7.1.2.7.2", "country that does not exist", named(("C", "ZZ"))
    yield "BR 7.1.4.2", "country of three letters", named(("C", "DEU"))
    yield "BR 7.1.4.2", "country as UTF8String", named(("C", "DE", UTF8))
    yield "BR 7.1.4.1", "country twice", named(("C", "DE"), ("C", "DE"))
    yield "BR 7.1.4.1", "two attributes in one relative name", named([("C", "DE"), ("CN", "www.example.com")])
    yield "BR 7.1.4.1", "attributes out of order", named(("CN", "www.example.com"), ("C", "DE"))
    yield "RFC 5280 4.1.2.4", "empty relative name", LEAF.but(subject=sequence(der(SET)))


def signatures():
    yield "BR 7.1.3.2.1", "signed with SHA-1", both(
        algorithm("1.2.840.113549.1.1.5", der(NULL)), digest=hashes.SHA1
    )
    yield "BR 7.1.3.2.1", "signed with MD5", both(algorithm("1.2.840.113549.1.1.4", der(NULL)), digest=hashes.MD5)
    yield "BR 7.1.3.2.1", "signed with SHA-224", both(
        algorithm("1.2.840.113549.1.1.14", der(NULL)), digest=hashes.SHA224
    )
    yield "BR 7.1.3.2.1", "signed with SHA-512/256", both(
        algorithm("1.2.840.113549.1.1.16", der(NULL)), digest=hashes.SHA512_256
    )
    yield "BR 7.1.3.2.1", "signed with SHA3-256", both(
        algorithm("2.16.840.1.101.3.4.3.14", der(NULL)), digest=hashes.SHA3_256
    )
    yield "BR 7.1.3.2.1", "signature algorithm without NULL", both(algorithm("1.2.840.113549.1.1.11"))
    yield "BR 7.1.3.2.1", "PSS with a salt of 20 octets", both(pss(1, 1, 20), padding=salted(20))
    yield "BR 7.1.3.2.1", "PSS with another digest in MGF1", both(
        pss(1, 2, 32), padding=salted(32, hashes.SHA384())
    )
    yield "BR 7.1.3.2.1", "PSS with the default trailer", both(
        pss(1, 1, 32, der(0xA3, integer(1))), padding=salted(32)
    )
    yield "BR 7.1.3.2.1", "PSS without parameters", both(algorithm("1.2.840.113549.1.1.10"), padding=salted(32))


def keys():
    def with_key(spki):
        return LEAF.but(spki=spki)

    yield "BR 6.1.5", "key on P-224", with_key(on(ec.SECP224R1()))
    yield "BR 6.1.5", "key on P-192", with_key(on(ec.SECP192R1()))
    yield "BR 6.1.5", "key on secp256k1", with_key(on(ec.SECP256K1()))
    yield "BR 6.1.5", "key on brainpoolP256r1", with_key(on(ec.BrainpoolP256R1()))
    yield "BR 7.1.3.1.2", "curve by its parameters", with_key(EXPLICIT_P256)
    yield "BR 7.1.3.1.2", "curve without parameters", with_key(
        sequence(algorithm("1.2.840.10045.2.1"), der(BITS, b"\0\4", X, Y))
    )
    yield "BR 7.1.3.1.2", "NULL after the curve", with_key(curve(P256, b"\4" + X + Y, der(NULL)))
    yield "BR 7.1.3.1.2", "key for ECDH only", with_key(
        sequence(algorithm("1.3.132.1.12", oid(P256)), der(BITS, b"\0\4", X, Y))
    )
    yield "BR 6.1.5", "point that is not on the curve", with_key(curve(P256, b"\4" + Y + X))
    yield "BR 6.1.5", "point at infinity", with_key(curve(P256, b"\0"))
    yield "RFC 5480 2.2", "point in hybrid form", with_key(curve(P256, bytes([6 | Y[-1] & 1]) + X + Y))
    point_of_edwards = der(BITS, b"\0", hashlib.sha256(b"").digest())
    yield "BR 6.1.5", "Ed25519", with_key(sequence(algorithm("1.3.101.112"), point_of_edwards))
    yield "BR 6.1.5", "X25519", with_key(sequence(algorithm("1.3.101.110"), point_of_edwards))

    def with_rsa(spki):
        return ORGANIZATIONAL.but(spki=spki)

    yield "BR 6.1.5", "RSA of 1024 bits", with_rsa(rsa(MODULUS >> 1024 | 1))
    yield "BR 6.1.5", "RSA of 2052 bits", with_rsa(rsa(MODULUS << 4 | 1))
    yield "BR 6.1.6", "RSA exponent 1", with_rsa(rsa(MODULUS, 1))
    yield "BR 6.1.6", "RSA exponent 2", with_rsa(rsa(MODULUS, 2))
    yield "BR 6.1.6", "RSA exponent 3", with_rsa(rsa(MODULUS, 3))
    yield "BR 6.1.6", "RSA exponent negative", with_rsa(
        sequence(RSA_KEY, der(BITS, b"\0", sequence(integer(MODULUS), der(INTEGER, b"\x81"))))
    )
    yield "BR 6.1.6", "RSA modulus even", with_rsa(rsa(MODULUS - 1))
    third = MODULUS - MODULUS % 3
    yield "BR 6.1.6", "RSA modulus divisible by 3", with_rsa(rsa(third if third & 1 else third - 3))
    yield "BR 7.1.3.1.1", "RSA key without NULL", with_rsa(rsa(MODULUS, algorithm=algorithm("1.2.840.113549.1.1.1")))
    yield "BR 7.1.3.1.1", "key for RSASSA-PSS", with_rsa(rsa(MODULUS, algorithm=algorithm("1.2.840.113549.1.1.10")))


def lifetimes():
    yield "BR 6.3.2", "valid for 201 days", valid(LEAF, 201)
    yield "BR 6.3.2", "valid for 200 days and a second", LEAF.but(end=time(NOW + 170 * DAY, UTC))
    yield "BR 6.3.2", "valid for 200 days", valid(LEAF, 200)
    yield "RFC 5280 4.1.2.5", "valid for ever", LEAF.but(end=der(GENERALIZED, b"99991231235959Z"))


def key_identifiers(perfect):
    key = ROOT_IDENTIFIER if perfect is not LEAF else CA_IDENTIFIER
    issuer = der(0xA1, der(DIRECTORY, ROOT_NAME))
    yield "BR 7.1.2.11.1", "no authorityKeyIdentifier", perfect.without("AKI")
    yield "RFC 5280 4.2.1.1", "critical authorityKeyIdentifier", perfect.critical("AKI")
    yield "BR 7.1.2.11.1", "authorityKeyIdentifier with issuer and number", perfect.having(
        "AKI", sequence(der(0x80, key), issuer, der(0x82, b"\1"))
    )
    yield "RFC 5280 4.2.1.1", "authorityKeyIdentifier with issuer only", perfect.having(
        "AKI", sequence(der(0x80, key), issuer)
    )
    yield "BR 7.1.2.11.1", "authorityKeyIdentifier without a key", perfect.having(
        "AKI", sequence(issuer, der(0x82, b"\1"))
    )
    yield "BR 7.1.2.11.1", "authorityKeyIdentifier of another key", perfect.having("AKI", authority(b"other"))


def key_usages():
    def usage(*numbers):
        return LEAF.having("KU", bits(*numbers))

    def rsa_usage(*numbers):
        return ORGANIZATIONAL.having("KU", bits(*numbers))

    yield "BR 7.1.2.7.6", "no keyUsage", LEAF.without("KU")
    yield "BR 7.1.2.7.6", "keyUsage not critical", LEAF.critical("KU", False)
    yield "RFC 5280 4.2.1.3", "keyUsage without bits", usage()
    yield "X.690 11.2.2", "keyUsage with zeros at the end", LEAF.having("KU", der(BITS, b"\0\x80"))
    for number, text in [
        (NON_REPUDIATION, "nonRepudiation"), (KEY_ENCIPHERMENT, "keyEncipherment"),
        (DATA_ENCIPHERMENT, "dataEncipherment"), (KEY_AGREEMENT, "keyAgreement"), (CERTIFICATES, "keyCertSign"),
        (LISTS, "cRLSign"), (ENCIPHER_ONLY, "encipherOnly"), (DECIPHER_ONLY, "decipherOnly"),
    ]:  # fmt: skip
        yield "BR 7.1.2.7.11", f"EC key: {text} too", usage(DIGITAL_SIGNATURE, number)
        yield "BR 7.1.2.7.11", f"RSA key: {text} too", rsa_usage(DIGITAL_SIGNATURE, number)
    yield "BR 7.1.2.7.11", "EC key: keyAgreement only", usage(KEY_AGREEMENT)
    yield "BR 7.1.2.7.11", "EC key: encipherOnly and keyAgreement too", usage(
        DIGITAL_SIGNATURE, KEY_AGREEMENT, ENCIPHER_ONLY
    )
    yield "BR 7.1.2.7.11", "RSA key: keyEncipherment only", rsa_usage(KEY_ENCIPHERMENT)
    yield "BR 7.1.2.7.11", "RSA key: dataEncipherment only", rsa_usage(DATA_ENCIPHERMENT)


def extended_key_usages(perfect):
    section = "BR 7.1.2.7.10" if perfect is LEAF else "BR 7.1.2.10.6"
    yield section, "no extKeyUsage", perfect.without("EKU")
    yield section, "critical extKeyUsage", perfect.critical("EKU")
    yield "RFC 5280 4.2.1.12", "extKeyUsage is empty", perfect.having("EKU", sequence())
    yield section, "no serverAuth", perfect.having("EKU", purposes("client"))
    yield "BR 7.1.2.11.5", "serverAuth twice", perfect.having("EKU", purposes("server", "server"))
    for purpose, text in [
        ("any", "anyExtendedKeyUsage"), ("code", "codeSigning"), ("mail", "emailProtection"),
        ("time", "timeStamping"), ("OCSP", "OCSPSigning"), ("precertificate", "precertificate signing"),
        ("IPsec", "IPsec"),
    ]:  # fmt: skip
        yield section, f"{text} too", perfect.having("EKU", purposes("server", purpose))


def policy_faults(perfect):
    section = "BR 7.1.2.7.9" if perfect is LEAF else "BR 7.1.2.10.5"
    own = "1.3.6.1.4.1.55555.2"

    def stating(*items):
        return perfect.having("CP", policies(*items))

    def qualified(qualifier, value):
        return stating((DOMAIN, sequence(sequence(oid(qualifier), value))))

    cps, notice = "1.3.6.1.5.5.7.2.1", "1.3.6.1.5.5.7.2.2"
    yield section, "no certificatePolicies", perfect.without("CP")
    yield section, "critical certificatePolicies", perfect.critical("CP")
    yield "RFC 5280 4.2.1.4", "certificatePolicies is empty", stating()
    yield section, "no reserved policy", stating(own)
    yield section, "two reserved policies", stating(DOMAIN, ORGANIZATION)
    yield section, "reserved policy and anyPolicy", stating(DOMAIN, ANY_POLICY)
    yield "RFC 5280 4.2.1.4", "a policy twice", stating(DOMAIN, DOMAIN)
    yield section, "reserved policy is not the first", stating(own, DOMAIN)
    yield section, "qualifier with a CPS on the web", qualified(cps, der(IA5, b"https://example.com/cps"))
    yield section, "qualifier with a CPS by FTP", qualified(cps, der(IA5, b"ftp://example.com/cps"))
    yield section, "qualifier with a notice", qualified(notice, sequence(der(UTF8, b"notice")))
    yield section, "qualifier of an unknown kind", qualified("1.3.6.1.4.1.55555.3", der(UTF8, b"notice"))


def alternative_names():
    def named(*alternatives):
        return LEAF.having("SAN", sequence(*alternatives))

    good = host("www.example.com")
    yield "BR 7.1.2.7.12", "no subjectAltName", LEAF.without("SAN")
    yield "BR 7.1.2.7.12", "critical subjectAltName beside a subject", LEAF.critical("SAN")
    yield "BR 7.1.2.7.12", "subjectAltName not critical without a subject", LEAF.but(subject=name())
    yield "RFC 5280 4.2.1.6", "subjectAltName is empty", named()
    utf8_name = der(0xA0, oid("1.3.6.1.4.1.311.20.2.3"), der(0xA0, der(UTF8, b"jo@example.com")))
    for text, other in [
        ("rfc822Name", der(MAIL, b"jo@example.com")), ("uniformResourceIdentifier", uri("https://www.example.com/")),
        ("directoryName", der(DIRECTORY, name(("CN", "jo")))), ("otherName", utf8_name),
        ("registeredID", der(REGISTERED, oid("1.2.3.4")[2:])),
        ("ediPartyName", der(0xA5, der(0xA1, der(UTF8, b"party")))),
        ("x400Address", der(0xA3, sequence())),
    ]:  # fmt: skip
        yield "BR 7.1.2.7.12", f"{text} too", named(good, other)
    yield "BR 7.1.2.7.12", "rfc822Name only", named(der(MAIL, b"jo@example.com"))
    onion = "2gzyxa5ihm7nsggfxnu52rck2vv4rvmdlkiu3zzui5du4xyclen53wid.onion"
    for section, text, names in [
        ("BR 4.2.2", "internal names", [
            "server", "localhost", "db.local", "db.localhost", "db.internal", "db.test", "db.invalid", "db.example",
            "db.home.arpa", "db.corp", "db.lan", "db.alt", "*.internal",
        ]),
        ("BR 4.2.2", "zones of addresses", ["1.2.0.192.in-addr.arpa", "8.b.d.0.1.0.0.2.ip6.arpa"]),
        ("BR 7.1.2.7.12", "hosts", [
            "www.example.com.", "a_b.example.com", ".example.com", "www..example.com", "ab--cd.example.com",
            "xn--a.example.com", "xn--.example.com", "-a.example.com", "w*.example.com", "www.*.example.com",
            "*", "*.com", "*.*.example.com", "192.0.2.1", "www example.com", "", " ", "https://www.example.com",
            "www.example.com:443", "www.ex\xe4mple.com", "jo@example.com", "www.example.com\0.example.org",
            "a" * 64 + ".example.com", ".".join(["a" * 60] * 4) + ".example.com",
        ]),
        ("BR B", "onion services", ["expyuzz4wqqyqhjn.onion", "a" + onion[1:], onion[:-7] + "a.onion"]),
    ]:  # fmt: skip
        for other in names:
            shown = other if len(other) < 40 else other[:20] + "..."
            yield section, f"{text}: {shown!a}", named(good, host(other))
    for text in [
        "10.0.0.1", "172.16.0.1", "192.168.1.1", "127.0.0.1", "169.254.1.1", "100.64.0.1", "0.0.0.0", "192.0.2.1",
        "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.88.99.1", "::1", "::", "fe80::1", "fd00::1",
        "2001:db8::1", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::1", "100::1", "2001::1", "2002::1", "3fff::1", "5f00::1",
    ]:  # fmt: skip
        yield "BR 4.2.2", f"reserved address: {text}", named(good, der(ADDRESS, ipaddress.ip_address(text).packed))
    yield "RFC 5280 4.2.1.6", "address of 5 octets", named(good, der(ADDRESS, bytes([192, 0, 2, 1, 1])))
    yield "RFC 5280 4.2.1.6", "address with a mask", named(good, der(ADDRESS, bytes([8, 8, 8, 8, 255, 255, 255, 255])))


def pointers(perfect):
    """Authority information access and CRL distribution points."""
    section = "BR 7.1.2.7.7" if perfect is LEAF else "BR 7.1.2.10.3"

    def accessing(*pairs):
        return perfect.having("AIA", access(*pairs))

    def listing(*points):
        return perfect.having("CRL", sequence(*points))

    issuer, responder = (ISSUERS, uri("http://files.example.com/ca.cer")), (OCSP, uri("http://ocsp.example.com"))
    place = uri("http://lists.example.com/ca.crl")
    yield section, "no authorityInformationAccess", perfect.without("AIA")
    yield "RFC 5280 4.2.2.1", "critical authorityInformationAccess", perfect.critical("AIA")
    yield "RFC 5280 4.2.2.1", "authorityInformationAccess is empty", accessing()
    yield section, "OCSP by HTTPS", accessing((OCSP, uri("https://ocsp.example.com")), issuer)
    yield section, "OCSP by LDAP", accessing((OCSP, uri("ldap://ocsp.example.com")), issuer)
    yield section, "OCSP at an internal name", accessing((OCSP, uri("http://ocsp.internal")), issuer)
    yield section, "OCSP at a directoryName", accessing((OCSP, der(DIRECTORY, ROOT_NAME)), issuer)
    yield section, "OCSP at a dNSName", accessing((OCSP, host("ocsp.example.com")), issuer)
    yield section, "caIssuers by HTTPS", accessing(responder, (ISSUERS, uri("https://files.example.com/ca.cer")))
    yield section, "caIssuers by LDAP", accessing(responder, (ISSUERS, uri("ldap://files.example.com/cn=CA")))
    yield section, "access of another kind", accessing(
        responder, issuer, ("1.3.6.1.5.5.7.48.3", uri("http://time.example.com"))
    )
    yield section, "OCSP twice at one place", accessing(responder, responder, issuer)
    yield section, "no caIssuers", accessing(responder)
    yield "BR 7.1.2.11.2", "no cRLDistributionPoints", (
        perfect.having("AIA", access(issuer)) if perfect is LEAF else perfect
    ).without("CRL")
    yield "BR 7.1.2.7.6", "critical cRLDistributionPoints", perfect.critical("CRL")
    yield "RFC 5280 4.2.1.13", "cRLDistributionPoints is empty", listing()
    yield "BR 7.1.2.11.2", "list by HTTPS", listing(point(uri("https://lists.example.com/ca.crl")))
    yield "BR 7.1.2.11.2", "list by LDAP", listing(point(uri("ldap://lists.example.com/cn=CA")))
    yield "BR 7.1.2.11.2", "list by LDAP too", listing(point(place, uri("ldap://lists.example.com/cn=CA")))
    yield "BR 7.1.2.11.2", "list at an internal name", listing(point(uri("http://lists.internal/ca.crl")))
    yield "BR 7.1.2.11.2", "list at a directoryName", listing(point(der(DIRECTORY, ROOT_NAME)))
    yield "BR 7.1.2.11.2", "list at a name relative to the issuer", listing(
        sequence(der(0xA0, der(0xA1, attribute("CN", "list"))))
    )
    yield "BR 7.1.2.11.2", "list for some reasons", listing(point(place, fields=der(0x81, b"\6\x40")))
    yield "BR 7.1.2.11.2", "list of another issuer", listing(point(place, fields=der(0xA2, der(DIRECTORY, ROOT_NAME))))
    yield "RFC 5280 4.2.1.13", "point without a name", listing(sequence())
    yield "BR 7.1.2.11.2", "two points", listing(point(place), point(uri("http://lists.example.com/2.crl")))


def other_extensions():
    yield "BR 7.1.2.7.8", "CA in a leaf", LEAF.having(
        "SKI", der(OCTETS, key_identifier(LEAF.spki))
    ).having("BC", sequence(der(BOOLEAN, b"\xff")), True)
    yield "BR 7.1.2.7.8", "path length in a leaf", LEAF.having("BC", sequence(integer(0)), True)
    yield "BR 7.1.2.7.6", "basicConstraints not critical", LEAF.having("BC", sequence(), False)
    yield "X.690 11.5", "basicConstraints with FALSE", LEAF.having("BC", sequence(der(BOOLEAN, b"\0")), True)
    yield "BR 7.1.2.7.6", "subjectKeyIdentifier", LEAF.having("SKI", der(OCTETS, key_identifier(LEAF.spki)))
    yield "RFC 5280 4.2.1.2", "critical subjectKeyIdentifier", LEAF.having(
        "SKI", der(OCTETS, key_identifier(LEAF.spki)), True
    )
    yield "BR 7.1.2.7.6", "nameConstraints in a leaf", LEAF.having(
        "NC", sequence(der(0xA0, sequence(host("example.com")))), True
    )
    yield "RFC 5280 4.2.1.5", "policyMappings in a leaf", LEAF.having(
        "PM", sequence(sequence(oid(DOMAIN), oid(ORGANIZATION))), True
    )
    yield "RFC 5280 4.2.1.11", "policyConstraints in a leaf", LEAF.having("PC", sequence(der(0x80, b"\0")), True)
    yield "RFC 5280 4.2.1.14", "inhibitAnyPolicy in a leaf", LEAF.having("IAP", integer(0), True)
    yield "RFC 5280 4.2.1.7", "critical issuerAltName", LEAF.having("IAN", sequence(host("example.com")), True)
    yield "RFC 5280 4.2.2.2", "critical subjectInfoAccess", LEAF.having(
        "SIA", access(("1.3.6.1.5.5.7.48.5", uri("http://files.example.com/"))), True
    )
    yield "RFC 5280 4.2.1.8", "critical subjectDirectoryAttributes", LEAF.having(
        "SDA", sequence(sequence(oid("1.3.6.1.5.5.7.9.4"), der(SET, der(PRINTABLE, b"DE")))), True
    )
    yield "BR 7.1.2.7.6", "timestamps are critical", LEAF.having("SCT", der(OCTETS, TIMESTAMPS), True)
    yield "BR 7.1.2.11.3", "list of timestamps is empty", LEAF.having("SCT", der(OCTETS, b"\0\0"))
    yield "BR 7.1.2.11.3", "timestamps are cut off", LEAF.having("SCT", der(OCTETS, TIMESTAMPS[:-1]))
    yield "BR 7.1.2.9", "precertificate", LEAF.having("poison", der(NULL), True)
    yield "RFC 6962 3.1", "precertificate, not critical", LEAF.having("poison", der(NULL))


ONE_TIMESTAMP = bytes([0]) + bytes(range(32)) + (1793000000000).to_bytes(8, "big") + b"\0\0\4\3\0\1\0"
TIMESTAMPS = (len(ONE_TIMESTAMP) + 2).to_bytes(2, "big") + len(ONE_TIMESTAMP).to_bytes(2, "big") + ONE_TIMESTAMP


def subjects():
    """What the policies of a leaf allow in its subject."""
    for kind, text in [
        ("O", "Example"), ("OU", "Web"), ("ST", "Berlin"), ("L", "Berlin"), ("mail", "jo@example.com"),
        ("serialNumber", "1"), ("SN", "Doe"), ("DC", "example"), ("title", "Dr"),
    ]:  # fmt: skip
        tag = IA5 if kind in ("mail", "DC") else UTF8
        yield "BR 7.1.2.7.2", f"domain validated: {kind}", LEAF.but(subject=name(("C", "DE"), (kind, text, tag)))

    def common(text, tag=UTF8):
        return LEAF.but(subject=name(("C", "DE"), ("CN", text, tag)))

    yield "BR 7.1.2.7.2", "common name", common("www.example.com")
    yield "BR 7.1.4.3", "common name is another host", common("www.example.org")
    yield "BR 7.1.4.3", "common name in other case", common("WWW.example.com")
    yield "BR 7.1.4.3", "common name is the parent", common("example.com")
    yield "BR 7.1.4.3", "common name is not a host", common("Jo Doe")
    yield "BR 7.1.4.2", "common name as BMPString", common("www.example.com", 0x1E)
    yield "BR 7.1.4.2", "common name as TeletexString", common("www.example.com", 0x14)
    yield "BR 7.1.4.2", "common name as IA5String", common("www.example.com", IA5)
    yield "BR 7.1.4.1", "common name twice", LEAF.but(
        subject=name(("C", "DE"), ("CN", "www.example.com"), ("CN", "www.example.com"))
    )
    long = f"{'a' * 60}.example.com"
    yield "BR 7.1.4.2", "common name of 72 characters", common(long).having("SAN", sequence(host(long)))

    parts = {"C": "DE", "ST": "Berlin", "L": "Berlin", "O": "Example"}

    def organization(*more, **changes):
        return ORGANIZATIONAL.but(subject=name(*{**parts, **changes}.items(), *more))

    def lacking(*kinds):
        return ORGANIZATIONAL.but(subject=name(*((kind, parts[kind]) for kind in parts if kind not in kinds)))

    yield "BR 7.1.2.7.4", "organization validated: no country", lacking("C")
    yield "BR 7.1.2.7.4", "organization validated: no organization", lacking("O")
    yield "BR 7.1.2.7.4", "organization validated: no place", lacking("ST", "L")
    for kind in ["OU", "SN", "GN"]:
        yield "BR 7.1.2.7.4", f"organization validated: {kind}", organization((kind, "Jo"))
    yield "BR 7.1.2.7.4", "organization validated: mail address", organization(("mail", "jo@example.com", IA5))
    for value in ["-", ".", " ", "N/A"]:
        yield "BR 7.1.2.7.4", f"organization is {value!r}", organization(O=value)
    yield "BR 7.1.4.2", "organization of 65 characters", organization(O="a" * 65)
    yield "BR 7.1.4.2", "locality of 129 characters", organization(L="a" * 129)
    yield "BR 7.1.4.2", "organization as TeletexString", ORGANIZATIONAL.but(
        subject=name(("C", "DE"), ("L", "Berlin"), ("O", "Example", 0x14))
    )
    yield "BR 7.1.4.2", "organization before the locality", ORGANIZATIONAL.but(
        subject=name(("C", "DE"), ("O", "Example"), ("L", "Berlin"))
    )
    yield "BR 7.1.4.1", "organization twice", organization(("O", "Example"))
    yield "BR 7.1.2.7.4", "organization with an HTML entity", organization(O="Example &amp; Sons")
    yield "BR 7.1.2.7.9", "policy of an extended validation", ORGANIZATIONAL.having("CP", policies("2.23.140.1.1"))
    yield "BR 7.1.2.7.9", "policy of an individual validation", ORGANIZATIONAL.having("CP", policies("2.23.140.1.2.3"))


def authorities():
    yield "BR 7.1.2.10.4", "no basicConstraints", CA.without("BC")
    yield "BR 7.1.2.10.4", "basicConstraints not critical", CA.critical("BC", False)
    yield "BR 7.1.2.10.4", "not a CA", CA.having("BC", sequence())
    yield "X.690 11.1", "the boolean of a CA is 01", CA.having("BC", sequence(der(BOOLEAN, b"\1")))
    yield "RFC 5280 4.2.1.9", "path length negative", CA.having(
        "BC", sequence(der(BOOLEAN, b"\xff"), der(INTEGER, b"\xff"))
    )
    yield "BR 7.1.2.10.7", "no keyUsage", CA.without("KU")
    yield "BR 7.1.2.10.7", "keyUsage not critical", CA.critical("KU", False)
    for text, numbers in [
        ("no cRLSign", [CERTIFICATES]), ("no keyCertSign", [LISTS]),
        ("nonRepudiation too", [NON_REPUDIATION, CERTIFICATES, LISTS]),
        ("keyEncipherment too", [KEY_ENCIPHERMENT, CERTIFICATES, LISTS]),
        ("keyAgreement too", [KEY_AGREEMENT, CERTIFICATES, LISTS]),
        ("dataEncipherment too", [DATA_ENCIPHERMENT, CERTIFICATES, LISTS]),
    ]:  # fmt: skip
        yield "BR 7.1.2.10.7", text, CA.having("KU", bits(*numbers))
    yield "RFC 5280 4.2.1.2", "no subjectKeyIdentifier", CA.without("SKI")
    yield "RFC 5280 4.2.1.2", "critical subjectKeyIdentifier", CA.critical("SKI")
    yield "BR 7.1.3.2.2", "signed with SHA-256 by P-384", both(
        algorithm("1.2.840.10045.4.3.2"), CA, digest=hashes.SHA256
    )
    yield "BR 7.1.3.2.2", "signed with SHA-224", both(algorithm("1.2.840.10045.4.3.1"), CA, digest=hashes.SHA224)
    yield "BR 7.1.3.2.2", "signed with SHA-1", both(algorithm("1.2.840.10045.4.1"), CA, digest=hashes.SHA1)
    yield "BR 7.1.3.2.2", "NULL in the signature algorithm", both(
        algorithm("1.2.840.10045.4.3.3", der(NULL)), CA
    )


def constraints():
    def tree(base, *limits):
        return sequence(base, *limits)

    def constrained(*parts, critical=True):
        return CA.having("NC", sequence(*parts), critical)

    permitted = der(0xA0, tree(host("example.com")))
    yield "RFC 5280 4.2.1.10", "nameConstraints is empty", constrained()
    yield "BR 7.1.2.10.8", "nameConstraints with a minimum", constrained(
        der(0xA0, tree(host("example.com"), der(0x80, b"\1")))
    )
    yield "BR 7.1.2.10.8", "nameConstraints with a maximum", constrained(
        der(0xA0, tree(host("example.com"), der(0x81, b"\1")))
    )
    yield "RFC 5280 4.2.1.10", "nameConstraints with an uneven mask", constrained(
        permitted, der(0xA1, tree(der(ADDRESS, bytes([10, 0, 0, 0, 255, 0, 255, 0]))))
    )
    yield "RFC 5280 4.2.1.10", "nameConstraints with a wildcard", constrained(
        der(0xA0, tree(host("*.example.com")), tree(host("example.com")))
    )
    yield "BR 7.1.2.10.8", "nameConstraints of a URI", constrained(permitted, der(0xA1, tree(uri("example.org"))))


def ca_names():
    """Names of a CA. What it has issued has them too."""
    base = [("C", "DE"), ("O", "Perfect Trust"), ("CN", "Perfect TLS CA")]
    for kind, text in [("C", "country"), ("O", "organization"), ("CN", "common name")]:
        yield "BR 7.1.2.10.2", f"no {text}", named_ca(name(*(part for part in base if part[0] != kind)))
    yield "BR 7.1.2.10.2", "organizational unit", named_ca(name(*base[:2], ("OU", "Web"), base[2]))
    yield "BR 7.1.4.2", "country in lower case", named_ca(name(("C", "de"), *base[1:]))
    yield "BR 7.1.4.2", "country as UTF8String", named_ca(name(("C", "DE", UTF8), *base[1:]))
    yield "BR 7.1.4.1", "attributes out of order", named_ca(name(*reversed(base)))
    yield "BR 7.1.4.2", "organization as TeletexString", named_ca(name(base[0], ("O", "Perfect Trust", 0x14), base[2]))


def named_ca(subject):
    return [LEAF.but(issuer=subject), CA.but(subject=subject), ROOT]


def spelled():
    """The issuer's name in another form than in the CA's own certificate."""
    other = name(("C", "DE"), ("O", "PERFECT trust"), ("CN", "Perfect TLS CA"))
    yield "BR 7.1.4.1", "issuer in other case", LEAF.but(issuer=other)


CHAPTERS = {
    "leaf": [
        fields(LEAF), names(), signatures(), keys(), lifetimes(), key_identifiers(LEAF), key_usages(),
        extended_key_usages(LEAF), policy_faults(LEAF), alternative_names(), pointers(LEAF), other_extensions(),
        subjects(), spelled(),
    ],
    "CA": [
        fields(CA), key_identifiers(CA), extended_key_usages(CA), policy_faults(CA), pointers(CA), authorities(),
        constraints(), ca_names(),
    ],
}  # fmt: skip


def paths():
    """Position, section, text, and a path of three: leaf, CA, root."""
    for place, (position, chapters) in enumerate(CHAPTERS.items()):
        for section, text, found in (fault for chapter in chapters for fault in chapter):
            path = [LEAF, CA, ROOT]
            if isinstance(found, list):
                path = found
            else:
                path[place] = found
            yield position, section, text, path
