#!/bin/sh
# Makes a package for the Debian (or the relative of it) that this runs on. Started by package.sh.
set -eu
tree=$1 folder=$2
. /etc/os-release
# A package for a later Debian counts as newer: 0.1.0+debian12, 0.1.0+debian13.
full_version=$version+$ID$VERSION_ID
architecture=$(dpkg --print-architecture)
documents=$tree/usr/share/doc/signet

# Debian's zsh looks for the completions of packages here.
mv "$tree/usr/share/zsh/site-functions" "$tree/usr/share/zsh/vendor-completions"
install -d "$tree/DEBIAN" "$documents"
cat > "$documents/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

Files: *
Copyright: 2026 the authors of signet
License: Apache-2.0
 On Debian systems, the license is in /usr/share/common-licenses/Apache-2.0.
END
gzip -9n > "$documents/changelog.gz" <<END
signet ($full_version) unstable; urgency=medium

  * Release $version.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
(cd "$tree" && find usr -type f -exec md5sum {} + | sort -k 2) > "$tree/DEBIAN/md5sums"

# dpkg-shlibdeps reads the names of packages from debian/control, and the dependencies off the binary.
mkdir -p "$tree.shlibdeps/debian"
printf '%s\n' 'Source: signet' '' 'Package: signet' 'Architecture: any' > "$tree.shlibdeps/debian/control"
binary=$(realpath "$tree")/usr/bin/signet
depends=$(cd "$tree.shlibdeps" && dpkg-shlibdeps -O "$binary")
rm -rf "$tree.shlibdeps"

cat > "$tree/DEBIAN/control" <<END
Package: signet
Version: $full_version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$tree/usr" | cut -f 1)
Depends: ${depends#shlibs:Depends=}
Section: utils
Priority: optional
Description: $summary
$(printf '%s\n' "$description" | sed 's/^/ /')
END
package=$folder/signet_${full_version}_$architecture.deb
dpkg-deb --root-owner-group --build "$tree" "$package" > /dev/null
echo "$package"
