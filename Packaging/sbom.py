"""Writes the SBOM of a package beside it, in SPDX 2.3 as JSON: what the binary in it has inside. Started by package.sh.

    sbom.py BINARY PACKAGE

The versions are those of the machine that built the binary: the Swift compiler's, and those of Debian's packages. The
version of libcrypto must be the one that the binary itself states.
"""

import hashlib, json, os, pathlib, re, subprocess, sys

binary, package = map(pathlib.Path, sys.argv[1:])
version = os.environ["version"]


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def debian(name):
    """The source package and its version of an installed package whose library is inside."""
    form = "${source:Package} ${source:Version}"
    return output("dpkg-query", "--show", f"--showformat={form}", name).split()


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]", "-", name)


def component(name, version, license, location, purl=None):
    fields = {"name": name, "SPDXID": identifier(name), "versionInfo": version, "licenseConcluded": license,
              "licenseDeclared": license, "downloadLocation": location, "copyrightText": "NOASSERTION",
              "filesAnalyzed": False, "primaryPackagePurpose": "LIBRARY"}
    if purl:
        fields["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                   "referenceLocator": purl}]
    return fields


def from_debian(name, license):
    source, source_version = debian(name)
    release = dict(line.rstrip().split("=", 1) for line in open("/etc/os-release") if "=" in line)
    distribution = release["ID"].strip('"')
    quoted = source_version.replace("+", "%2B").replace(":", "%3A")
    purl = f"pkg:deb/{distribution}/{source.replace('+', '%2B')}@{quoted}?arch=source"
    return component(source, source_version, license, "NOASSERTION", purl)


is_static = "INTERP" not in output("readelf", "--program-headers", binary)
compiler = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
gcc = re.search(r"\d+", output("gcc", "-dumpversion"))[0]
swift = component("swift", compiler, "Apache-2.0 WITH Swift-exception",
                  f"git+https://github.com/swiftlang/swift@swift-{compiler}-RELEASE")
inside = [swift, from_debian(f"libstdc++-{gcc}-dev", "GPL-3.0-or-later WITH GCC-exception-3.1")]
openssl = from_debian("libssl-dev", "Apache-2.0")
beside = []
if is_static:
    inside += [openssl, from_debian("libc6-dev", "LGPL-2.1-or-later")]
    # What the Makefile links beside libcrypto.
    libraries = output("pkg-config", "--static", "--libs-only-l", "libcrypto").split()
    if "-lz" in libraries:
        inside.append(from_debian("zlib1g-dev", "Zlib"))
    if "-lzstd" in libraries:
        inside.append(from_debian("libzstd-dev", "BSD-3-Clause OR GPL-2.0-only"))
    stated = re.search(r"OpenSSL (\S+)", output(binary.absolute(), "--version"))[1]
    if stated != openssl["versionInfo"].split("-")[0]:
        sys.exit(f"sbom: {binary} has OpenSSL {stated} inside, but {openssl['versionInfo']} is installed; build it again")
else:
    beside += [openssl, from_debian("libc6-dev", "LGPL-2.1-or-later")]

digest = hashlib.sha256(package.read_bytes()).hexdigest()
signet = component("signet", version, "Apache-2.0", "NOASSERTION") | {
    "primaryPackagePurpose": "APPLICATION", "packageFileName": package.name, "sourceInfo": f"commit {os.environ['commit']}",
    "checksums": [{"algorithm": "SHA256", "checksumValue": digest}]}
links = [("STATIC_LINK", found) for found in inside] + [("DYNAMIC_LINK", found) for found in beside]
document = {
    "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": package.name,
    "documentNamespace": f"https://packages.invalid/signet/{digest}",
    "creationInfo": {"created": os.environ["created"], "creators": [f"Tool: signet-packaging-{version}"]},
    "packages": [signet, *inside, *beside],
    "relationships": [
        {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-signet"},
        *({"spdxElementId": "SPDXRef-signet", "relationshipType": kind, "relatedSpdxElement": found["SPDXID"]}
          for kind, found in links)]}
with open(f"{package}.spdx.json", "w") as file:
    json.dump(document, file, indent=1)
    file.write("\n")
