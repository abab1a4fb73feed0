# Makes a wheel of signet, and installs it in a Python that has the modules of the others too: . wheel.sh
#
# The program is then beside ./python/bin/python3. PATH still has the other one.
install -D "$(command -v signet)" tree/usr/bin/signet
wheels=$PWD
(cd "$SIGNET_SCRIPTS"/../../.. && env version=0 machine="$(uname -m)" SOURCE_DATE_EPOCH=1767225600 summary=signet \
  description=signet python3 -I Packaging/wheel.py "$wheels"/tree "$wheels" > /dev/null)
python3 -m venv python
python3 -c 'import sysconfig; print(sysconfig.get_path("purelib"))' > "$(echo python/lib/python3*/site-packages)"/others.pth
python/bin/python3 -m pip install --quiet --disable-pip-version-check --no-index signet_cli-0-*.whl
