#!/usr/bin/env python3
"""What each pass adds, in tokens, and costs, in questions, on a directory of real cases.

    benches/suite/passes.py CASES OUT [--case NAME]... [--without PASS,PASS|each|paid] [--most-ms N] [--lop PATH] [--jobs N] [--cap SECS]

CASES holds a directory for each case, with the input, a test.sh that runs beside a file of the same name (exit 0 =
interesting), and a case.toml that says `file = "NAME"` and, for --most-ms, `oracle_ms = N`, how long a question takes.
`frames` is a case of its own: that of examples/, for gcc 12. Each is reduced once with all passes. OUT/cases.tsv gets a row
for each case: size, questions, time and certificate; OUT/passes.tsv what each pass asked, had accepted and removed, case by
case; OUT/passes.md the sums. With --without each case is also reduced without each of the named passes (`each`: one after
the other, all that were asked anything; `paid`: all that had something accepted), and OUT/without.tsv holds what that
changes; the test is run once for each text that these runs ask about. Needs Python 3.9.
"""
import argparse, collections, csv, json, os, re, shutil, subprocess, sys, tempfile


HERE = os.path.dirname(os.path.abspath(__file__))

FRAMES = """gcc -O2 -D_FORTIFY_SOURCE=3 -S -o /dev/null frames.c 2>&1 | grep -q 'internal compiler error: in execute_function_todo'
"""

# Answers what was answered before; the test's own answer else.
REMEMBERING = """answer='%(answers)s'/$(sha1sum '%(name)s' | cut -c1-40)
if [ -e "$answer" ]; then exit "$(cat "$answer")"; fi
sh '%(test)s'
code=$?
echo $code >"$answer.$$" && mv "$answer.$$" "$answer"
exit $code
"""


def write_text(path, text):
    with open(path, 'w') as file:
        file.write(text)
    return path


class Case:
    """A file, its test, and what the test has answered."""

    def __init__(self, cases, name):
        self.name, self.ms = name, 0
        self.place = tempfile.mkdtemp(prefix='lop-passes-', dir='/dev/shm' if os.access('/dev/shm', os.W_OK) else None)
        if name == 'frames':
            self.file = os.path.join(HERE, '../../examples/frames.c')
            test = write_text(f'{self.place}/frames.sh', FRAMES)
        else:
            toml = open(f'{cases}/{name}/case.toml').read()
            self.file = f'{cases}/{name}/' + re.search(r'^file = "(.*)"$', toml, re.M).group(1)
            self.ms = int((re.search(r'^oracle_ms = (\d+)$', toml, re.M) or ['', 0])[1])
            test = os.path.abspath(f'{cases}/{name}/test.sh')
        os.mkdir(f'{self.place}/answers')
        parts = {'answers': f'{self.place}/answers', 'name': os.path.basename(self.file), 'test': test}
        self.test = write_text(f'{self.place}/test.sh', REMEMBERING % parts)

    def reduce(self, args, skip=None):
        """Runs lop and gives the records it ends with: its start and its summary."""
        scratch = tempfile.mkdtemp(dir=self.place)
        shutil.copy(self.file, scratch)
        options = ['--json', '-j', str(args.jobs), '--until', f'{args.cap}s'] + (['--skip', skip] if skip else [])
        command = [args.lop, *options, os.path.basename(self.file), '--', 'sh', self.test]
        # The journal of a run that the cap ended must not stand in the way of the next one.
        env = {**os.environ, 'XDG_STATE_HOME': scratch}
        run = subprocess.run(command, cwd=scratch, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        shutil.rmtree(scratch, ignore_errors=True)
        records = [json.loads(line) for line in run.stdout.splitlines()]
        if not records or records[-1]['event'] != 'summary':
            sys.exit(f'{self.name}: {run.stderr or records[-1]}')
        return next(it for it in records if it['event'] == 'start'), records[-1]


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


def measure(case, args, out):
    """Reduces a case with all passes, and without some; adds the rows to `out`."""
    start, summary = case.reduce(args)
    out.cases.append(row_of(case.name, start, summary))
    print(json.dumps(out.cases[-1]), flush=True)
    had = 'accepted' if args.without == 'paid' else 'asked'
    asked = [it['name'] for it in summary['passes'] if it[had]]
    out.passes += [{'case': case.name, 'pass': it.pop('name'), **it} for it in summary['passes']]
    # What is no pass of the table cannot be left out.
    asked = [it for it in asked if it not in ('certify', 'ask-again')]
    named = [it for it in (args.without or '').split(',') if it]
    for name in asked if named in (['each'], ['paid']) else [it for it in named if it in asked]:
        _, other = case.reduce(args, name)
        out.without.append({
            'case': case.name, 'without': name, 'tokens': other['tokens']['after'] - summary['tokens']['after'],
            'bytes': other['bytes']['after'] - summary['bytes']['after'],
            'questions': other['questions'] - summary['questions'], 'ended': other['ended'],
        })
        print(json.dumps(out.without[-1]), flush=True)
        write(f'{args.out}/without.tsv', out.without)
    write(f'{args.out}/cases.tsv', out.cases)
    write(f'{args.out}/passes.tsv', out.passes)
    write_text(f'{args.out}/passes.md', sums(out.passes))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('cases')
    parser.add_argument('out')
    parser.add_argument('--case', action='append')
    parser.add_argument('--without')
    parser.add_argument('--most-ms', type=int)
    parser.add_argument('--lop', default=os.path.join(HERE, '../../target/release/lop'))
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--cap', type=int, default=600)
    args = parser.parse_args()
    args.lop = os.path.abspath(args.lop)
    os.makedirs(args.out, exist_ok=True)
    out = argparse.Namespace(cases=[], passes=[], without=[])
    for name in args.case or ['frames', *sorted(os.listdir(args.cases))]:
        case = Case(args.cases, name)
        try:
            if args.most_ms is None or case.ms <= args.most_ms:
                measure(case, args, out)
        finally:
            shutil.rmtree(case.place, ignore_errors=True)


main()
