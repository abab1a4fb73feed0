"""Makes tokens of many issuers, most of them crossed or damaged: crossed.py COUNT KEYS FOLDER

A line of FOLDER/tokens is a token, and the same line of FOLDER/expected says whether it is valid: if the key of its
issuer signed it and nothing was changed.
"""
import base64, json, pathlib, random, sys
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils

count, issuers, folder = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
rng = random.Random(1)
folder.mkdir(exist_ok=True)


def url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Key:
    def __init__(self, number):
        self.alg = ["ES256", "EdDSA"][number % 2]
        self.key = ed25519.Ed25519PrivateKey.generate() if number % 2 else ec.generate_private_key(ec.SECP256R1())
        public = self.key.public_key()
        pem = public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        (folder / f"{number}.pem").write_bytes(pem)

    def sign(self, text):
        if self.alg == "EdDSA":
            return self.key.sign(text)
        r, s = utils.decode_dss_signature(self.key.sign(text, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")


keys = [Key(number) for number in range(issuers)]
name = lambda number: f"https://issuer{number}.example"
(folder / "trust").write_text("".join(f"{name(number)}={number}.pem\n" for number in range(issuers)))


def token(issuer, signer, alg=None, claims=None):
    header = json.dumps({"alg": alg or signer.alg, "kid": str(rng.randrange(issuers))})
    text = f"{url(header.encode())}.{url(claims or json.dumps({'iss': issuer, 'n': rng.random()}).encode())}".encode()
    return text.decode() + "." + url(signer.sign(text))


def flipped(text, part):
    """Another character in a part of a token, but not its last one, which has bits that nothing encodes."""
    parts = text.split(".")
    place = rng.randrange(len(parts[part]) - 1)
    old = parts[part][place]
    new = rng.choice([c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" if c != old])
    parts[part] = parts[part][:place] + new + parts[part][place + 1:]
    return ".".join(parts)


def one():
    number = rng.randrange(issuers)
    own, other = keys[number], keys[(number + rng.randrange(1, issuers)) % issuers]
    same = keys[(number + 2 * rng.randrange(1, issuers // 2)) % issuers]
    good = lambda: token(name(number), own)
    kind = rng.randrange(12)
    if kind < 2:
        return good(), True
    if kind == 2:
        return token(name(number), other), False
    if kind == 3:
        return token(name(number), same), False
    if kind == 4:
        parts, theirs = good().split("."), token(name(number), same).split(".")
        return f"{parts[0]}.{parts[1]}.{theirs[2]}", False
    if kind == 5:
        parts, theirs = good().split("."), token(name(keys.index(same)), same).split(".")
        return f"{parts[0]}.{theirs[1]}.{parts[2]}", False
    if kind in (6, 7, 8):
        return flipped(good(), kind - 6), False
    if kind == 9:
        return token(rng.choice([name(number) + "/", name(number).upper(), "", " " + name(number), name(issuers)]), own), False
    if kind == 10:
        mine, theirs = name(number), name(keys.index(same))
        return token(None, own, claims=f'{{"iss":"{mine}","iss":"{theirs}"}}'.encode()), False
    return token(name(number), own, alg=rng.choice(["none", "HS256", other.alg if other.alg != own.alg else "RS256"])), False


with open(folder / "tokens", "w") as tokens, open(folder / "expected", "w") as expected:
    for _ in range(count):
        text, is_valid = one()
        tokens.write(text + "\n")
        expected.write(("true" if is_valid else "false") + "\n")
