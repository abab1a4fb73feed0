"""The platforms' rules for tokens, a second time: written from the platforms' documents, and not from signet.

    python3 rules.py PROFILE PUBLIC_KEY NOW [UNIT] < TOKENS

says of each token, one a line, `ok` and the unit of its times, or the rule that it breaks. The signature is PyJWT's
business. Its checks of exp, nbf and iat are not used: they know seconds alone, and take any number.
"""

import base64
import json
import re
import sys

import jwt

SECONDS, MILLISECONDS = 1, 1000
TIMES = ("iat", "nbf", "exp")
UUID = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
# No phone's token is older than 2000-01-01, or lasts until the year 10000; so no number is a time in both units.
FIRST_TIME, LAST_TIME = 946684800, 253402300799


class Refused(Exception):
    """The rule that a token breaks."""


class Number(str):
    """A JSON number, as it is spelt."""


# What stands in each claim: a set of strings, a pattern, the name of another claim, or None for any string.
PLATFORMS = {
    "ims": {
        "claims": {"iss": None, "sub": None, "jti": None},
        "start": "nbf",
        "lifetime": 900,
        "units": (SECONDS,),
        "typ": "JWT",
    },
    "sudo-fsso": {
        "claims": {"iss": None, "sub": None, "jti": None, "aud": {"identity-service"}},
        "start": "iat",
        "lifetime": 3600,
        "units": (MILLISECONDS, SECONDS),
        "typ": None,
    },
    "sudo-test": {
        "claims": {
            "iss": {"testRegisterIssuer"},
            "sub": re.compile(r"(?s:.+)-" + UUID.pattern),
            "jti": None,
            "aud": {"testRegisterAudience"},
        },
        "start": "iat",
        "lifetime": 3600,
        "units": (SECONDS, MILLISECONDS),
        "typ": None,
    },
    "sudo-signin": {
        "claims": {"iss": "sub", "sub": None, "jti": None, "aud": None},
        "start": "iat",
        "lifetime": 300,
        "units": (SECONDS, MILLISECONDS),
        "typ": None,
    },
}


def verify(profile, token, public_key, now, unit=None):
    """Returns the unit of the token's times; raises Refused.

    unit: SECONDS or MILLISECONDS where the caller insists on one; now: in seconds.
    """
    platform = PLATFORMS[profile]
    parts = token.split(".")
    check(len(parts) == 3, "three parts")
    header, payload = (strict_json(decoded(part)) for part in parts[:2])
    check_header(platform, header)
    try:
        signed = jwt.PyJWS().decode_complete(token, public_key, algorithms=["RS256"])
    except jwt.InvalidTokenError as error:
        raise Refused(f"signature: {error}") from error
    check(signed["payload"] == decoded(parts[1]), "the payload is what was signed")
    check_strings(platform, payload)
    return check_times(platform, payload, now, unit)


def check(holds, rule):
    if not holds:
        raise Refused(rule)


def decoded(part):
    """Of base64url as RFC 7515 has it: no padding, no other alphabet, no bits to spare."""
    check(re.fullmatch(r"[A-Za-z0-9_-]*", part), "base64url")
    try:
        data = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except ValueError as error:
        raise Refused("base64url") from error
    check(base64.urlsafe_b64encode(data).decode().rstrip("=") == part, "base64url")
    return data


def strict_json(data):
    """An object, without a name twice, and with its numbers as they are spelt."""

    def members(pairs):
        check(len({name for name, _ in pairs}) == len(pairs), "a member twice")
        return dict(pairs)

    def constant(text):
        raise Refused(f"{text} is no JSON")

    try:
        text = data.decode("utf-8")
        value = json.loads(
            text, object_pairs_hook=members, parse_int=Number, parse_float=Number, parse_constant=constant
        )
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # no half of a surrogate pair
    except (ValueError, RecursionError) as error:
        raise Refused("JSON") from error
    check(isinstance(value, dict), "an object")
    return value


def is_string(value):
    return isinstance(value, str) and not isinstance(value, Number)


def check_header(platform, header):
    for name in ("alg", "typ", "kid"):
        check(name not in header or is_string(header[name]), f"{name} is a string")
    check(header.get("alg") == "RS256", "alg is RS256")
    check(header.get("typ") == platform["typ"], f"typ is {platform['typ']}")
    check(not {"crit", "jwk", "jku", "x5u"} & set(header), "no crit, no key in the header")
    if platform["typ"] is None:
        check(set(header) == {"alg", "kid"}, "alg and kid, and nothing else")
        check(header["kid"], "kid is not empty")


def check_strings(platform, claims):
    for name, expected in platform["claims"].items():
        check(name in claims, f"{name} is there")
        value = claims[name]
        check(is_string(value) and value, f"{name} is a string")
        if isinstance(expected, set):
            check(value in expected, f"{name} is one of {expected}")
        elif isinstance(expected, str):
            check(value == claims.get(expected), f"{name} is the same as {expected}")
        elif expected is not None:
            check(expected.fullmatch(value), f"{name} is {expected.pattern}")
    audience = claims.get("aud", "")
    check(is_string(audience) or isinstance(audience, list) and all(map(is_string, audience)), "aud")


def check_times(platform, claims, now, unit):
    for name in (platform["start"], "exp"):
        check(name in claims, f"{name} is there")
    times = {name: claims[name] for name in TIMES if name in claims}
    for name, time in times.items():
        check(isinstance(time, Number) and re.fullmatch("[0-9]+", time), f"{name} is a whole number")
        check(len(time) < 20, f"{name} is a time")
    for candidate in (unit,) if unit else platform["units"]:
        try:
            check_window(platform, {name: int(time) for name, time in times.items()}, now * candidate, candidate)
            return candidate
        except Refused as refusal:
            last = refusal
    raise last


def check_window(platform, times, now, unit):
    for name, time in times.items():
        check(FIRST_TIME * unit <= time <= LAST_TIME * unit, f"{name} is a time")
    lifetime = times["exp"] - times[platform["start"]]
    check(0 < lifetime <= platform["lifetime"] * unit, f"at most {platform['lifetime']} s")
    check(now < times["exp"], "not expired")
    for name in ("iat", "nbf"):
        check(times.get(name, 0) <= now, f"{name} has come")


def main():
    profile, path, now = sys.argv[1:4]
    units = {"s": SECONDS, "ms": MILLISECONDS}
    unit = units[sys.argv[4]] if len(sys.argv) > 4 else None
    with open(path, encoding="ascii") as file:
        public_key = file.read()
    for line in sys.stdin.buffer:
        try:
            token = line.removesuffix(b"\n").decode("ascii")
            found = verify(profile, token, public_key, int(now), unit)
            print("ok", "s" if found == SECONDS else "ms")
        except (Refused, UnicodeDecodeError) as refusal:
            print("refused:", refusal)


if __name__ == "__main__":
    main()
