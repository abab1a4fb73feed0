"""NIST's suite for certification paths (PKITS), with signet and with openssl verify.

    python3 pkits.py

runs every test of pkits.tests twice: with the certificates and lists of its path, and with a pile of all certificates
and lists of the suite. It prints how many verdicts of each section are NIST's, and then each verdict of signet that is
not, with the check that it comes from. Exits 1 if signet passes what NIST does not. cryptography-vectors has the
suite's certificates; nothing but the standard library is needed besides.
"""

import base64
import concurrent.futures
import importlib.util
import json
import os
import subprocess
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
NOW = 1451606400  # 2016-01-01. Most certificates and lists are valid from 2010 to 2030.
POLICY = "2.16.840.1.101.3.2.1.48."  # NIST-test-policy-1 ends in 1.
ANY_POLICY = "2.5.29.32.0"
FLAGS = {
    "explicit": ("--explicit-policy", "-explicit_policy"),
    "no-mapping": ("--inhibit-policy-mapping", "-inhibit_map"),
    "no-any": ("--inhibit-any-policy", "-inhibit_any"),
}


class Test:
    """A test with one set of inputs."""

    def __init__(self, number, name, is_valid, inputs, certificates, lists):
        self.number = number
        self.name = " ".join([name, *inputs])
        self.is_valid = is_valid
        self.inputs = inputs
        self.certificates = certificates
        self.lists = lists


def read_tests():
    """The titles of the sections, each with its tests."""
    sections = {}
    with open(f"{HERE}/pkits.tests", encoding="utf-8") as file:
        blocks = "".join(line for line in file if not line.startswith("#")).strip().split("\n\n")
    for block in blocks:
        title, text = block.split("\n", 1)
        tests = sections.setdefault(title, [])
        for test in text.replace("\n  ", "\t").split("\n"):
            head, certificates, lists = (test + "\t").split("\t")[:3]
            number, rest = head.split(" ", 1)
            name, subtests = rest.split(": ")
            for subtest in subtests.split("; "):
                verdict, *inputs = subtest.split()
                tests.append(Test(number, name, verdict == "valid", inputs, certificates.split(), lists.split()))
    return sections


def pem(label, data):
    text = "\n".join(textwrap.wrap(base64.b64encode(data).decode(), 64))
    return f"-----BEGIN {label}-----\n{text}\n-----END {label}-----\n"


class Suite:
    """The suite's files, as PEM."""

    def __init__(self):
        folder = os.path.dirname(importlib.util.find_spec("cryptography_vectors").origin) + "/x509/PKITS_data"
        self.certificates = self.read(f"{folder}/certs", "CERTIFICATE")
        self.lists = self.read(f"{folder}/crls", "X509 CRL")

    @staticmethod
    def read(folder, label):
        files = {}
        for name in sorted(os.listdir(folder)):
            with open(f"{folder}/{name}", "rb") as file:
                files[name.rsplit(".", 1)[0]] = pem(label, file.read())
        return files


class Material:
    """The files that a test is run with."""

    def __init__(self, folder, suite, certificates, lists):
        os.makedirs(folder, exist_ok=True)
        self.root, self.untrusted, self.lists = f"{folder}/root.pem", f"{folder}/untrusted.pem", f"{folder}/lists.pem"
        root = "TrustAnchorRootCertificate"
        for path, texts in (
            (self.root, [suite.certificates[root]]),
            (self.untrusted, [suite.certificates[name] for name in certificates if name != root]),
            (self.lists, [suite.lists[name] for name in lists]),
        ):
            with open(path, "w", encoding="ascii") as file:
                file.writelines(texts)


def run(*command):
    # The tools differ in which of them write to standard error, and only their verdicts are compared.
    return subprocess.run(command, capture_output=True, text=True, check=False)


def signet(material, leaves, inputs):
    """For each file, None if it passes, or else the name of the check that fails."""
    command = ["signet", "cert", "check", "--json", "--at", f"@{NOW}", "--roots", material.root]
    command += ["--untrusted", material.untrusted] if os.path.getsize(material.untrusted) else []
    command += ["--crl", material.lists]
    for name in inputs:
        command += ["--policy-oid", POLICY + name[1:]] if name.startswith("P") else [FLAGS[name][0]]
    result = run(*command, *leaves)
    if result.returncode > 1:
        return [f"exit status {result.returncode}" for _ in leaves]
    report = json.loads(result.stdout)
    certificates = {certificate["file"]: certificate for certificate in report["certificates"]}
    if len(certificates) != len(leaves) or (result.returncode == 0) != report["valid"]:
        return ["the report is not about these files" for _ in leaves]
    return [
        None if certificates[leaf]["verdict"] in ("ok", "warn") else certificates[leaf]["reason"] for leaf in leaves
    ]


