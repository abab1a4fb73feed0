"""Damaged and forged revocation lists and OCSP responses.

    python3 revocation-mutations.py lists|responses FIRST COUNT

makes COUNT of each kind that libcrypto can read, from the one of number FIRST, each about a certificate that is revoked
or whose status is not known, and checks that signet passes none of these certificates. It prints how many there were
and which of them passed, and writes those to the file `passed`. Before that it checks that signet passes each
certificate with the list or response that the forgers imitate, signed by the right key, and fails it with the one that
is damaged: otherwise the other verdicts would prove nothing.
"""

import concurrent.futures
import ctypes
import ctypes.util
import itertools
import json
import os
import random
import subprocess
import sys

from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID
from mutants import (
    DAY, ED25519_WITH_NULL, GOOD, NOT_KNOWN, NOW, OTHER_ALGORITHMS, REVOKED, UNKNOWN, Answer, List, Party, Response,
    authority, by_key, by_name, damaged, delegate, name, oid, pem,
)  # fmt: skip

LIBCRYPTO = ctypes.CDLL(ctypes.util.find_library("crypto"))
REMOVED = (x509.CRLReason(x509.ReasonFlags.remove_from_crl), False)
STOLEN = (x509.CRLReason(x509.ReasonFlags.key_compromise), False)
ON_HOLD = (x509.CRLReason(x509.ReasonFlags.certificate_hold), False)
SOME_REASONS = frozenset({x509.ReasonFlags.key_compromise, x509.ReasonFlags.ca_compromise})
OTHER_REASONS = frozenset(x509.ReasonFlags) - SOME_REASONS - {
    x509.ReasonFlags.unspecified, x509.ReasonFlags.remove_from_crl
}  # fmt: skip


def scope(place=None, cas=False, attributes=False, reasons=None, indirect=False):
    return x509.IssuingDistributionPoint(place and [uri(place)], None, False, cas, reasons, indirect, attributes)


def uri(place):
    return x509.UniformResourceIdentifier(f"http://{place}.example/list")


def point(place=None, issuer=None):
    return x509.DistributionPoint(place and [uri(place)], None, None, issuer and [x509.DirectoryName(issuer.name)])


ROOT, OTHER_ROOT, UNKNOWN_ROOT = (authority(label) for label in ("root", "other root", "unknown root"))


class World:
    """A certificate, everything above it, and the one list or response that is damaged and forged.

    target: as it is damaged. best: the one that would make the certificate good if it were signed, valid and about it.
    others: the lists that are as they should be."""

    def __init__(self, kind):
        self.kind = kind
        self.root = authority(f"{kind} root") if kind == "of the root" else ROOT
        self.ca = authority(f"{kind} CA", self.root)
        self.signer = Party(f"{kind} lists", self.root, signs=("lists",))
        self.others = []
        self.strangers = {}

    def make_leaf(self, *extensions):
        self.leaf = Party(f"{self.kind} leaf", self.ca, extensions=extensions)

    def list(self, party, *entries, **changes):
        return List(party.name, party.key, party.key_identifier, entries).but(**changes)

    def add_strangers(self, imitated, common_name, make=authority):
        """Certificates with the name of the right signer whose signatures must not count."""
        past = NOW - DAY
        kind = self.kind
        self.strangers = {
            "another trust anchor": make(f"{kind} of another anchor", OTHER_ROOT, common_name),
            "no trust anchor": make(f"{kind} of no anchor", UNKNOWN_ROOT, common_name),
            "the leaf as issuer": make(f"{kind} of leaf", self.leaf, common_name),
            "an expired certificate": make(f"{kind} expired", imitated.issuer, common_name, past),
            "the leaf": self.leaf,
        }


