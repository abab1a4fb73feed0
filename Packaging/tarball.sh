#!/bin/sh
# Makes a tarball of signet: bin and share, to be unpacked below a prefix. Started by package.sh.
set -eu
tree=$1 folder=$2
name=signet-$version-linux-$machine

mv "$tree/usr" "$tree/$name"
cp LICENSE "$tree/$name/LICENSE"
touch --date="@$SOURCE_DATE_EPOCH" "$tree/$name/LICENSE" "$tree/$name"
tar -c --sort=name --owner=0 --group=0 --numeric-owner --format=ustar -C "$tree" "$name" | gzip -9n > "$folder/$name.tar.gz"
echo "$folder/$name.tar.gz"
