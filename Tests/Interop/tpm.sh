# For the scripts here: a TPM 2.0, simulated by swtpm, in the current folder.

# `need_tpm`: says which tool is missing.
need_tpm() {
  local tool
  for tool in swtpm tpm2; do
    command -v $tool > /dev/null || { echo "the TPM is not tested: $tool is missing; make interop installs it"; return 1; }
  done
}

# `start_tpm`: starts it, and stops it when the script ends. The sockets have names in this folder, because the path of a
# socket must be short; that is why commands are run here.
start_tpm() {
  need_tpm || return
  mkdir tpm bin
  swtpm socket --tpm2 --tpmstate dir=tpm --flags not-need-init,startup-clear --log file=tpm.log \
    --server type=unixio,path=tpm.socket --ctrl type=unixio,path=tpm.socket.ctrl < /dev/null > tpm.out 2>&1 &
  trap "kill $!" EXIT
  while [ ! -S tpm.socket.ctrl ]; do sleep 0.05; done
  export TPM2TOOLS_TCTI=swtpm:path=tpm.socket TPM2OPENSSL_TCTI=swtpm:path=tpm.socket TSS2_LOG=all+NONE
  # There is no resource manager, which /dev/tpmrm0 is: each of these tools leaves its objects in the few places.
  for tool in createprimary create load evictcontrol; do
    printf '#!/bin/sh -e\ntpm2 %s "$@"\ntpm2 flushcontext -t\n' $tool > bin/tpm2_$tool
  done
  chmod +x bin/*
  PATH=$PWD/bin:$PATH
}

# `make_key HANDLE ALGORITHM [FLAG]…`: a persistent key below primary.ctx.
make_key() {
  tpm2_create -Q -C primary.ctx -G $2 -a 'fixedtpm|fixedparent|sensitivedataorigin|userwithauth|noda|sign' \
    -u made.pub -r made.priv "${@:3}" && tpm2_load -Q -C primary.ctx -u made.pub -r made.priv -c made.ctx &&
    tpm2_evictcontrol -Q -C o -c made.ctx $1
}