def list_world(kind):
    world = World(kind)
    root, ca, signer = world.root, world.ca, world.signer
    of_root = [world.list(root)] if root is not ROOT else []
    extensions = []
    if kind in ("indirect", "issuer that is not indirect"):
        extensions = [x509.CRLDistributionPoints([point(issuer=signer)])]
    elif kind in ("distribution point", "other point"):
        extensions = [x509.CRLDistributionPoints([point("here")])]
    world.make_leaf(*extensions)
    leaf = (world.leaf.serial, STOLEN)
    best = world.list(ca)
    freshest = (x509.FreshestCRL([point("delta")]), False)
    delta = best.but(number=8, start=NOW - 5 * DAY).adding(x509.DeltaCRLIndicator(7))
    target, others = None, of_root
    if kind == "complete":
        target = best.but(entries=(leaf,))
    elif kind == "of the root":
        best, others = of_root[0], [world.list(ca)]
        target = best.but(entries=((ca.serial, STOLEN),))
    elif kind == "base":
        best = best.but(extensions=(freshest,))
        target, others = best.but(entries=(leaf,)), [delta]
    elif kind == "delta that could release":
        others = [best.but(extensions=(freshest,), entries=((world.leaf.serial, ON_HOLD),))]
        target, best = delta, delta.but(entries=((world.leaf.serial, REMOVED),))
    elif kind == "delta that revokes":
        others = [best.but(extensions=(freshest,))]
        target, best = delta.but(entries=(leaf,)), delta
    elif kind == "indirect":
        best = world.list(signer).adding(scope(indirect=True))
        issuer = (x509.CertificateIssuer([x509.DirectoryName(ca.name)]), True)
        target = best.but(entries=((*leaf, issuer),))
    elif kind == "distribution point":
        best = best.adding(scope("here"))
        target = best.but(entries=(leaf,))
    elif kind == "some reasons":
        best = best.adding(scope(reasons=SOME_REASONS))
        target, others = best.but(entries=(leaf,)), [world.list(ca).adding(scope(reasons=OTHER_REASONS))]
    else:
        target = {
            "too few reasons": best.adding(scope(reasons=SOME_REASONS)),
            "delta alone": delta,
            "expired": best.but(start=NOW - 30 * DAY, end=NOW - 1),
            "not yet valid": best.but(start=NOW + 1),
            "other point": best.adding(scope("there")),
            "CAs only": best.adding(scope(cas=True)),
            "unknown extension": best.adding(UNKNOWN),
            "issuer that is not indirect": world.list(signer),
        }[kind]
        best = world.list(signer).adding(scope(indirect=True)) if kind == "issuer that is not indirect" else best
        best = best.adding(scope("here")) if kind == "other point" else best
    world.target, world.best = target, best
    world.others = others
    imitated = {root.name: root, ca.name: ca, signer.name: signer}[best.issuer]
    world.add_strangers(imitated, imitated.name.rfc4514_string()[3:])
    world.strangers["a key without cRLSign"] = Party(
        f"{kind} no cRLSign", root, imitated.name.rfc4514_string()[3:], ("certificates",)
    )
    return world


LIST_KINDS = [
    "complete", "of the root", "base", "delta that could release", "delta that revokes", "indirect",
    "distribution point", "some reasons", "too few reasons", "delta alone", "expired", "not yet valid", "other point",
    "CAs only", "unknown extension", "issuer that is not indirect",
]  # fmt: skip


def forged_lists(world):
    """What is wrong, and a list that would make the certificate good but for that."""
    best = world.best
    # A delta that is valid makes up for the age of its base (RFC 5280 §5.2.4).
    if world.kind != "base":
        yield from forged_times(best)
    yield "no nextUpdate", best.but(end=None).der()
    yield "the signature of another list", best.der(signature=world.target.but(number=9).signature())
    for algorithm in OTHER_ALGORITHMS:
        yield "another algorithm outside", best.but(outer=algorithm).der()
        yield "another algorithm inside", best.but(inner=algorithm).der()
        if algorithm != ED25519_WITH_NULL:
            yield "another algorithm", best.but(inner=algorithm, outer=algorithm).der()
    is_delta = any(isinstance(value, x509.DeltaCRLIndicator) for value, _ in best.extensions)
    is_indirect = any(isinstance(value, x509.IssuingDistributionPoint) and value.indirect_crl
                      for value, _ in best.extensions)  # fmt: skip
    serial = (world.ca if world.kind == "of the root" else world.leaf).serial
    issuer = (x509.CertificateIssuer([x509.DirectoryName(name("other"))]), True)
    if not is_delta and not is_indirect:
        yield "removed, though complete", best.but(entries=((serial, REMOVED),)).der()
        yield "removed and revoked", best.but(entries=((serial, REMOVED), (serial, STOLEN))).der()
        yield "revoked and removed", best.but(entries=((serial, STOLEN), (serial, REMOVED))).der()
        yield "an entry of another issuer", best.but(entries=((serial, STOLEN, issuer),)).der()
        yield "an entry of another issuer first", best.but(entries=((1, STOLEN, issuer), (serial, STOLEN))).der()
    yield "an entry with an unknown extension", best.but(entries=((1, STOLEN, (UNKNOWN, True)),)).der()
    yield "an unknown extension", best.adding(UNKNOWN).der()
    if not is_delta:
        yield "a delta", best.adding(x509.DeltaCRLIndicator(1)).der()
    # A delta for other certificates does not say that its complete list is wrong about this one.
    scopes = {} if world.kind == "delta that revokes" else {
        "another place": scope("elsewhere"), "another place, indirect": scope("elsewhere", indirect=True),
        "attribute certificates only": scope(attributes=True), "one reason": scope(reasons=SOME_REASONS),
        "CAs only": scope(cas=True),
    }  # fmt: skip
    for text, value in scopes.items():
        is_right = {"one reason": world.kind == "some reasons", "CAs only": world.kind == "of the root"}
        if not is_right.get(text):
            yield text, best.adding(value).der()
        twice = ((scope(indirect=True), True), (value, True))
        yield f"two scopes, {text}", best.but(extensions=(*best.extensions, *twice)).der()


