#!/bin/bash
# In place of curl, as the server of signet-sls(7): it lets in who comes with Kerberos, gives a session, asks for more
# than it has to, and issues for those who come with that session and with raw DER. Its answer has line breaks in it, and
# the chain in no order. What it was asked goes to the file requests; what it refuses fails as with curl's --fail-with-body.
# Its CA lies in $PKI: ca.pem, the root, issuing.pem and ca.key.
for word; do case $word in https:*) url=$word ;; esac; done
echo "curl $*" >> requests
while [ $# -gt 0 ]; do
  case $1 in --cookie-jar) jar=$2 ;; --cookie) cookies=$2 ;; --negotiate) negotiate=1 ;; --data-binary) body=${2#@} ;; --cert) cert=$2 ;; --key) key=$2 ;; esac
  shift
done
case $url in
https://sls.example.com/SecureLoginServer/slc3/doLogin\?profile=employees)
  [ "$negotiate" ] && [ ! -e refuse ] || { echo '{"status":"ERROR","message":"no ticket"}'; exit 22; }
  echo session > "$jar"; echo '{"clientConfig":{"keySize":3072,"gracePeriod":60},"status":"ok"}' ;;
https://sls.example.com/SecureLoginServer/slc2/getCertificate\?profile=employees)
  grep -q session "$cookies" && openssl req -inform DER -in "$body" -noout -text | grep -q '(3072 bit)' || exit 22
  signet cert create --csr "$body" --ca "$PKI"/issuing.pem --ca-key "$PKI"/ca.key --copy-extensions --for 12h --out issued.pem
  cat "$PKI"/ca.pem issued.pem "$PKI"/issuing.pem > all.pem; rm issued.pem
  openssl crl2pkcs7 -nocrl -certfile all.pem | grep -v -e -----; rm all.pem ;;
https://resource.example.com/)
  stat -c '%a %n' * >> requests
  openssl verify -CAfile "$PKI"/ca.pem -untrusted "$cert" -purpose sslclient "$cert" && openssl x509 -in "$cert" -noout -pubkey | cmp - <(openssl pkey -in "$key" -pubout) || exit 22 ;;
esac
