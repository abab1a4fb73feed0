"""Prototypes of each platform, good ones, and ones of which one thing is wrong.

    python3 mutations.py good|payloads|headers PROFILE FOLDER

writes a line for each into FOLDER/names, prototypes, headers (the header part that it has once it is signed, or
nothing) and claims (its payload, where that is a line of text). They are valid, but for what is wrong with them, at
1700000100. Nothing but the standard library is needed.
"""

import base64
import json
import os
import sys

START, NOW = 1700000000, 1700000100
UUID = "6FA459EA-EE8A-3CA4-894E-DB77E160355E"
KEY_ID = "key-1"


class Profile:
    def __init__(self, name, unit, lifetime, start, header, claims, constants=(), optional=()):
        self.name = name
        self.unit = unit  # units a second
        self.lifetime = lifetime
        self.start = start  # the claim that the lifetime counts from
        self.header = header
        self.strings = [claim for claim, value in claims.items() if isinstance(value, str)]
        self.times = [start, "exp"]
        self.optional = list(optional)  # times that may be missing
        self.constants = list(constants)
        self.claims = {claim: json.dumps(value) for claim, value in claims.items()}
        self.claims[start] = self.time(0)
        self.claims["exp"] = self.time(lifetime)

    def time(self, seconds, more=0):
        """So long after START, and so many units more."""
        return str((START + seconds) * self.unit + more)


SUDO_HEADER = {"alg": "RS256", "kid": KEY_ID}
PROFILES = {
    profile.name: profile
    for profile in [
        Profile(
            "ims", 1, 900, "nbf", {"alg": "RS256", "typ": "JWT"},
            {"iss": "63d9a389-4ddc-4df1-8dd1-af6a10c7226e", "sub": "14", "jti": UUID},
        ),
        Profile(
            "sudo-fsso", 1000, 3600, "iat", SUDO_HEADER,
            {"iss": "acme", "aud": "identity-service", "sub": "jo@example.com", "jti": UUID},
            constants=["aud"], optional=["nbf"],
        ),
        Profile(
            "sudo-test", 1, 3600, "iat", {"alg": "RS256", "kid": "register_key"},
            {"iss": "testRegisterIssuer", "aud": "testRegisterAudience", "sub": f"suite-{UUID}", "jti": UUID},
            constants=["iss", "aud"], optional=["nbf"],
        ),
        Profile(
            "sudo-signin", 1, 300, "iat", SUDO_HEADER,
            {"iss": "user-1", "aud": "audience", "sub": "user-1", "jti": "nonce"},
            constants=["iss"], optional=["nbf"],
        ),
    ]
}  # fmt: skip

OTHER_TYPES = ["null", "14", "-1", "1.5", "1e3", "1e400", "9" * 400, "true", "[]", '["a"]', "{}", '{"a":"b"}']
NO_STRINGS = OTHER_TYPES + ['""']


def object_text(members):
    return "{" + ",".join(f'"{name}":{value}' for name, value in members) + "}"


def changed(claims, name, value):
    """With another value of a claim, or a new one."""
    return object_text({**claims, name: value}.items())


def without(claims, name):
    return object_text((other, value) for other, value in claims.items() if other != name)


def doubled(claims, name, value, spelling=None):
    """With a claim of the same name at the end."""
    return object_text([*claims.items(), (spelling or name, value)])


def spelt(name):
    """The same name, its first letter escaped."""
    return f"\\u{ord(name[0]):04x}{name[1:]}"