def lists_of_strangers(world):
    """What is wrong, the list, and the certificate of who signed it."""
    sister = Party(f"{world.kind} sister", world.root, signs=("lists",))
    for text, stranger in {**world.strangers, "a signer of lists": world.signer, "its sister": sister}.items():
        if stranger.name != world.best.issuer and world.kind != "delta that revokes":
            yield f"by {text}, its own name", world.best.by(stranger).der(), stranger
        if stranger is not world.signer or world.best.issuer != world.signer.name:
            best = world.best.but(key=stranger.key)
            yield f"by {text}", best.but(identifier=stranger.key_identifier).der(), stranger
            yield f"by {text}, the right key identifier", best.der(), stranger


def forged_times(best):
    start = best.start
    for text, first, last in (
        ("expired a second ago", start, NOW - 1), ("expired long ago", start, start + DAY),
        ("valid in a second", NOW + 1, NOW + 30 * DAY), ("valid next year", NOW + 365 * DAY, NOW + 400 * DAY),
        ("backwards", NOW - 1, start), ("backwards, around now", NOW + DAY, NOW - DAY),
    ):  # fmt: skip
        yield text, best.but(start=first, end=last).der()


def response_world(kind):
    world = World(kind)
    world.make_leaf()
    ca = world.ca
    world.delegate = delegate(f"{kind} delegate", ca)
    status = NOT_KNOWN if "unknown" in kind else REVOKED
    answer = Answer(world.leaf, GOOD, ca)
    best = Response((answer,), ca.key, by_name(ca))
    if "delegate" in kind:
        best = best.but(key=world.delegate.key, responder=by_key(world.delegate), certificates=(world.delegate,))
    bad = {"expired": answer.but(end=NOW - DAY // 4), "another certificate": answer.but(serial=world.leaf.serial + 1)}
    world.target, world.best = best.but(answers=(bad.get(kind, answer.but(status=status)),)), best
    signer = world.delegate if "delegate" in kind else ca
    make = delegate if "delegate" in kind else authority
    world.add_strangers(signer, signer.name.rfc4514_string()[3:], make)
    return world


RESPONSE_KINDS = [
    "revoked, by the issuer", "revoked, by a delegate", "unknown, by the issuer", "unknown, by a delegate", "expired",
    "another certificate",
]  # fmt: skip


def forged_responses(world):
    """What is wrong, and a response that would make the certificate good but for that."""
    best, ca, leaf = world.best, world.ca, world.leaf
    (answer,) = best.answers
    for text, start, end in (
        ("expired", NOW - 9 * DAY, NOW - DAY), ("valid tomorrow", NOW + DAY, NOW + 2 * DAY),
        ("valid tomorrow, without an end", NOW + DAY, None), ("old, without an end", NOW - 30 * DAY, None),
        ("backwards", NOW - DAY // 2, NOW - DAY), ("backwards, around now", NOW + DAY, NOW - DAY),
    ):  # fmt: skip
        yield text, best.but(answers=(answer.but(start=start, end=end),)).der()
    yield "the signature of another response", best.der(signature=world.target.signature())
    # RFC 8410 forbids the NULL, but the right key has signed this.
    for algorithm in OTHER_ALGORITHMS:
        if algorithm == ED25519_WITH_NULL:
            continue
        yield "another algorithm", best.but(algorithm=algorithm).der()
    for text, change in {
        "another serial number": {"serial": leaf.serial + 1}, "another issuer's key": {"issuer": world.root},
        "another issuer's name": {"certificate": world.delegate, "serial": leaf.serial, "issuer": world.root},
        "another digest": {"digest": "2.16.840.1.101.3.4.2.1"}, "an unknown digest": {"digest": "1.2.3"},
        "an unknown extension of the answer": {"critical": (UNKNOWN,)},
    }.items():  # fmt: skip
        yield text, best.but(answers=(answer.but(**change),)).der()
    yield "an unknown extension", best.but(critical=(UNKNOWN,)).der()
    for text, status in (("revoked", REVOKED), ("unknown", NOT_KNOWN)):
        other = answer.but(status=status)
        yield f"good and {text}", best.but(answers=(answer, other)).der()
        yield f"{text} and good", best.but(answers=(other, answer)).der()
    yield "no answer", best.but(answers=()).der()
    for status in (1, 2, 3, 5, 6):
        yield f"status {status}", best.but(status=status).der()
    yield "another kind of response", best.but(kind="1.3.6.1.5.5.7.48.1.2").der()


def responses_of_strangers(world):
    """What is wrong, the response, and the certificate of who signed it."""
    ca, label = world.ca, f"{world.kind} wrong"
    wrong = {
        "the root": world.root, "a delegate of the root": delegate(f"{label} root", world.root),
        "a delegate for servers": delegate(f"{label} server", ca, purpose=ExtendedKeyUsageOID.SERVER_AUTH),
        "a delegate for anything": delegate(f"{label} any", ca, purpose=ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE),
        "a delegate for nothing": Party(f"{label} none", ca),
        "an expired delegate": delegate(f"{label} old", ca, until=NOW - DAY),
        "a delegate of a delegate": delegate(f"{label} second", world.delegate),
        "a signer of lists": world.signer, "a CA below": authority(f"{label} below", ca),
    }  # fmt: skip
    for text, stranger in {**world.strangers, **wrong}.items():
        signed = world.best.by(stranger, stranger, stranger.issuer)
        yield f"by {text}", signed.der(), stranger
        yield f"by {text}, not sent", world.best.by(stranger).der(), stranger
        yield f"by {text}, by key", signed.but(responder=by_key(stranger)).der(), stranger
        yield f"by {text}, the right name", signed.but(responder=world.best.responder).der(), stranger
        child = delegate(f"{world.kind} {text} delegate", stranger)
        if stranger is not world.leaf.issuer:
            yield f"by the delegate of {text}", world.best.by(child, child, stranger).der(), stranger


def is_readable(mode, data):
    """Whether libcrypto can decode it: signet cannot do more, and says so in one way for all."""
    buffer = ctypes.create_string_buffer(data, len(data))
    start = ctypes.addressof(buffer)
    place = ctypes.c_void_p(start)
    decode, free = {
        "lists": (LIBCRYPTO.d2i_X509_CRL, LIBCRYPTO.X509_CRL_free),
        "responses": (LIBCRYPTO.d2i_OCSP_RESPONSE, LIBCRYPTO.OCSP_RESPONSE_free),
    }[mode]
    decode.restype = ctypes.c_void_p
    found = decode(None, ctypes.byref(place), ctypes.c_long(len(data)))
    if not found:
        LIBCRYPTO.ERR_clear_error()
        return False
    is_whole = place.value == start + len(data)
    if mode == "responses" and is_whole:
        LIBCRYPTO.OCSP_response_get1_basic.restype = ctypes.c_void_p
        basic = LIBCRYPTO.OCSP_response_get1_basic(ctypes.c_void_p(found))
        is_whole = bool(basic) and LIBCRYPTO.OCSP_response_status(ctypes.c_void_p(found)) == 0
        LIBCRYPTO.OCSP_BASICRESP_free(ctypes.c_void_p(basic))
    free(ctypes.c_void_p(found))
    return is_whole


def mutants(mode, world):
    """Endless: what is wrong, the bytes, and the certificate of a stranger who signed it. First the forgeries, and then
    what is damaged: the target, and what strangers signed."""
    forge, imitate = MODES[mode][2:]
    yield from ((text, data, None) for text, data in forge(world))
    strange = list(imitate(world))
    yield from strange
    source = random.Random(world.kind)
    target = world.target.der()
    while True:
        _, data, stranger = ("", target, None) if source.random() < 0.8 else source.choice(strange)
        data = damaged(data, source)
        if world.kind != "delta that revokes" or is_delta_of(world.ca, data):
            yield "damaged", data, stranger


def is_delta_of(party, data):
    """Whether a list still has the issuer and the indicator. If not, it is as if the delta had been left out, and its
    complete list counts alone."""
    return party.name.public_bytes() in data and oid("2.5.29.27") in data


MODES = {
    "lists": (LIST_KINDS, list_world, forged_lists, lists_of_strangers),
    "responses": (RESPONSE_KINDS, response_world, forged_responses, responses_of_strangers),
}


class Checker:
    """Runs signet with lists or responses of several worlds, one of each."""

    def __init__(self, mode, worlds):
        self.mode = mode
        self.leaves = [f"leaf{index}.pem" for index in range(len(worlds))]
        for leaf, world in zip(self.leaves, worlds):
            self.write(leaf, [world.leaf.pem()])
        roots = {world.root.pem() for world in worlds} | {OTHER_ROOT.pem()}
        self.write("roots.pem", sorted(roots))
        parties = [party for world in worlds for party in (world.ca, world.signer)]
        self.write("untrusted.pem", [party.pem() for party in (*parties, UNKNOWN_ROOT)])
        of_roots = [List(root.name, root.key, root.key_identifier) for root in (ROOT, OTHER_ROOT, UNKNOWN_ROOT)]
        lists = [*of_roots, *(item for world in worlds for item in world.others)]
        self.write("lists.pem", [pem("X509 CRL", item.der()) for item in lists])

    @staticmethod
    def write(path, texts):
        with open(path, "w", encoding="ascii") as file:
            file.writelines(texts)

    def run(self, mutants, folder):
        """Whether signet passes the certificates of these mutants; None if it does not read the mutants.

        mutants: the numbers of their worlds, the bytes, and the stranger who signed them."""
        os.makedirs(folder, exist_ok=True)
        command = ["signet", "cert", "check", "--json", "--at", f"@{NOW}", "--roots", "roots.pem"]
        command += ["--untrusted", "untrusted.pem"]
        strangers = {stranger.pem() for _, _, stranger in mutants if stranger}
        if strangers:
            self.write(f"{folder}/strangers.pem", sorted(strangers))
            command += ["--untrusted", f"{folder}/strangers.pem"]
        if self.mode == "lists":
            self.write(f"{folder}/lists.pem", [pem("X509 CRL", data) for _, data, _ in mutants])
            command += ["--crl", "lists.pem", "--crl", f"{folder}/lists.pem"]
        for index, data, _ in mutants if self.mode == "responses" else []:
            with open(f"{folder}/{index}.der", "wb") as file:
                file.write(data)
            command += ["--ocsp", f"{folder}/{index}.der"]
        command += [self.leaves[index] for index, _, _ in mutants]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode == 3:
            return None
        if result.returncode not in (0, 1):
            sys.exit(f"exit status {result.returncode}: {result.stderr}")
        verdicts = {item["file"]: item["verdict"] for item in json.loads(result.stdout)["certificates"]}
        return [verdicts[self.leaves[index]] != "fail" for index, _, _ in mutants]

    def passes(self, mutants, folder):
        """As `run`, with False for what signet does not read."""
        answers = self.run(mutants, folder)
        if answers is not None:
            return answers
        if len(mutants) == 1:
            return [False]
        half = len(mutants) // 2
        return self.passes(mutants[:half], folder) + self.passes(mutants[half:], folder)


def main():
    mode, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    kinds, make_world = MODES[mode][:2]
    worlds = [make_world(kind) for kind in kinds]
    checker = Checker(mode, worlds)
    for text, expected in (("best", True), ("target", False)):
        made = [(index, getattr(world, text).der(), None) for index, world in enumerate(worlds)]
        for kind, passes in zip(kinds, checker.passes(made, text)):
            if passes != expected:
                print(f"{kind}: {'passes' if passes else 'fails'} as it was made ({text})")

    # A round has one mutant of each kind that libcrypto can read.
    rounds = [[] for _ in range(first + count)]
    unreadable = []
    for index, world in enumerate(worlds):
        source = mutants(mode, world)
        for made in rounds:
            for text, data, stranger in source:
                if is_readable(mode, data):
                    made.append((index, text, data, stranger))
                    break
                unreadable.append((index, text, data, stranger))
    # Of those that libcrypto cannot read, only some, each alone.
    batches = rounds[first:] + [[mutant] for mutant in unreadable[::50]]

    def judge(number):
        chosen = [(index, data, stranger) for index, _, data, stranger in batches[number]]
        return checker.passes(chosen, f"batch{number}")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = pool.map(judge, range(len(batches)))
        passed = sorted(
            (kinds[index], text, data.hex())
            for made, seen in zip(batches, verdicts) for (index, text, data, _), passes in zip(made, seen) if passes
        )  # fmt: skip
    print(f"{count * len(kinds)} of {len(kinds)} kinds, {len(passed)} passed")
    for (kind, text), found in itertools.groupby(passed, lambda item: item[:2]):
        print(f"{kind}: {text}: {len(list(found))} passed")
    with open("passed", "w", encoding="ascii") as file:
        file.writelines(" | ".join(item) + "\n" for item in passed)


if __name__ == "__main__":
    main()
