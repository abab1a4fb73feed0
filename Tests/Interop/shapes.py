"""Certificates that `signet cert create` makes from many combinations of its flags, and what a linter, openssl and
signet itself say of them.

    python3 shapes.py

prints how many certificates of each group were judged, and every finding of the linter once. Exits 1, with the flags, if
openssl or signet refuses a certificate, or if the linter finds an error.
"""

import itertools
import json
import logging
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from pkilint import finding_filter, loader
from pkilint.cabf import serverauth
from pkilint.cabf.serverauth.serverauth_constants import CertificateType
from pkilint.pkix import certificate as pkix
from pkilint.pkix import extension, name
from pkilint.validation import ValidationFindingSeverity as Severity

AT = "2026-06-01T00:00:00Z"
NOW = "1780272000"  # The same in seconds.
KEYS = {
    "rsa2048": [], "rsa4096": ["--bits", "4096"], "p256": ["--type", "ec"],
    "p384": ["--type", "ec", "--curve", "P-384"], "p521": ["--type", "ec", "--curve", "P-521"],
    "ed25519": ["--type", "ed25519"], "ed448": ["--type", "ed448"],
}  # fmt: skip
WEB = ["rsa2048", "p256", "p384"]
URLS = ["--crl-url", "http://ca.example.org/ca.crl", "--ocsp-url", "http://ocsp.example.org",
        "--issuer-url", "http://ca.example.org/ca.cer"]  # fmt: skip
DOMAIN = ["--policy-oid", "2.23.140.1.2.1"]


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False)


def signet(*words):
    done = run("signet", *words)
    if done.returncode:
        sys.exit(f"signet {' '.join(words)}: {done.stderr}")


def general():
    """A linter of RFC 5280."""
    return pkix.create_pkix_certificate_validator_container(
        pkix.create_decoding_validators(name.ATTRIBUTE_TYPE_MAPPINGS, extension.EXTENSION_MAPPINGS),
        [pkix.create_issuer_validator_container([]), pkix.create_validity_validator_container(),
         pkix.create_subject_validator_container([]), pkix.create_extensions_validator_container([]),
         pkix.create_spki_validator_container([])],
    )  # fmt: skip


def baseline(kind):
    """A linter of the Baseline Requirements for servers."""
    return pkix.create_pkix_certificate_validator_container(
        serverauth.create_decoding_validators(), serverauth.create_validators(kind)
    )


BASELINE = {
    "server": CertificateType.DV_FINAL_CERTIFICATE,
    "public CA": CertificateType.INTERNAL_UNCONSTRAINED_TLS_CA,
}
LINTERS = {group: general() for group in ("leaf", "CA", "root")} | {
    group: baseline(kind) for group, kind in BASELINE.items()
}
# The linter calls a URI invalid if it does not know the scheme: spiffe.
UNFOUNDED = ["pkix.invalid_uri_syntax"]


def shapes():
    """Groups, types of keys and flags."""
    for key, hosts in itertools.product(WEB, (1, 2, 30)):
        yield "server", key, ["--subject", "", "--for", "90d", *URLS, *DOMAIN, *sans(hosts)]
    for key in WEB:
        yield "server", key, ["--subject", "CN=h0.example.org", "--for", "90d", *URLS, *DOMAIN, *sans(1)]
        yield "server", key, ["--subject", "", "--for", "90d", *URLS, *DOMAIN, "--san", "dns:*.example.org"]
        yield "server", key, ["--subject", "", "--for", "90d", *URLS, *DOMAIN, "--san", "ip:1.1.1.1", "--san", "ip:2606:4700::1"]
        yield "public CA", key, ["--is-ca", "--subject", "CN=CA 1,O=Example,C=CH", *URLS, "--ext-key-usage", "serverAuth", "--policy-oid", "2.5.29.32.0", "--path-length", "0"]
    kinds = {
        "person": ["--subject", "CN=Kim Müller,O=Example,C=CH", "--san", "email:kim@example.org", "--ext-key-usage", "emailProtection,clientAuth"],
        "Windows": ["--subject", "CN=Kim,DC=example,DC=org", "--san", "upn:kim@example.org", "--ext-key-usage", "clientAuth,smartcardLogon"],
        "service": ["--subject", "", "--san", "uri:spiffe://example.org/web", "--ext-key-usage", "serverAuth,clientAuth"],
        "code": ["--subject", "CN=Example Code,O=Example", "--ext-key-usage", "codeSigning", "--key-usage", "digitalSignature"],
        "responder": ["--subject", "CN=OCSP", "--ext-key-usage", "OCSPSigning", "--key-usage", "digitalSignature"],
        "times": ["--subject", "CN=TSA", "--ext-key-usage", "timeStamping", "--key-usage", "digitalSignature,nonRepudiation"],
        "plain": ["--subject", "CN=plain+UID=1,OU=a,OU=b"],
    }
    for key, kind in itertools.product(KEYS, kinds.values()):
        yield "leaf", key, [*kind, *URLS]
    yield "leaf", "p256", ["--subject", "CN=for ever", "--not-after", "none"]
    yield "leaf", "p256", ["--subject", "CN=later", "--not-after", "2055-01-01T00:00:00Z"]
    yield "leaf", "p256", ["--subject", "CN=short", "--for", "10m", "--serial", "7f"]
    limits = [
        ["permit:dns:example.org"], ["permit:dns:example.org", "exclude:dns:secret.example.org"],
        ["permit:ip:192.0.2.0/24", "exclude:ip:::/0"], ["permit:email:example.org", "permit:email:kim@example.net"],
        ["permit:uri:.example.org"], ["permit:dirname:O=Example,C=CH"],
        ["exclude:dns:", "exclude:ip:0.0.0.0/0", "exclude:ip:::/0"],
    ]  # fmt: skip
    for key, limit in itertools.product(("p256", "p384", "rsa2048"), limits):
        flags = [word for item in limit for word in ("--name-constraint", item)]
        yield "CA", key, ["--is-ca", "--subject", "CN=Limited,O=Example,C=CH", *flags, *URLS]
    for length in ("0", "1", "5"):
        yield "CA", "p384", ["--is-ca", "--subject", f"CN=Length {length}", "--path-length", length, "--policy-oid", "1.3.6.1.4.1.99999.1"]
    for key in KEYS:
        yield "root", key, ["--is-ca", "--subject", f"CN=Root of {key},O=Example", "--for", "7300d"]


