"""Makes an OCI image of signet: one layer with the static binary, from scratch. Started by package.sh.

The image is a tar file in OCI's image layout (image-spec 1.1), which podman, skopeo, umoci and containerd read. signet
runs as user 65532, in the folder /work, where a folder of the host can be mounted.
"""

import gzip, hashlib, io, json, os, pathlib, sys, tarfile

tree, folder = map(pathlib.Path, sys.argv[1:])
machine, version, moment = os.environ["machine"], os.environ["version"], int(os.environ["SOURCE_DATE_EPOCH"])
architecture = {"x86_64": "amd64", "aarch64": "arm64"}[machine]
files = {}


def tar(entries):
    """A tar file of (name, content, mode, owner). A folder has no content."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content, mode, owner in entries:
            entry = tarfile.TarInfo(name)
            entry.type, entry.mode, entry.mtime = tarfile.REGTYPE, mode, moment
            entry.uid = entry.gid = owner
            if content is None:
                entry.type, content = tarfile.DIRTYPE, b""
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return data.getvalue()


def blob(kind, content):
    """Add a file to the image under its digest, and return its descriptor."""
    content = content if isinstance(content, bytes) else json.dumps(content, sort_keys=True).encode()
    digest = hashlib.sha256(content).hexdigest()
    files[f"blobs/sha256/{digest}"] = content
    return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest}", "size": len(content)}


binary = (tree / "usr/bin/signet").read_bytes()
license = pathlib.Path("LICENSE").read_bytes()
layer = tar([("signet", binary, 0o755, 0), ("LICENSE", license, 0o644, 0), ("work", None, 0o755, 65532),
             ("tmp", None, 0o1777, 0)])
labels = {"title": "signet", "version": version, "revision": os.environ["commit"], "licenses": "Apache-2.0",
          "description": os.environ["summary"]}
labels = {f"org.opencontainers.image.{name}": text for name, text in labels.items()}
created = os.environ["created"]
config = blob("config.v1+json", {
    "architecture": architecture, "os": "linux", "created": created, "history": [{"created": created}],
    "config": {"Entrypoint": ["/signet"], "Env": ["PATH=/"], "User": "65532:65532", "WorkingDir": "/work",
               "Labels": labels},
    "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(layer).hexdigest()]}})
layer = blob("layer.v1.tar+gzip", gzip.compress(layer, mtime=0))
manifest = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": config,
            "layers": [layer], "annotations": labels}
manifest = blob("manifest.v1+json", manifest) | {"annotations": {"org.opencontainers.image.ref.name": f"signet:{version}"}}
files["index.json"] = json.dumps({"schemaVersion": 2, "manifests": [manifest]}).encode()
files["oci-layout"] = b'{"imageLayoutVersion": "1.0.0"}'

path = folder / f"signet-{version}-linux-{machine}.oci.tar"
path.write_bytes(tar((name, content, 0o644, 0) for name, content in sorted(files.items())))
print(path)
