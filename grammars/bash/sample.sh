#!/usr/bin/env bash
# A sample of the language.
set -euo pipefail
name="sample"; readonly LIMIT=16 other
declare -a list=(one "two three" $'four\n') && export PATH=/bin:$PATH
list+=(five)
unset name
text="plain ${name:-default} ${#list[@]} ${list[0]} ${name//a/b} $1 $? $(date +%s) `uname`"
count=$((LIMIT * 2 + (3 - 1) % 4))
((count++, count > 3)) || true
let "count = count + 1"

if [ "$count" -gt 3 ] && [[ $name == s* || ! -f file ]]; then
  echo "big" >&2
elif test -n "$name"; then
  echo small > out.txt 2>&1
else
  :
fi

for item in "${list[@]}" a{1..3} *.txt; do
  echo "$item" | tr a-z A-Z | sort -u
  continue
done
for ((i = 0; i < 10; i++)); do break; done
for arg; do shift; done
while read -r line; do
  printf '%s\n' "$line"
done < "$0"
until false; do sleep 1; done
select choice in yes no; do echo "$choice"; done

case "$1" in
  start|stop) echo "$1";;
  *.txt)
    cat "$1"
    ;;
  *) exit 1 ;;
esac

function declared { local x=1 y; return $x; }
plain() {
  local -r value="$1"
  echo "${value^^}" "${value%.*}" "${value:1:2}"
  return 0
}
subshell() ( cd /tmp && ls )

cat <<EOF | grep -v x
text $name $(plain 1)
EOF
cat <<'END'
raw $name
END
read -r first <<< "$text"
diff <(sort a) <(sort b) >/dev/null &
{ echo grouped; plain "$@"; } 2> /dev/null
! plain || { exit 2; }
FOO=1 BAR="two" env command --flag="$name" -- "$((count - 1))" 'single' \
  continued
trap 'rm -f "$tmp"' EXIT INT
cat <<JSON
{"list": [1, 2], "name": "sample"}
JSON
