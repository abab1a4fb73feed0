"""Signs prototypes as they are, whatever they say, one a line, with RS256.

    python3 forge.py [--plain] KEY < PROTOTYPES > TOKENS

KEY is PKCS#1 in PEM. Python's cryptography signs, and where that is not installed, or with --plain, the lines below,
which are slow, and tell whoever measures them the key.
"""

import base64
import hashlib
import sys

# DER of a DigestInfo of SHA-256, up to the digest (RFC 8017 §9.2, note 1).
SHA256 = bytes.fromhex("3031300d060960864801650304020105000420")


def integers(path):
    """Those of an RSAPrivateKey: version, n, e, d, p, q, d mod p-1, d mod q-1, 1/q mod p (RFC 8017 A.1.2)."""
    with open(path, encoding="ascii") as file:
        lines = [line for line in file.read().splitlines() if not line.startswith("-")]
    der = base64.b64decode("".join(lines))
    place = header(der, 0)[0]
    while place < len(der):
        start, length = header(der, place)
        yield int.from_bytes(der[start : start + length], "big")
        place = start + length


def header(der, place):
    """Where the value starts, and how long it is."""
    length = der[place + 1]
    if length < 128:
        return place + 2, length
    start = place + 2 + length - 128
    return start, int.from_bytes(der[place + 2 : start], "big")


def plain_signer(path):
    _, n, _, _, p, q, dp, dq, inverse = integers(path)
    size = (n.bit_length() + 7) // 8

    def sign(data):
        info = SHA256 + hashlib.sha256(data).digest()
        message = int.from_bytes(b"\x00\x01" + b"\xff" * (size - 3 - len(info)) + b"\x00" + info, "big")
        mp, mq = pow(message, dp, p), pow(message, dq, q)
        return (mq + (mp - mq) * inverse % p * q).to_bytes(size, "big")

    return sign


def signer(path):
    try:
        from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
        from cryptography.hazmat.primitives.hashes import SHA256 as Hash
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
    except ImportError:
        return plain_signer(path)
    with open(path, "rb") as file:
        key = load_pem_private_key(file.read(), None)
    return lambda data: key.sign(data, PKCS1v15(), Hash())


def main():
    path = sys.argv[-1]
    sign = plain_signer(path) if sys.argv[1] == "--plain" else signer(path)
    for line in sys.stdin.buffer:
        data = line.removesuffix(b"\n")
        sys.stdout.buffer.write(data + b"." + base64.urlsafe_b64encode(sign(data)).rstrip(b"=") + b"\n")


if __name__ == "__main__":
    main()