def openssl(material, leaves, inputs):
    """For each file, None if it passes, or else openssl's words."""
    command = ["openssl", "verify", "-no-CApath", "-no-CAstore", "-attime", str(NOW), "-CAfile", material.root]
    command += ["-untrusted", material.untrusted] if os.path.getsize(material.untrusted) else []
    command += ["-CRLfile", material.lists, "-crl_check_all", "-extended_crl", "-use_deltas", "-policy_check"]
    # Without -policy, openssl takes the initial-policy-set for empty, and not for any-policy.
    command += [] if any(name.startswith("P") for name in inputs) else ["-policy", ANY_POLICY]
    for name in inputs:
        command += ["-policy", POLICY + name[1:]] if name.startswith("P") else [FLAGS[name][1]]
    result = run(*command, *leaves)
    answers = {line.removesuffix(": OK"): None for line in result.stdout.splitlines() if line.endswith(": OK")}
    reason = None
    for line in result.stderr.splitlines():
        if " lookup: " in line:
            reason = line.split(" lookup: ", 1)[1]
        elif line.endswith(": verification failed"):
            answers[line.removeprefix("error ").removesuffix(": verification failed")] = reason
    return [answers.get(leaf, "no answer") for leaf in leaves]


def leaf_file(name):
    return f"leaves/{name}.pem"


def run_alone(suite, tests):
    """The answers of both for each test, with the files of its path."""

    def answers(place):
        test = tests[place]
        leaf = leaf_file(test.certificates[-1])
        lists = ["TrustAnchorRootCRL", *test.lists]
        material = Material(f"tests/{place}", suite, test.certificates[:-1], lists)
        return [tool(material, [leaf], test.inputs)[0] for tool in (signet, openssl)]

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(answers, range(len(tests))))


def run_in_pile(suite, tests):
    """The answers of both for each test, with all files of the suite, and all leaves of the same inputs at once."""
    material = Material("pile", suite, suite.certificates, suite.lists)
    groups = {}
    for test in tests:
        groups.setdefault(tuple(test.inputs), set()).add(leaf_file(test.certificates[-1]))

    def answers(inputs):
        leaves = sorted(groups[inputs])
        return dict(zip(leaves, zip(signet(material, leaves, inputs), openssl(material, leaves, inputs))))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(groups, pool.map(answers, groups)))
    return [found[tuple(test.inputs)][leaf_file(test.certificates[-1])] for test in tests]


def differences(who, tests, columns):
    """Lines about the verdicts of a tool, alone and in the pile, that are not NIST's."""
    for test, answers in zip(tests, zip(*columns)):
        wrong = [answer for answer in answers if (answer is None) != test.is_valid]
        if not wrong:
            continue
        where = "" if len(wrong) == 2 else " (alone)" if (answers[0] is None) != test.is_valid else " (in the pile)"
        reasons = " / ".join(dict.fromkeys(answer or "passes" for answer in wrong))
        expected = "valid" if test.is_valid else "invalid"
        yield f"{who}{where}: {test.number} {test.name}: {expected}, but {reasons}"


def main():
    suite = Suite()
    sections = read_tests()
    tests = [test for section in sections.values() for test in section]
    os.makedirs("leaves", exist_ok=True)
    for test in tests:
        name = test.certificates[-1]
        with open(leaf_file(name), "w", encoding="ascii") as file:
            file.write(suite.certificates[name])
    # For each tool and place, the answers in the order of the tests.
    columns = [list(column) for run in (run_alone, run_in_pile) for column in zip(*run(suite, tests))]

    def table_row(title, chosen):
        agreed = [sum((column[i] is None) == tests[i].is_valid for i in chosen) for column in columns]
        print(f"{title:50}{len(chosen):7}" + "".join(f"{count:9}" for count in agreed))

    print(f"{'':50}{'tests':>7}{'signet':>9}{'openssl':>9}{'in the pile':>18}")
    start = 0
    for title, section in sections.items():
        table_row(title, range(start, start + len(section)))
        start += len(section)
    table_row("together", range(len(tests)))
    apart = ("4.8.", "4.9.", "4.10.", "4.11.", "4.12.")
    table_row("without policies", [i for i, test in enumerate(tests) if not test.number.startswith(apart)])
    for line in [*differences("signet", tests, columns[0::2]), *differences("openssl", tests, columns[1::2])]:
        print(line)
    passed = [any(column[i] is None for column in columns[0::2]) for i in range(len(tests))]
    sys.exit(any(passes and not test.is_valid for passes, test in zip(passed, tests)))


if __name__ == "__main__":
    main()
