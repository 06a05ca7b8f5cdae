#!/usr/bin/env python3
"""Measures clang_delta's transformations (`--bridge clang_delta`) beside our own passes that know names, on real cases.

    benches/suite/bridge.py CASES OUT --case NAME... [--lop PATH] [--jobs N] [--cap SECS]

CASES is as for passes.py. Each case is reduced four times: with and without the bridge, with and without our passes that know
names. OUT/bridge.tsv gets a row for each: what is left, after how many questions, and what the bridge and those passes asked,
had accepted and removed. Only counts are meant to be compared. Needs Python 3.9, and creduce or cvise.
"""
import argparse, csv, json, os, re, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

# What stands in crates/engine/src/passes/coupled.
NAMES = '''call-to-argument default-uses delete-async delete-field delete-import delete-label delete-parameter flatten-module
forward-value ignore-name inline-bound inline-call inline-variable lower-count lower-levels merge-bindings merge-functions narrow-tuples
parameter-to-variable pull-up-method renumber substitute-import substitute-type unwrap-struct void-result'''.split()


def reduce(args, name, bridge, names):
    """Runs lop and gives its last record."""
    case = f'{args.cases}/{name}'
    with open(f'{case}/case.toml') as file:
        input = re.search(r'^file = "(.*)"$', file.read(), re.M).group(1)
    with tempfile.TemporaryDirectory(prefix='lop-bridge-') as scratch:
        shutil.copy(f'{case}/{input}', scratch)
        options = ['--json', '-j', str(args.jobs), '--until', f'{args.cap}s', '-o', 'left']
        options += ['--bridge', 'clang_delta'] if bridge else []
        options += [] if names else ['--skip', ','.join(NAMES)]
        command = [args.lop, *options, input, '--', 'sh', os.path.abspath(f'{case}/test.sh')]
        env = {**os.environ, 'XDG_STATE_HOME': f'{scratch}/state'}
        run = subprocess.run(command, cwd=scratch, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    records = [json.loads(line) for line in run.stdout.splitlines()]
    if not records or records[-1]['event'] != 'summary':
        sys.exit(f'{name}: {run.stderr or records[-1]}')
    return records[-1]


def row_of(name, bridge, names, summary):
    def sums(which):
        of = [it for it in summary['passes'] if which(it['name'])]
        return [sum(it[key] for it in of) for key in ('asked', 'accepted', 'tokens')]
    row = {'case': name, 'bridge': 'yes' if bridge else 'no', 'names': 'yes' if names else 'no',
           'tokens': summary['tokens']['before'], 'final_tokens': summary['tokens']['after'],
           'final_bytes': summary['bytes']['after'], 'questions': summary['questions'], 'ended': summary['ended']}
    for word, of in ('bridge', sums(lambda it: it.startswith('reducer-'))), ('names', sums(lambda it: it in NAMES)):
        row.update(zip((f'{word}_asked', f'{word}_accepted', f'{word}_tokens'), of))
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('cases')
    parser.add_argument('out')
    parser.add_argument('--case', action='append', required=True)
    parser.add_argument('--lop', default=os.path.join(HERE, '../../target/release/lop'))
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--cap', type=int, default=1800)
    args = parser.parse_args()
    args.lop = os.path.abspath(args.lop)
    rows = []
    for name in args.case:
        for bridge, names in (False, True), (True, True), (False, False), (True, False):
            rows.append(row_of(name, bridge, names, reduce(args, name, bridge, names)))
            print(json.dumps(rows[-1]), flush=True)
            with open(f'{args.out}/bridge.tsv', 'w', newline='') as file:
                writer = csv.DictWriter(file, list(rows[0]), delimiter='\t', lineterminator='\n')
                writer.writeheader()
                writer.writerows(rows)


if __name__ == '__main__':
    main()
