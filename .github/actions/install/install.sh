#!/usr/bin/env bash
# Installs signet from SIGNET_URL on a runner: action.yml says what the variables are. The rest are the runner's own.
set -euo pipefail

fail() { echo "::error::signet: $1"; exit 1; }

case $RUNNER_OS-$RUNNER_ARCH in
    Linux-X64) machine=x86_64 ;;
    Linux-ARM64) machine=aarch64 ;;
    *) fail "expected Linux on X64 or ARM64, found $RUNNER_OS on $RUNNER_ARCH" ;;
esac
[[ $SIGNET_VERSION =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "version: expected three numbers, found '$SIGNET_VERSION'"
[[ $SIGNET_SHA256 =~ ^[0-9a-f]{64}$ ]] || fail "sha256: expected 64 hexadecimal digits, found '$SIGNET_SHA256'"

name=signet-$SIGNET_VERSION-linux-$machine
archive=$RUNNER_TEMP/$name.tar.gz
curl --fail --silent --show-error --location --retry 3 --output "$archive" "$SIGNET_URL/$name.tar.gz" ||
    fail "$SIGNET_URL/$name.tar.gz cannot be downloaded"
found=$(sha256sum "$archive" | cut -d ' ' -f 1)
[[ $found == "$SIGNET_SHA256" ]] || fail "$name.tar.gz: expected the SHA-256 $SIGNET_SHA256, found $found"
tar -x -z -f "$archive" -C "$RUNNER_TEMP"
"$RUNNER_TEMP/$name/bin/signet" --version
echo "$RUNNER_TEMP/$name/bin" >> "$GITHUB_PATH"
