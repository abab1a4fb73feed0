# For sessions that read `enroll parse --format env` with shells: values that would like to be more than values.

# U+0301 joins the quote before it to one letter; U+0081 and its like are bytes that shells use for themselves.
cat > values << 'END'
'; touch pwned; '
\u0027\u0301; touch pwned; '\u0301
$(touch pwned)
`touch pwned`
a\nb\n\n
\\'\\\\
\"\"'''\"
!! !touch ~ * ? [a] {a,b} #x &
\t\r\u001b[31m\u007f\u0081\u0088\u00c1
-n

end\\
$'\\x41'
${IFS}<(touch pwned)
é 漢 🎟
'
''
END

cat > show.sh << 'END'
ENROLL_TOKEN=stale
vars=$(signet enroll parse --format env value.json 2> warnings) && eval "$vars"
printf '%s|' "$ENROLL_USERNAME" "$ENROLL_STATUS_TOKEN" "$ENROLL_TOKEN"
END

# `try SHELL…`: in a response that holds each of the values, what --field prints and what each shell has in its variables
# are the same. Prints what differs, then the number of values.
try() {
  while IFS= read -r value; do
    VALUE=$value awk '{
      if (sub(/"username": "jo"/, "\"username\": \"@\"") || sub(/"statusToken": "[^"]*"/, "\"statusToken\": \"@\"")) {
        place = index($0, "@")
        print substr($0, 1, place - 1) ENVIRON["VALUE"] substr($0, place + 1)
      } else print
    }' response.json > value.json
    for field in username enrollment.statusToken; do
      signet enroll parse --field $field value.json 2> warnings | head -c -1
      printf '|'
    done > want
    printf '|' >> want
    for shell in "$@"; do
      $shell show.sh > got
      cmp want got || echo "$shell: $value"
    done
  done < values
  ls pwned 2> /dev/null
  wc -l < values
}