def sans(count):
    return [word for number in range(count) for word in ("--san", f"dns:h{number}.example.org")]


class Maker:
    """Makes the certificates and asks everybody about them."""

    def __init__(self, folder):
        self.folder = Path(folder)
        for key, flags in KEYS.items():
            signet("keygen", *flags, "--out", self.file(f"{key}.key"))
        self.ca = ["--ca", self.file("ca.pem"), "--ca-key", self.file("p384.key")]
        signet("cert", "create", "--key", self.file("p384.key"), "--is-ca", "--subject", "CN=Root,O=Example,C=CH",
               "--at", AT, "--not-after", "none", "--out", self.file("ca.pem"))  # fmt: skip

    def file(self, name):
        return str(self.folder / name)

    def make(self, number, group, key, flags):
        """The file of the certificate."""
        file = self.file(f"{number}.pem")
        issuer = [] if group == "root" else self.ca
        signet("cert", "create", "--key", self.file(f"{key}.key"), "--at", AT, *issuer, *flags, "--out", file)
        return file

    def objections(self, group, file):
        """Of openssl, and of signet with its strict rules."""
        root = file if group == "root" else self.file("ca.pem")
        strict = ["openssl", "verify", "-x509_strict", "-attime", NOW, "-no-CApath", "-no-CAstore", "-CAfile", root]
        done = run(*strict, file)
        if done.returncode:
            yield f"openssl: {done.stderr.splitlines()[-2:]}"
        done = run("signet", "cert", "check", "--strict", "--at", AT, "--roots", root, "--json", file)
        for check in json.loads(done.stdout)["certificates"][0]["checks"]:
            if check["verdict"] in ("warn", "fail"):
                yield f"signet: {check['name']}: {check['message']}"


def findings(group, file):
    """What the linter finds, except what is only worth a notice."""
    with open(file, encoding="ascii") as text:
        document = loader.load_pem_certificate(text.read(), file)
    results = LINTERS[group].validate(document.root)
    if group in BASELINE:
        filters = serverauth.create_serverauth_finding_filters(BASELINE[group])
        results, _ = finding_filter.filter_results(filters, results)
    for result in results:
        for description in result.finding_descriptions:
            if description.finding.severity <= Severity.WARNING:
                yield description.finding


def main():
    logging.disable()
    counts, seen, bad = Counter(), set(), []
    with tempfile.TemporaryDirectory() as folder:
        maker = Maker(folder)
        for number, (group, key, flags) in enumerate(shapes()):
            file = maker.make(number, group, key, flags)
            counts[group] += 1
            shape = f"{group}, {key}: {' '.join(flags)}"
            for found in findings(group, file):
                seen.add((found.severity.name, group, found.code))
                if found.severity <= Severity.ERROR and found.code not in UNFOUNDED:
                    bad.append(f"{shape}: {found.code}")
            bad += [f"{shape}: {text}" for text in maker.objections(group, file)]
    print(f"{sum(counts.values())} certificates: {', '.join(f'{count} {group}' for group, count in counts.items())}")
    for severity, group, code in sorted(seen):
        print(f"{severity.lower()}, {group}: {code}")
    for text in bad:
        print(text, file=sys.stderr)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
