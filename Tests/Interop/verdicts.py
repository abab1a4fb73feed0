"""Compares verdicts on random inputs, most of them damaged, with those of PyJWT, jwcrypto, sd-jwt, zlib and cryptography.

    verdicts.py tokens|sd-jwt|status|lists COUNT

signet (from PATH) judges everything in batches. What signet accepts, the others must accept, with the same claims. What
signet alone refuses must have a reason for which it is stricter on purpose. The keys are new each time, and the inputs
follow from a fixed seed. The status is 1 if something does not hold.
"""
import base64, collections, datetime, hashlib, json, os, random, subprocess, sys, tempfile, zlib

import jwt
from cryptography import x509
from jwcrypto import jwk, jws
from sd_jwt.verifier import SDJWTVerifier

rng = random.Random(38)
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)


def signet(*words, text=None, status=(0,)):
    run = subprocess.run(["signet", *words], input=text, capture_output=True, encoding="utf-8")
    if run.returncode not in status:
        sys.exit(f"signet {' '.join(words)}: {run.returncode} {run.stderr}")
    return run.stdout


def url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


class Key:
    def __init__(self, name, kind, *flags):
        self.name, self.kind = name, kind
        signet("keygen", "--type", *flags, "--format", "jwk", "--out", name)
        self.jwk = jwk.JWK.from_json(open(name).read())
        self.public = {**json.loads(self.jwk.export_public()), "kid": name}
        self.peer = jwt.PyJWK({**self.public, "alg": kind}).key

    def sign(self, header, payload):
        """A token with these bytes as header and payload."""
        text = url(header) + "." + url(payload)
        algorithm = jwt.get_algorithm_by_name(self.kind)
        private = algorithm.from_jwk(self.jwk.export())
        return text + "." + url(algorithm.sign(text.encode(), private))


KINDS = [("rsa", "RS256", "rsa"), ("pss", "PS256", "rsa"), ("p256", "ES256", "ec"),
         ("p384", "ES384", "ec", "--curve", "P-384"), ("p521", "ES512", "ec", "--curve", "P-521"),
         ("ed", "EdDSA", "ed25519")]


