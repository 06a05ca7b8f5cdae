#!/bin/sh
# Two numbers about `lop batch`: its questions per second against those of one file alone with the same jobs, on a corpus
# of 200 generated files in four languages and a scripted compiler; and whether a batch that is killed ten times at
# random and resumed ends with the results of one that is not.
#
# usage: benches/corpus.sh [LOP [JOBS]]
set -eu
lop=$(realpath "${1:-target/release/lop}")
jobs=${2:-$(nproc)}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"

cat > cc.sh <<'END'
#!/bin/sh
sleep 0.02
left=${2:-1}
while read -r line; do
    case $line in
        *bug[0-9]*\(*) line=${line#*bug}
            left=$((left - 1))
            if [ "$left" -eq 0 ]; then
                echo "a.c:1: internal compiler error: in fold_${line%%[!0-9]*}, at x.c:1" >&2
                exit 4
            fi ;;
    esac
done < "$1"
END
chmod +x cc.sh
mkdir corpus
awk 'BEGIN {
    split("c rs js py", extension, " ")
    for (file = 0; file < 200; file++) {
        kind = extension[file % 4 + 1]
        name = "corpus/" file "." kind
        for (line = 0; line < 12; line++) {
            value = (file * 7919 + line * 104729) % 97
            if (line == file % 12) value = "bug" file % 20 "(a, " value ")"
            if (kind == "c") print "int f" line "(int a) { return a + " value "; }" > name
            if (kind == "rs") print "fn f" line "(a: i32) -> i32 { a + " value " }" > name
            if (kind == "js") print "function f" line "(a) { return a + " value "; }" > name
            if (kind == "py") print "def f" line "(a):\n    return a + " value > name
        }
        close(name)
    }
    for (line = 0; line < 600; line++)
        print "int g" line "(int a) { return a + " (line % 20 == 3 ? "bug1(a)" : line) "; }" > "alone.c"
}'

"$lop" alone.c -j "$jobs" --exit-code 4 --json -- ./cc.sh @@ 30 2> /dev/null | tail -n 1 > alone
began=$(date +%s.%N)
"$lop" batch corpus --out out -j "$jobs" -- ./cc.sh @@ 2> log
ended=$(date +%s.%N)
asked=$(sed -n 's/.* left out; \([0-9]*\) questions in .*/\1/p' log)
alone=$(sed 's/.*"questions":\([0-9]*\).*"seconds":\([0-9.]*\).*/\1 \2/' alone)
echo "$alone $asked $began $ended" | awk '{
    alone = $1 / $2; batch = $3 / ($5 - $4)
    printf "one file alone: %.1f questions/s (%d); batch: %.1f questions/s (%d); %.0f %%\n", alone, $1, batch, $3, 100 * batch / alone
    exit batch < 0.9 * alone
}'

"$lop" batch corpus --out whole -j "$jobs" --deterministic -q -- ./cc.sh @@
kills=0
while [ "$kills" -lt 10 ]; do
    seconds=$(awk -v seed="$$$kills" 'BEGIN { srand(seed); print 1 + rand() * 3 }')
    "$lop" batch corpus --out killed -j "$jobs" --deterministic -q -- ./cc.sh @@ &
    sleep "$seconds"
    kill -KILL "$!" || true
    wait "$!" || true
    kills=$((kills + 1))
done
"$lop" batch corpus --out killed -j "$jobs" --deterministic -q -- ./cc.sh @@
for file in corpus/*; do
    cmp "whole/${file#corpus/}" "killed/${file#corpus/}"
done
echo "killed $kills times and resumed: the same $(ls corpus | wc -l) results"
