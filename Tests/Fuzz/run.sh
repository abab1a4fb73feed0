#!/bin/sh
# Runs targets of the fuzzer, one after the other, and prints a table of what they did:
#     run.sh PROGRAM REPLAY FOLDER SECONDS [TARGET…]
# PROGRAM has the fuzzer in it; REPLAY lists the targets and writes what they begin with. FOLDER keeps the corpora and the
# findings from run to run. The status is 1 if there is a finding.
set -eu
program=$1 replay=$2 folder=$3 seconds=$4
shift 4
all=$("$replay" --list)
targets=${*:-$all}
for target in $targets; do
    case " $(echo $all) " in *" $target "*) ;; *) echo "fuzz: no target '$target'; there are: $(echo $all)" >&2; exit 2 ;; esac
done
# Those with the least time so far come first, so that a run goes on where one was interrupted.
mkdir -p "$folder"
touch "$folder/runs"
targets=$(awk -v targets="$(echo $targets)" '
    { seconds[$1] += $2 }
    END { count = split(targets, t); for (i = 1; i <= count; i++) print seconds[t[i]] + 0, i, t[i] }
    ' "$folder/runs" | sort -n -k 1 -k 2 | cut -d " " -f 3)
minutes=$(( ($(echo $targets | wc -w) * seconds + 59) / 60 ))
echo "fuzz: this takes about $minutes minutes; started again, it goes on, with the targets that had the least time first" >&2
mkdir -p "$folder/corpus" "$folder/findings" "$folder/logs"
"$replay" --seeds "$folder/seeds"

# The sanitizer reports each error itself. A backtrace of Swift's would wait for a process that the fuzzer has ended.
export SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1:abort_on_error=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}"

for target in $("$replay" --skipped); do echo "fuzz: $target is skipped: this processor lacks what it tests" >&2; done

found=0
for target in $targets; do
    mkdir -p "$folder/corpus/$target" "$folder/findings/$target"
    # What was found before is tried again. What has been mended is an input like others.
    for finding in "$folder/findings/$target"/*; do
        if [ -f "$finding" ] && FUZZ_TARGET=$target "$program" -timeout=10 "$finding" >/dev/null 2>&1 </dev/null; then
            mv "$finding" "$folder/corpus/$target/"
        fi
    done
    dictionary=
    if [ -f "$folder/seeds/$target.dictionary" ]; then dictionary=$folder/seeds/$target.dictionary; fi
    echo "fuzz: $target, $seconds seconds" >&2
    # A finding ends a run, so the rest of the time is for the others: nothing else is found before it is mended.
    FUZZ_TARGET=$target "$program" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=1024 \
        -malloc_limit_mb=256 -print_final_stats=1 -use_value_profile=1 -artifact_prefix="$folder/findings/$target/" \
        ${dictionary:+"-dict=$dictionary"} "$folder/corpus/$target" "$folder/seeds/$target" \
        >"$folder/logs/$target.log" 2>&1 </dev/null || true
    findings=$(find "$folder/findings/$target" -type f | wc -l)
    # A run that ends early without an input is a finding too: the program did not start, or a seed stopped it.
    if [ "$findings" -eq 0 ] && ! grep -q '^Done ' "$folder/logs/$target.log"; then findings=1; fi
    if [ "$findings" -gt 0 ]; then found=1; tail -n 30 "$folder/logs/$target.log" | cut -c 1-300 >&2; fi
    awk -v target="$target" -v findings="$findings" -v corpus="$(find "$folder/corpus/$target" -type f | wc -l)" '
        match($0, / cov: [0-9]+/) { edges = substr($0, RSTART + 6, RLENGTH - 6) }
        /^Done / { seconds = $5 }
        /^stat::number_of_executed_units:/ { executions = $2 }
        /^stat::slowest_unit_time_sec:/ { slowest = $2 }
        END { print target, seconds + 0, executions + 0, edges + 0, corpus, slowest + 0, findings }
    ' "$folder/logs/$target.log" >>"$folder/runs"
done

# The table is about all runs with this folder. A line of `runs` is a target, its seconds, executions, edges, files in
# the corpus, the seconds of its slowest input, and findings.
echo
awk -v targets="$(echo $targets)" '
    { seconds[$1] += $2; executions[$1] += $3; edges[$1] = $4; corpus[$1] = $5; findings[$1] = $7 }
    $6 > slowest[$1] { slowest[$1] = $6 }
    END {
        count = split(targets, order)
        printf "%-16s %8s %12s %8s %8s %8s %9s\n", "target", "seconds", "executions", "edges", "corpus", "slowest", "findings"
        for (i = 1; i <= count; i++) {
            t = order[i]
            printf "%-16s %8d %12d %8d %8d %8d %9d\n", t, seconds[t], executions[t], edges[t], corpus[t], slowest[t], findings[t]
        }
    }' "$folder/runs"
exit $found
