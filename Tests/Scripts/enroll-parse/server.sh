#!/bin/bash
# In place of curl, as the API of signet-nevis(7): the enrolment, then a status that is pending before it is not, then an
# approval. What it was asked goes to the file requests. If the access key is wrong, it fails as with curl's
# --fail-with-body.
for word; do case $word in https:*) url=$word ;; @access.header) cat access.header >> requests ;; -|@-) cat >> requests ;; {*) echo "$word" >> requests ;; esac; done
echo "$url" >> requests
if grep -q wrong access.header; then echo '{"errors":[{"code":"accessDenied","message":"the access key is unknown"}]}'; exit 22; fi
response=$SIGNET_SCRIPTS/../enroll-parse/response.json
case $url in
*/enroll) cat "$response" ;;
*/approval) signet enroll parse --field enrollment "$response" ;;
*/status) state=pending; [ -e asked ] && state=succeeded; touch asked; echo "{\"transactionId\":\"9f8e7d6c-5b4a-4c3d-9e2f-1a0b9c8d7e6f\",\"status\":\"$state\"}" ;;
esac
