#!/bin/sh
# Makes an rpm of the static binary. Started by package.sh.
set -eu
tree=$(realpath "$1") folder=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The binary is stripped already, and requires nothing. A later rpm reads the old payload too; an older rpm cannot read
# zstd.
cat > "$work/signet.spec" <<END
%global debug_package %{nil}
%global __os_install_post %{nil}
%global _build_id_links none
%global _buildhost packages.invalid
%global use_source_date_epoch_as_buildtime 1
%global _binary_payload w9.gzdio
Name: signet
Version: $version
Release: 1
Summary: $summary
License: Apache-2.0
AutoReqProv: no
%description
$description
%install
cp -a '$tree/.' %{buildroot}
install -D -m 644 '$PWD/LICENSE' %{buildroot}/usr/share/licenses/signet/LICENSE
touch --date=@$SOURCE_DATE_EPOCH %{buildroot}/usr/share/licenses/signet/LICENSE
%files
$(cd "$tree" && find usr -type f | sort | sed 's,^,/,')
%license /usr/share/licenses/signet/LICENSE
END
# The system's database of packages is neither needed nor always there.
rpmbuild -bb --quiet --target "$machine" --define "_topdir $work" --define "_rpmdir $work/out" \
    --define "_dbpath $work/database" "$work/signet.spec" >&2
mv "$work/out/$machine/"*.rpm "$folder"
echo "$folder/signet-$version-1.$machine.rpm"