def good_payloads(profile):
    claims = profile.claims
    last = profile.lifetime
    yield "as it should be", object_text(claims.items())
    yield "backwards", object_text(reversed(claims.items()))
    yield "with white space", json.dumps(json.loads(object_text(claims.items())), indent=2)
    yield "names with escapes", object_text((spelt(name), value) for name, value in claims.items())
    for name in profile.strings:
        if name in profile.constants or name == "sub" and profile.name.startswith("sudo-t"):
            continue
        for value in ["ü" * 1000, "e\u0301", " ", "\n", "a" * 100_000, "\U0001f511", "\u202e"]:
            others = {"iss": json.dumps(value)} if profile.name == "sudo-signin" and name == "sub" else {}
            yield f"{name}: {value[:3]!a}", changed({**claims, **others}, name, json.dumps(value))
    yield "as short as can be", object_text(
        {**claims, profile.start: profile.time(100), "exp": profile.time(100, 1)}.items()
    )
    yield "the last moment", object_text(
        {**claims, profile.start: profile.time(100 - last, 1), "exp": profile.time(100, 1)}.items()
    )
    for name in profile.optional:
        yield f"{name} now", changed(claims, name, profile.time(100))
    yield "more claims", changed(claims, "more", '{"n":1.50e3,"list":[null,-0,1e400],"iat":"x"}')
    if profile.name == "ims":
        yield "an audience", changed(claims, "aud", '["a","b"]')
        yield "issued", changed(claims, "iat", "1700000100")


def bad_payloads(profile):
    yield from bad_strings(profile)
    yield from bad_times(profile)
    yield from bad_windows(profile)
    yield from bad_texts(profile)


def bad_strings(profile):
    claims = profile.claims
    for name in profile.strings:
        yield f"{name} missing", without(claims, name)
        for value in NO_STRINGS:
            yield f"{name}: {value[:20]}", changed(claims, name, value)
        yield f"{name}: its value in a list", changed(claims, name, f"[{claims[name]}]")
        yield f"{name} twice", doubled(claims, name, claims[name])
        yield f"{name} twice, once escaped", doubled(claims, name, claims[name], spelt(name))
        yield f"{name} of another case", object_text(
            (other.upper() if other == name else other, value) for other, value in claims.items()
        )
    for name in profile.constants:
        right = json.loads(claims[name])
        for value in ["other", right.upper(), right + " ", " " + right, right + "\0", right[:-1], right + "\u0301"]:
            yield f"{name}: {value!a}", changed(claims, name, json.dumps(value))
    if profile.name == "sudo-signin":
        yield "sub: not iss", changed(claims, "sub", '"user-2"')
    if profile.name == "sudo-test":
        for value in [
            "suite", UUID, f"-{UUID}", f"suite{UUID}", f"suite_{UUID}", f"suite-{UUID}-", f"suite-{UUID} ",
            f"suite-{UUID}\n", f"suite-{UUID[:-1]}", f"suite-{UUID[:-1]}G", f"suite-{{{UUID}}}",
            f"suite-{UUID.replace('-', '')}", f"suite-{UUID[:-1]}\uff16",
        ]:  # fmt: skip
            yield f"sub: {value!a}", changed(claims, "sub", json.dumps(value))
    if profile.name == "ims":
        for value in ["null", "14", "true", "{}", "[1]", '["a",null]', '[["a"]]']:
            yield f"aud: {value}", changed(claims, "aud", value)


