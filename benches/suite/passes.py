#!/usr/bin/env python3
"""What each pass adds, in tokens, and costs, in questions, on a directory of real cases.

    benches/suite/passes.py CASES OUT [--case NAME]... [--without PASS,PASS|each] [--lop PATH] [--jobs N] [--cap SECS]

CASES holds a directory for each case, with the input, a test.sh that runs beside a file of the same name (exit 0 =
interesting), and a case.toml that says `file = "NAME"`. Each is reduced once with all passes. OUT/cases.tsv gets a row for
each case: size, questions, time and certificate; OUT/passes.tsv what each pass asked, had accepted and removed, case by
case; OUT/passes.md the sums. With --without each case is also reduced without each of the named passes (`each`: one after
the other, all that were asked anything), and OUT/without.tsv holds what that changes. Needs Python 3.9.
"""
import argparse, collections, csv, json, os, re, shutil, subprocess, sys, tempfile


def reduce(case, args, skip=None):
    """Runs lop on a case and gives the records it ends with: its start and its summary."""
    toml = open(f'{case}/case.toml').read()
    name = re.search(r'^file = "(.*)"$', toml, re.M).group(1)
    scratch = tempfile.mkdtemp(prefix='lop-passes-', dir='/dev/shm' if os.access('/dev/shm', os.W_OK) else None)
    try:
        shutil.copy(f'{case}/{name}', scratch)
        options = ['--json', '-j', str(args.jobs), '--until', f'{args.cap}s'] + (['--skip', skip] if skip else [])
        command = [args.lop, *options, name, '--', 'sh', os.path.abspath(f'{case}/test.sh')]
        # The journal of a run that the cap ended must not stand in the way of the next one.
        env = {**os.environ, 'XDG_STATE_HOME': scratch}
        run = subprocess.run(command, cwd=scratch, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        records = [json.loads(line) for line in run.stdout.splitlines()]
        if not records or records[-1]['event'] != 'summary':
            sys.exit(f'{case}: {run.stderr or records[-1]}')
        return next(it for it in records if it['event'] == 'start'), records[-1]
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def row_of(case, start, summary):
    certificate = summary['certificate']
    return {
        'case': case, 'language': start['language'], 'tokens': summary['tokens']['before'],
        'final_tokens': summary['tokens']['after'], 'bytes': summary['bytes']['before'],
        'final_bytes': summary['bytes']['after'], 'questions': summary['questions'], 'known': summary['known'],
        'seconds': round(summary['seconds'], 1), 'ended': summary['ended'], 'certified': certificate['complete'],
        'refused_tokens': certificate['tokens'], 'refused_units': certificate['units'],
    }


def write(path, rows):
    with open(path, 'w', newline='') as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter='\t', lineterminator='\n')
        writer.writeheader()
        writer.writerows(rows)


def sums(rows):
    """The table of all passes: the sums over all cases, and in how many of them a pass had something accepted."""
    total = collections.defaultdict(lambda: dict(asked=0, accepted=0, tokens=0, bytes=0, took=0.0, cases=0))
    for row in rows:
        of = total[row['pass']]
        for key in 'asked', 'accepted', 'tokens', 'bytes', 'took':
            of[key] += row[key]
        of['cases'] += row['accepted'] > 0
    lines = ['| pass | questions | accepted | tokens removed | bytes removed | seconds | cases in which it paid |',
             '|---|---:|---:|---:|---:|---:|---:|']
    for name, it in sorted(total.items(), key=lambda it: -it[1]['tokens']):
        lines.append(f"| {name} | {it['asked']} | {it['accepted']} | {it['tokens']} | {it['bytes']} | {it['took']:.1f} | {it['cases']} |")
    return '\n'.join(lines) + '\n'


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('cases')
    parser.add_argument('out')
    parser.add_argument('--case', action='append')
    parser.add_argument('--without')
    parser.add_argument('--lop', default=os.path.join(here, '../../target/release/lop'))
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--cap', type=int, default=600)
    args = parser.parse_args()
    args.lop = os.path.abspath(args.lop)
    os.makedirs(args.out, exist_ok=True)
    cases, passes, without = [], [], []
    for case in args.case or sorted(os.listdir(args.cases)):
        start, summary = reduce(f'{args.cases}/{case}', args)
        cases.append(row_of(case, start, summary))
        passes += [{'case': case, 'pass': it.pop('name'), **it} for it in summary['passes']]
        print(json.dumps(cases[-1]), flush=True)
        asked = [it['pass'] for it in passes if it['case'] == case and it['asked'] and it['pass'] != 'certify']
        left_out = asked if args.without == 'each' else (args.without or '').split(',')
        for name in filter(None, left_out):
            _, other = reduce(f'{args.cases}/{case}', args, name)
            without.append({'case': case, 'without': name, 'tokens': other['tokens']['after'] - summary['tokens']['after'],
                            'bytes': other['bytes']['after'] - summary['bytes']['after'],
                            'questions': other['questions'] - summary['questions']})
            print(json.dumps(without[-1]), flush=True)
        write(f'{args.out}/cases.tsv', cases)
        write(f'{args.out}/passes.tsv', passes)
        open(f'{args.out}/passes.md', 'w').write(sums(passes))
        if without:
            write(f'{args.out}/without.tsv', without)


main()
