"""Makes a Python wheel of signet: the static binary as a script, and no Python. Started by package.sh.

The format is the binary distribution format of the Python packaging user guide (PEP 427, PEP 425, PEP 600, PEP 656).
A static binary needs no C library, so its tags name the oldest ones that package indexes accept for it. The wheel's
name is signet-cli, because PyPI has another program by the name of signet, which pip would take for a newer version.
"""

import base64, hashlib, os, pathlib, sys, time, zipfile

tree, folder = map(pathlib.Path, sys.argv[1:])
machine, version = os.environ["machine"], os.environ["version"]
tags = [f"manylinux_2_17_{machine}", f"manylinux2014_{machine}", f"musllinux_1_1_{machine}"]
moment = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
records = []


def add(wheel, name, content, mode=0o644):
    entry = zipfile.ZipInfo(name, moment)
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    wheel.writestr(entry, content, compresslevel=9)
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    records.append(f"{name},sha256={digest},{len(content)}\n")


path = folder / f"signet_cli-{version}-py3-none-{'.'.join(tags)}.whl"
with zipfile.ZipFile(path, "w") as wheel:
    # pip copies scripts to the folder of programs, and the rest of data below the prefix: share/man, ….
    add(wheel, f"signet_cli-{version}.data/scripts/signet", (tree / "usr/bin/signet").read_bytes(), 0o755)
    for file in sorted((tree / "usr/share").rglob("*")):
        if file.is_file():
            add(wheel, f"signet_cli-{version}.data/data/{file.relative_to(tree / 'usr')}", file.read_bytes())
    information = f"signet_cli-{version}.dist-info"
    add(wheel, f"{information}/licenses/LICENSE", pathlib.Path("LICENSE").read_bytes())
    metadata = ["Metadata-Version: 2.4", "Name: signet-cli", f"Version: {version}", f"Summary: {os.environ['summary']}"]
    metadata += ["License-Expression: Apache-2.0", "License-File: LICENSE", "Requires-Python: >=3.7"]
    metadata += ["Description-Content-Type: text/plain", "", os.environ["description"], ""]
    add(wheel, f"{information}/METADATA", "\n".join(metadata).encode())
    lines = ["Wheel-Version: 1.0", "Generator: signet", "Root-Is-Purelib: false"]
    lines += [f"Tag: py3-none-{tag}" for tag in tags]
    add(wheel, f"{information}/WHEEL", ("\n".join(lines) + "\n").encode())
    add(wheel, f"{information}/RECORD", ("".join(records) + f"{information}/RECORD,,\n").encode())
print(path)