def value(depth=0):
    kind = rng.randrange(7 if depth < 3 else 5)
    if kind == 0: return rng.choice([0, 1, -1, 2**53, 1700000000])
    if kind == 1: return rng.choice([True, False, None])
    if kind in (2, 3): return "".join(rng.choice("ab.~é\"\\\n😀 ") for _ in range(rng.randrange(5)))
    if kind == 4: return rng.choice([1.5, 1e20, 0.1])
    if kind == 5: return [value(depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice("abcdé") + str(n): value(depth + 1) for n in range(rng.randrange(4))}


def spoilt(text):
    """The text with one change: a bit, a byte more or less, or a part twice."""
    data, place = bytearray(text.encode()), rng.randrange(len(text.encode()))
    kind = rng.randrange(5)
    if kind == 0: data[place] ^= 1 << rng.randrange(7)
    if kind == 1: del data[place]
    if kind == 2: data.insert(place, rng.choice(b"A.~=-_ +/"))
    if kind == 3: data[place : place + 1] = data[place : place + 8]
    if kind == 4: data = data[:place]
    text = data.decode(errors="replace")
    return "".join("x" if c in "\n\r" else c for c in text) or "x"


# What both sides say is compared by these: where signet is stricter, for its reasons.
class Comparison:
    def __init__(self):
        self.counts, self.stricter, self.bad = collections.Counter(), collections.Counter(), 0

    def add(self, about, verdict, peers, stricter):
        """`peers` are claims, or None if they refuse it."""
        ours = verdict["claims"] if verdict["valid"] else None
        self.counts[ours is not None] += 1
        for name, theirs in peers.items():
            if ours == theirs: continue
            if ours is None and any(words in verdict["message"] for words in stricter):
                self.stricter[verdict["message"][:40]] += 1
                continue
            self.bad += 1
            print(f"{about}: {name} says {theirs!r}, signet {verdict}"[:400])

    def end(self, least):
        if min(self.counts.values(), default=0) < least or len(self.counts) < 2:
            sys.exit(f"too few of a kind: {self.counts}")
        print(f"{self.bad} disagreements")
        print(f"{dict(self.counts)}, stricter: {dict(self.stricter)}", file=sys.stderr)
        sys.exit(1 if self.bad else 0)


def tokens(count):
    keys = [Key(*kind) for kind in KINDS]
    with open("set", "w") as file: json.dump({"keys": [key.public for key in keys]}, file)
    made = []
    for n in range(count):
        key, other = rng.choice(keys), rng.choice(keys)
        header = {"alg": key.kind, "kid": key.name}
        if rng.randrange(4) == 0: header["typ"] = rng.choice(["JWT", "at+jwt", 1, None])
        if rng.randrange(8) == 0: header["alg"] = rng.choice([other.kind, "none", "HS256", None, ["RS256"]])
        if rng.randrange(8) == 0: header["kid"] = rng.choice([other.name, "?", 1])
        if rng.randrange(12) == 0: header[rng.choice(["crit", "jwk", "x5c", "b64", "jku"])] = rng.choice([["exp"], [], True, False, key.public])
        claims = {f"c{place}": value() for place in range(rng.randrange(3))}
        for name in ("exp", "nbf", "iat"):
            if rng.randrange(4) == 0:
                claims[name] = rng.choice([1700000000, 1800000000, 1900000000, 1700000000.5, "1800000000", None, True, -1])
        token = key.sign(compact(header), compact(claims) if rng.randrange(20) else compact(value()))
        made.append((key, spoilt(token) if rng.randrange(3) == 0 else token))
    verdicts = signet("jwt", "verify", "--batch", "--jwks", "set", "--at", "@1800000000", "--keep-going",
                      text="".join(token + "\n" for _, token in made), status=(1,)).splitlines()
    by_name = {key.name: key for key in keys}
    comparison = Comparison()
    for (_, token), line in zip(made, verdicts, strict=True):
        verdict = json.loads(line)
        comparison.add(token, verdict, {"PyJWT": pyjwt(token, by_name), "jwcrypto": jwcrypto(token, by_name)},
                       # RFC 7519 §4.1: dates are numbers. §5.1: typ is a string. RFC 8725 §3.10: no key in the header.
                       stricter={"expired", "not valid before", "issued in the future", "must be a number", "typ must be a string",
                                 "which is never trusted", "crit is malformed",
                                 "expects every payload to be encoded"})
    comparison.end(count // 20)


def pyjwt(token, keys):
    try:
        key = keys[jwt.get_unverified_header(token)["kid"]]
        return jwt.decode(token, key.peer, algorithms=[key.kind], options={"verify_exp": False, "verify_nbf": False, "verify_iat": False, "verify_aud": False, "verify_sub": False, "verify_jti": False, "enforce_minimum_key_length": True})
    except Exception:
        return None


def jwcrypto(token, keys):
    try:
        parsed = jws.JWS()
        parsed.deserialize(token)
        key = keys[parsed.jose_header["kid"]]
        parsed.allowed_algs = [key.kind]
        parsed.verify(jwk.JWK(**key.public), alg=key.kind)
        claims = json.loads(parsed.payload)
        return claims if isinstance(claims, dict) else None
    except Exception:
        return None


def sd_jwt(count):
    key, holder = Key("issuer", "ES256", "ec"), Key("holder", "ES256", "ec")
    with open("set", "w") as file: json.dump({"keys": [key.public]}, file)
    made = []
    for n in range(count):
        disclosures = []

        def hidden(salted):
            text = url(compact(salted))
            disclosures.append(text)
            return url(hashlib.sha256(text.encode()).digest())

        def conceal(value):
            if isinstance(value, list):
                return [{"...": hidden([f"s{n}", conceal(item)])} if rng.randrange(3) == 0 else conceal(item) for item in value]
            if not isinstance(value, dict): return value
            result, digests = {}, []
            for name, item in value.items():
                item = conceal(item)
                if rng.randrange(3) == 0: digests.append(hidden([f"s{n}", name, item]))
                else: result[name] = item
            if digests or rng.randrange(6) == 0: result["_sd"] = sorted(digests)
            return result

        payload = conceal({f"c{place}": value() for place in range(4)})
        kind = rng.randrange(12)
        if kind == 0: payload["_sd_alg"] = rng.choice(["sha-256", "md5", 1])
        if kind == 1: payload["x"] = {"_sd": payload.get("_sd", [])}
        if kind == 2: payload["_sd"] = payload.get("_sd", []) + [hidden(rng.choice([["s"], ["s", "c0", 1], ["s", "_sd", 1], ["s", "...", 1], [1, "n", 1], ["s", 1, 1], {}, "x", ["s", "a", "b", "c"]]))]
        if kind == 3: payload["l"] = [{"...": rng.choice([1, "x"]), **rng.choice([{}, {"y": 1}])}]
        payload["iss"] = "i"
        token = key.sign(compact({"alg": "ES256", "kid": key.name}), compact(payload))
        kind = rng.randrange(6)
        rng.shuffle(disclosures)
        if kind == 0: disclosures = disclosures[: rng.randrange(len(disclosures) + 1)]
        if kind == 1 and disclosures: disclosures.append(rng.choice(disclosures))
        if kind == 2: disclosures.append(url(compact(["z", "z", 1])))
        text = token + "".join("~" + text for text in disclosures) + "~"
        made.append(spoilt(text) if rng.randrange(6) == 0 else text)
    verdicts = signet("sd-jwt", "verify", "--batch", "--jwks", "set", "--keep-going",
                      text="".join(text + "\n" for text in made), status=(1,)).splitlines()
    comparison = Comparison()
    for text, line in zip(made, verdicts, strict=True):
        try:
            peer = SDJWTVerifier(text, lambda issuer, header: jwk.JWK(**key.public)).get_verified_payload()
        except Exception:
            peer = None
        comparison.add(text, json.loads(line), {"sd-jwt": peer}, stricter={
            # RFC 9901 §7.1, steps 3 to 5, and §4.2.4.2.
            "does not belong to the token", "occurs twice", "must be alone in an element", "must be [salt", "must be a string",
            "has the reserved name", "found no token", "is not base64url"})
    comparison.end(count // 10)


def status(count):
    signet("keygen", "--type", "ed25519", "--out", "key", "--public-out", "pub")
    bad = 0
    for bits in (1, 2, 4, 8):
        states = [rng.randrange(1 << bits) if rng.randrange(3) else 0 for _ in range(count // 8 * 8)]
        packed = bytearray(len(states) * bits // 8)
        for place, state in enumerate(states):
            packed[place * bits // 8] |= state << place * bits % 8
        compressor = zlib.compressobj(rng.randrange(10), zlib.DEFLATED, 15, 8, rng.choice([zlib.Z_DEFAULT_STRATEGY, zlib.Z_FIXED, zlib.Z_HUFFMAN_ONLY]))
        lst = url(compressor.compress(bytes(packed)) + compressor.flush())
        signet("jwt", "sign", "--key", "key", "--typ", "statuslist+jwt", "--out", "list", "--force",
               text=json.dumps({"sub": "u", "iat": 1, "status_list": {"bits": bits, "lst": lst}}))
        claims = "".join(json.dumps({"status": {"status_list": {"idx": place, "uri": "u"}}}) + "\n" for place in range(len(states) + 1))
        signed = signet("jwt", "sign", "--batch", "--key", "key", text=claims)
        verdicts = signet("jwt", "verify", "--batch", "--key", "pub", "--status-list", "list", text=signed, status=(1,))
        valid = [json.loads(line)["valid"] for line in verdicts.splitlines()]
        bad += valid != [state == 0 for state in states] + [False]
    print(f"{bad} disagreements")
    sys.exit(1 if bad else 0)


def lists(count):
    signet("keygen", "--type", "ec", "--out", "key")
    signet("cert", "create", "--key", "key", "--subject", "CN=ca", "--is-ca", "--at", "@1700000000", "--for", "3650d", "--out", "ca")
    reasons = ["unspecified", "keyCompromise", "cACompromise", "affiliationChanged", "superseded", "cessationOfOperation", "certificateHold", "privilegeWithdrawn", "aACompromise"]
    expected, flags = {}, []
    for _ in range(count):
        serial = rng.randrange(1, 1 << rng.choice([4, 8, 64, 159]))
        reason = rng.choice(reasons)
        time = datetime.datetime.fromtimestamp(rng.randrange(0, 1800000000), datetime.UTC)
        if serial in expected: continue
        expected[serial] = (reason, time)
        flags += ["--revoke", f"{serial:x}:{reason}:{time:%Y-%m-%dT%H:%M:%SZ}"]
    signet("crl", "create", "--ca", "ca", "--ca-key", "key", "--at", "@1800000000", "--for", "7d", *flags, "--out", "crl")
    crl = x509.load_pem_x509_crl(open("crl", "rb").read())
    found = {}
    for entry in crl:
        named = [item.value.reason.name for item in entry.extensions]
        found[entry.serial_number] = (named[0] if named else "unspecified", entry.revocation_date_utc)
    words = lambda name: name.replace("_", "").lower()
    bad = sum((words(found[serial][0]), found[serial][1]) != (words(reason), time) for serial, (reason, time) in expected.items())
    bad += len(found) != len(expected)
    issuer = x509.load_pem_x509_certificate(open("ca", "rb").read())
    bad += not crl.is_signature_valid(issuer.public_key())
    print(f"{bad} disagreements")
    sys.exit(1 if bad else 0)


{"tokens": tokens, "sd-jwt": sd_jwt, "status": status, "lists": lists}[sys.argv[1]](int(sys.argv[2]))
