"""Paths of server certificates with a single fault each, and what signet, a linter of the Baseline Requirements and
openssl say of them.

    python3 single-faults.py

prints a line for each fault of faults.py: the check of signet that fails or warns, the linter's worst finding, and
whether openssl refuses the path. It then counts them, and lists the errors of the linter that signet passes. Exits 1
if one of the programs finds something in the certificates without a fault.
"""

import concurrent.futures
import json
import logging
import os
import subprocess
import sys
import tempfile

from faults import paths
from perfect import CA, LEAF, NOW, ORGANIZATIONAL, ROOT
from pkilint import finding_filter, loader
from pkilint.cabf import serverauth
from pkilint.cabf.serverauth.serverauth_constants import CertificateType
from pkilint.pkix import certificate as pkix
from pkilint.validation import ValidationFindingSeverity as Severity

POSITIONS = ["leaf", "CA", "root"]
ERRORS = [Severity.FATAL, Severity.ERROR]


class Linter:
    """pkilint, as its command lint_cabf_serverauth_cert runs it."""

    def __init__(self, kind):
        self.validator = pkix.create_pkix_certificate_validator_container(
            serverauth.create_decoding_validators(), serverauth.create_validators(kind)
        )
        self.filters = serverauth.create_serverauth_finding_filters(kind)

    def worst(self, certificate):
        """The severity and code of the first of the worst findings, except what is only worth a notice."""
        try:
            document = loader.load_certificate(certificate.der(), "certificate")
        except ValueError:
            return Severity.FATAL, "unreadable"
        results, _ = finding_filter.filter_results(self.filters, self.validator.validate(document.root))
        findings = [description.finding for result in results for description in result.finding_descriptions]
        worst = min(findings, key=lambda finding: finding.severity, default=None)
        return (worst.severity, worst.code) if worst and worst.severity <= Severity.WARNING else (None, "")


class Case:
    """A path in files of their own."""

    def __init__(self, folder, number, position, path):
        self.path = path
        self.place = POSITIONS.index(position)
        self.files = [f"{folder}/{number}-{name}.pem" for name in POSITIONS]
        for file, certificate in zip(self.files, path, strict=True):
            with open(file, "w", encoding="ascii") as out:
                out.write(certificate.pem())

    def signet(self):
        """The verdict, and the check that it comes from."""
        leaf, ca, root = self.files
        command = ["signet", "cert", "check", "--policy", "webpki", "--at", f"@{NOW}", "--roots", root, "--json"]
        done = subprocess.run([*command, leaf, "--untrusted", ca], capture_output=True, text=True, check=False)
        try:
            certificate = json.loads(done.stdout)["certificates"][0]
        except (ValueError, IndexError):
            return "fail", "unreadable"
        return certificate["verdict"], certificate.get("reason", "")

    def linter(self):
        """The severity and code of the first of the worst findings about the certificate with the fault."""
        linter = LINTERS["organization" if self.path[0].serial == ORGANIZATIONAL.serial else POSITIONS[self.place]]
        return linter.worst(self.path[self.place])

    def openssl(self):
        leaf, ca, root = self.files
        command = ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-attime", str(NOW)]
        command += ["-no-CApath", "-no-CAstore", "-CAfile", root, "-untrusted", ca, leaf]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


LINTERS = {
    "leaf": Linter(CertificateType.DV_FINAL_CERTIFICATE),
    "organization": Linter(CertificateType.OV_FINAL_CERTIFICATE),
    "CA": Linter(CertificateType.INTERNAL_UNCONSTRAINED_TLS_CA),
}


def judged(cases):
    """For each case, what the three say."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        signet = pool.map(Case.signet, cases)
        openssl = pool.map(Case.openssl, cases)
        return list(zip(signet, map(Case.linter, cases), openssl, strict=True))


def main():
    logging.disable()  # The linter logs what it cannot read, besides reporting it.
    with tempfile.TemporaryDirectory() as folder:
        perfect = [("leaf", LEAF), ("leaf", ORGANIZATIONAL), ("CA", LEAF)]
        found = judged([Case(folder, f"perfect{number}", position, [leaf, CA, ROOT])
                        for number, (position, leaf) in enumerate(perfect)])  # fmt: skip
        if set(found) != {(("ok", ""), (None, ""), True)}:
            sys.exit(f"without a fault: {found}")
        faults = list(paths())
        rows = judged([Case(folder, number, position, path) for number, (position, _, _, path) in enumerate(faults)])
    print(f"{'':4}  {'section':18}  {'fault':45}  {'signet':29}  {'openssl':7}  linter")
    missed = []
    for (position, section, text, _), ((verdict, check), (severity, code), accepted) in zip(faults, rows, strict=True):
        signet = {"ok": "-", "warn": f"{check} (warning)"}.get(verdict, check)
        linter = f"{code} (warning)" if severity == Severity.WARNING else code or "-"
        openssl = "-" if accepted else "fails"
        print(f"{position:4}  {section:18}  {text:45}  {signet:29}  {openssl:7}  {linter}")
        if severity in ERRORS and verdict == "ok":
            missed.append(f"{position}: {text}")
    errors = [severity in ERRORS for _, (severity, _), _ in rows]
    print(f"\n{len(rows)} faults: signet finds {sum(verdict != 'ok' for (verdict, _), _, _ in rows)}, the linter "
          f"{sum(severity is not None for _, (severity, _), _ in rows)} ({sum(errors)} errors), openssl "
          f"{sum(not accepted for _, _, accepted in rows)}")  # fmt: skip
    print(f"errors of the linter that signet passes: {len(missed)}")
    for text in missed:
        print(f"  {text}")


if __name__ == "__main__":
    main()
