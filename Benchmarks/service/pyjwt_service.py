"""Examples/service.py with PyJWT in place of signet: the same HTTP, the same flags, the same checks.

A key that is loaded once, and PyJWT's call for a payload whose bytes must not change, are the fastest way that it has.
cryptography signs without the interpreter's lock, so the threads use all processors.
"""

import argparse, base64, json, time
import jwt, service
from cryptography.hazmat.primitives.serialization import load_pem_private_key


def members(pairs):
    names = dict(pairs)
    if len(names) < len(pairs):
        raise ValueError("duplicate member")
    return names


def decoded(part):
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)), object_pairs_hook=members)


class Signer:
    has_ended = False

    def __init__(self, *flags):
        parser = argparse.ArgumentParser()
        parser.add_argument("--prototype", action="store_true")
        for name in ["key", "iss", "subject-allow", "profile", "leeway", "at"]:
            parser.add_argument("--" + name)
        flags = parser.parse_args(flags)
        with open(flags.key, "rb") as file:
            self.key = load_pem_private_key(file.read(), None)
        with open(flags.subject_allow, encoding="utf-8") as file:
            self.subjects = set(file.read().split())
        self.issuer, self.at = flags.iss, flags.at and int(flags.at[1:])
        self.leeway = int((flags.leeway or "0s").removesuffix("s"))
        self.jws = jwt.PyJWS()

    def sign(self, prototype):
        def refuse_unless(condition, message):
            if not condition:
                raise service.SigningError(message, "refused")

        try:
            header, encoded = prototype.split(".")
            header, claims = decoded(header), decoded(encoded)
        except ValueError as error:
            raise service.SigningError(str(error), "malformed")
        refuse_unless(isinstance(header, dict) and isinstance(claims, dict), "expected two objects")
        issuer, subject, identifier, start, end = (claims.get(name) for name in ["iss", "sub", "jti", "nbf", "exp"])
        refuse_unless(all(isinstance(text, str) and text for text in [issuer, subject, identifier]), "expected strings")
        refuse_unless(type(start) is int and type(end) is int, "expected times")
        refuse_unless(0 < end - start <= 900, "expected 15 minutes at most")
        now = self.at or time.time()
        refuse_unless(start - self.leeway <= now < end + self.leeway, "it is not valid now")
        refuse_unless(issuer == self.issuer and subject in self.subjects, "expected another issuer or subject")
        payload = base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
        return self.jws.encode(payload, self.key, "RS256")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


service.Signer = Signer
service.main()
