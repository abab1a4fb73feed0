"""Compares what signing said of prototypes with what verifying said of the same, signed by somebody else.

    python3 compare.py payloads|headers FOLDER

FOLDER has names, prototypes and headers (mutations.py), signed and said (standard output and error of `signet jwt sign
--batch --keep-going`), verdicts (standard output of `signet jwt verify --batch`), and perhaps rules (of rules.py).
"""

import json
import re
import sys


def lines(name):
    with open(f"{sys.argv[2]}/{name}", encoding="utf-8") as file:
        return file.read().split("\n")[:-1]


def refusals():
    """What signing said of each line, by its number from 1, and its warnings."""
    found, warnings = {}, []
    for line in lines("said"):
        if match := re.fullmatch(r"signet: error: \S+: line (\d+): (.*)", line):
            found[int(match[1])] = match[2]
        elif match := re.fullmatch(r"signet: warning: the prototype's header was rewritten: (.*)", line):
            warnings.append(match[1])
        elif not re.match(r"signet: (hint: |error: \d+ of \d+ lines were not signed)", line):
            print("  said:", line)
    return found, warnings


def is_note(verdict):
    """Whether the token passed with a note: it is correct, but not as the platform's SDKs write it."""
    return verdict["valid"] and len(verdict.get("notes", [])) == 1


def message(verdict):
    return verdict["notes"][0] if is_note(verdict) else verdict.get("message", "verified")


def is_other_time(name, refused):
    """Whether the fault is the spelling of a time. Others may write any number (RFC 7519 §2), so the verifier takes it."""
    return "must be a whole number of" in refused and re.fullmatch(r"\w+: -?\d[-+.\deE]*", name)


def payload(refused, verdict, signed):
    """What is not as it should be with a prototype that must not be signed."""
    if signed:
        yield f"signed: {signed[:60]}"
    if message(verdict) != refused.replace("a whole number of", "a number of"):
        yield f"sign:   {refused}"
        yield f"verify: {message(verdict)} [{verdict.get('reason')}]"


def header(refused, verdict, signed, warnings, expected):
    """What is not as it should be with a prototype whose header is not the platform's."""
    if not expected:
        yield from payload(refused, verdict, signed)
        return
    if signed.split(".")[0] != expected:
        yield f"the header became {signed.split('.')[0]}: {refused}"
    if (verdict["valid"] or verdict["reason"] == "profile") and message(verdict) not in warnings:
        yield f"no warning: {message(verdict)}"


def main():
    kind = sys.argv[1]
    refused, warnings = refusals()
    rows = list(zip(*map(lines, ["names", "headers", "signed", "verdicts"]), strict=True))
    try:
        rules = lines("rules")
    except FileNotFoundError:
        rules = None
    agreed = notes = 0
    for number, (name, expected, signed, verdict) in enumerate(rows, 1):
        said, verdict = refused.get(number, ""), json.loads(verdict)
        if is_other_time(name, said):
            faults = [f"signed: {signed[:60]}"] if signed else []
        elif kind == "payloads":
            faults = list(payload(said, verdict, signed))
        else:
            faults = list(header(said, verdict, signed, warnings, expected))
        if rules and rules[number - 1].startswith("ok"):
            faults.append("the other verifier takes it")
        agreed += not faults
        notes += is_note(verdict)
        for fault in faults:
            print(f"  {name}: {fault}")
    print(f"{sys.argv[2]:12} {kind:8} {len(rows):4} {agreed:4} {notes:3}")


if __name__ == "__main__":
    main()