def bad_times(profile):
    claims = profile.claims
    for name in profile.times + profile.optional:
        value = claims.get(name, profile.time(50))
        digits = len(value) - 1
        exponents = [f"{value[0]}.{value[1:]}e{digits}", f"{value}e0", f"{value}E+00", f"{value}0e-1"]
        huge = ["9223372036854775807", "9223372036854775808", "18446744073709551616", "9" * 400, "1e400"]
        numbers = [f"-{value}", "-0", "-1", f"{value}.0", f"{value}.5", f"{value}.000000001", *exponents, *huge]
        if name not in profile.optional:
            yield f"{name} missing", without(claims, name)
        for wrong in [*numbers, "null", "true", "[]", f"[{value}]", "{}", '""', f'"{value}"', '"soon"']:
            yield f"{name}: {wrong[:20]}", changed(claims, name, wrong)
        yield f"{name} twice", doubled({**claims, name: value}, name, value)
        yield f"{name} twice, once escaped", doubled({**claims, name: value}, name, value, spelt(name))
        for wrong in [f"0{value}", f"+{value}", f"{value}.", f".{value}", hex(int(value)), f"{value}_0", "NaN"]:
            yield f"{name}: {wrong}, no JSON", changed(claims, name, wrong)
        for wrong in ["Infinity", "-Infinity", "1e", "١"]:
            yield f"{name}: {wrong}, no JSON", changed(claims, name, wrong)
        other = str(int(value) // 1000 if profile.unit == 1000 else int(value) * 1000)
        yield f"{name} in the other unit", changed(claims, name, other)
        yield f"{name} in microseconds", changed(claims, name, str(int(value) * 10**6 // profile.unit))
    if profile.name == "ims":
        for wrong in ["null", '"1700000000"', "true", "[]", "{}", "1e400", "9" * 30]:
            yield f"iat: {wrong}", changed(claims, "iat", wrong)


def bad_windows(profile):
    claims, start, last = profile.claims, profile.start, profile.lifetime
    windows = {
        "one unit too long": (profile.time(0), profile.time(last, 1)),
        "one second too long": (profile.time(0), profile.time(last + 1)),
        "ten years": (profile.time(0), profile.time(315360000)),
        "too long by its start": (profile.time(0, -1), profile.time(last)),
        "since 1970": ("0", profile.time(last)),
        "empty": (profile.time(50), profile.time(50)),
        "backwards": (profile.time(60), profile.time(50)),
        "backwards, around now": (profile.time(150), profile.time(50)),
        "over now": (profile.time(50), profile.time(100)),
        "over long ago": (profile.time(-10_000_000), profile.time(-10_000_000 + last)),
        "to come in a second": (profile.time(101), profile.time(101 + last)),
        "to come in a unit": (profile.time(100, 1), profile.time(200)),
        "to come in a year": (profile.time(31536000), profile.time(31536000 + last)),
    }
    for name, (begin, end) in windows.items():
        yield name, object_text({**claims, start: begin, "exp": end}.items())
    for name in profile.optional + (["iat"] if profile.name == "ims" else []):
        yield f"{name} to come", changed(claims, name, profile.time(100, 1))
        yield f"{name} after exp", changed(claims, name, profile.time(last + 1))


def bad_texts(profile):
    right = object_text(profile.claims.items())
    texts = {
        "nothing": "", "empty": "{}", "null": "null", "a list": f"[{right}]", "a string": json.dumps(right),
        "a number": "1700000000", "cut off": right[:-1], "twice": right + right, "more after it": right + " x",
        "a comma too many": right[:-1] + ",}", "a comma before": "{," + right[1:],
        "single quotes": right.replace('"', "'"), "no quotes": right.replace('"', ""),
        "a comment": right[:-1] + "/**/}", "a byte order mark": "\ufeff" + right, "a zero": right + "\0",
        "a member twice": right[:-1] + ',"a":1,"a":1}', "a member twice, below": right[:-1] + ',"a":{"b":1,"b":2}}',
        "a member twice, in a list": right[:-1] + ',"a":[{"b":1,"\\u0062":2}]}',
        "a control character": right[:-1] + ',"a":"\x01"}', "a newline in a string": right[:-1] + ',"a":"\n"}',
        "half a surrogate pair": right[:-1] + ',"a":"\\ud83d"}', "an unknown escape": right[:-1] + ',"a":"\\x41"}',
        "an open string": right[:-1] + ',"a":"}', "very deep": right[:-1] + ',"a":' + "[" * 5000 + "]" * 5000 + "}",
    }  # fmt: skip
    for name, text in texts.items():
        yield name, text
    yield "not UTF-8", right.encode()[:-1] + b',"a":"\xff"}'
    yield "overlong UTF-8", right.encode()[:-1] + b',"a":"\xc0\x80"}'
    yield "a surrogate in UTF-8", right.encode()[:-1] + b',"a":"\xed\xa0\x80"}'
    yield "UTF-16", right.encode("utf-16-le")
    yield "Latin-1", right.encode()[:-1] + ',"a":"ü"}'.encode("latin-1")


def bad_parts(profile):
    """Payload parts, of which not the text is wrong, but its base64url."""
    right = part(object_text(profile.claims.items()) + " " * (-len(object_text(profile.claims.items())) % 3))
    yield "padded", part(object_text(profile.claims.items()) + " ") + "="
    yield "white space inside", right[:8] + " " + right[8:]
    yield "base64", right[:-4] + "+/+/"
    yield "cut off in a character", right + "e"
    yield "bits to spare", right + "fR"
    yield "a character of no alphabet", right[:-1] + "*"


def headers(profile):
    """Name, header, and what becomes of it when a prototype is signed: the platform's own, or None where there is none
    to be had."""
    right = profile.header
    fresh = {"alg": "RS256"} if "typ" not in right else dict(right)
    key_ids = {"kid": right["kid"]} if "kid" in right else {}
    yield "alg HS256", {**right, "alg": "HS256"}, right
    for name in ["none", "NONE", "RS512", "PS256", "ES256", "rs256", "RS256 ", ""]:
        yield f"alg {name!r}", {**right, "alg": name}, right
    if "typ" in right:
        for name in ["jwt", "JWT ", "at+jwt", "", "JWS"]:
            yield f"typ {name!r}", {**right, "typ": name}, right
        yield "no typ", {"alg": "RS256"}, right
        yield "no typ, and a kid", {"alg": "RS256", "kid": KEY_ID}, {**right, "kid": KEY_ID}
    else:
        for name in ["JWT", "jwt", ""]:
            yield f"typ {name!r}", {**right, "typ": name}, right
        standard = {"alg": "RS256", "kid": "register_key"} if profile.name == "sudo-test" else None
        yield "no kid", {"alg": "RS256"}, standard
        yield "an empty kid", {"alg": "RS256", "kid": ""}, standard
        yield "another member", {**right, "x": 1}, right
        yield "cty", {**right, "cty": "JWT"}, right
        yield "x5c", {**right, "x5c": []}, right
        yield "Alg", {**right, "Alg": "RS256"}, right
    yield "crit", {**right, "crit": ["x"], "x": 1}, right
    yield "an empty crit", {**right, "crit": []}, right
    yield "b64", {**right, "crit": ["b64"], "b64": False}, right
    for name in ["jwk", "jku", "x5u"]:
        yield name, {**right, name: {} if name == "jwk" else "https://example.com/"}, right
    for name in ["alg", "kid", "typ"]:
        for value in [1, None, ["RS256"], {}, True]:
            yield f"{name} {value}", {**right, name: value}, None
    yield "no alg", {**fresh, **key_ids, "alg": ...}, None
    yield "no header", "", None
    yield "a list", [right], None
    yield "alg twice", object_text([*quoted(right), ("alg", '"RS256"')]), None
    yield "kid twice", object_text([*quoted(right), ("kid", '"a"'), ("kid", '"a"')]), None
    yield "cut off", json.dumps(right)[:-1], None


def quoted(header):
    return [(name, json.dumps(value)) for name, value in header.items()]


def part(text):
    data = text if isinstance(text, bytes) else text.encode()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def compact(header):
    if isinstance(header, str):
        return header
    if isinstance(header, dict):
        header = {name: value for name, value in header.items() if value is not ...}
    return json.dumps(header, separators=(",", ":"))


def prototypes(kind, profile):
    """Name, prototype, and the header part that it has once it is signed, or None."""
    header = part(compact(profile.header))
    if kind == "headers":
        payload = part(object_text(profile.claims.items()))
        for name, given, expected in headers(profile):
            yield name, f"{part(compact(given))}.{payload}", expected and part(compact(expected))
        return
    for name, text in good_payloads(profile) if kind == "good" else bad_payloads(profile):
        yield name, f"{header}.{part(text)}", header
    for name, payload in bad_parts(profile) if kind == "payloads" else []:
        yield name, f"{header}.{payload}", header


def claims_line(prototype):
    payload = prototype.split(".")[1]
    try:
        text = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)).decode()
    except ValueError:
        return ""
    return "" if "\n" in text else text


def main():
    kind, name, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    rows = list(prototypes(kind, PROFILES[name]))
    columns = {
        "names": [name for name, _, _ in rows],
        "prototypes": [prototype for _, prototype, _ in rows],
        "headers": [header or "" for _, _, header in rows],
        "claims": [claims_line(prototype) for _, prototype, _ in rows],
    }
    for file, lines in columns.items():
        with open(f"{folder}/{file}", "w", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    main()
