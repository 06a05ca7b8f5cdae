#!/usr/bin/env python3
"""Reduces each case with lop and with its peers, one after the other, and says how long each took and how soon it was near its end.

    benches/suite/beside.py CASES OUT [--case NAME]... [--peer LABEL=COMMAND]... [--lop PATH] [--jobs N] [--times N]

CASES has a folder for each case: `case.toml` with `file` and `language`, the file, and `test.sh`, which runs in a directory that
holds the file under its own name. In a COMMAND `{file}`, `{test}` and `{jobs}` are replaced; it runs in the directory of the file and
changes that. Without --peer: creduce and cvise, as they are on the PATH. A peer is stopped after N times lop's own time (8), and at
least 30 s: what it has by then counts as its result, and that time as the least that it takes.

OUT/cases.tsv: for each case and tool the end, tokens (words, numbers, strings and other visible characters), bytes, questions,
seconds; when the first file of at most 1.5 times the bytes of its own result, and of the smallest result of all, was accepted; and
whether the test takes the result once more. OUT/shares.tsv: lop's time as a share of the fastest peer's; its time to 1.5 times its own
result as a share of that, and of the soonest peer's to 1.5 times its own, which may be larger. Needs Python 3.9.
"""
import argparse, math, os, re, shutil, signal, subprocess, sys, tempfile, time

PEERS = {'creduce': 'creduce --tidy {other} --n {jobs} {test} {file}', 'cvise': 'cvise --tidy {other} --n {jobs} {test} {file}'}
TOKEN = re.compile(rb'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|\w+|[^\s\w]')
COLUMNS = 'case tool end tokens bytes questions seconds to_1.5_own to_1.5_smallest accepted'.split()


class Case:
    def __init__(self, folder):
        self.folder, self.name = folder, os.path.basename(folder)
        with open(f'{folder}/case.toml', encoding='utf-8') as file:
            values = dict(re.findall(r'^(\w+)\s*=\s*"([^"]*)"', file.read(), re.M))
        self.file, self.language = values['file'], values['language']

    def accepts(self, text):
        with tempfile.TemporaryDirectory() as scratch:
            with open(f'{scratch}/{self.file}', 'wb') as file:
                file.write(text)
            quiet = {'stdin': subprocess.DEVNULL, 'stdout': subprocess.DEVNULL, 'stderr': subprocess.DEVNULL}
            return subprocess.run(['sh', f'{self.folder}/test.sh'], cwd=scratch, **quiet).returncode == 0

    def reduce(self, tool, command, jobs, cap):
        """One reduction, and when it accepted what."""
        scratch = tempfile.mkdtemp(prefix='lop-beside-')
        work, log, test = f'{scratch}/work', f'{scratch}/log', f'{scratch}/test.sh'
        os.makedirs(work), os.makedirs(f'{scratch}/tmp')
        shutil.copy(f'{self.folder}/{self.file}', work)
        with open(test, 'w') as file:
            file.write(f'#!/bin/sh\nsize=$(wc -c <{self.file})\nsh {self.folder}/test.sh >/dev/null 2>&1 </dev/null; end=$?\n'
                       f'echo "$end $size $(date +%s.%N)" >>{log}\nexit $end\n')
        os.chmod(test, 0o755)
        other = '' if self.language in ('c', 'cpp') else '--not-c'
        command = command.format(file=self.file, test=test, jobs=jobs, other=other)
        began = time.time()
        process = subprocess.Popen(['sh', '-c', 'exec ' + command], cwd=work, start_new_session=True, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env={**os.environ, 'TMPDIR': f'{scratch}/tmp', 'XDG_STATE_HOME': scratch, 'TERM': 'dumb'})
        try:
            end = f'exit {process.wait(cap)}'
        except subprocess.TimeoutExpired:
            end = 'stopped'
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        seconds = time.time() - began
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        with open(f'{work}/{self.file}', 'rb') as file:
            text = file.read()
        with open(log) as file:
            asked = [line.split() for line in file]
        shutil.rmtree(scratch, ignore_errors=True)
        # Of a tool that is stopped the last file may be gone, and with it its size.
        yes = [(float(it[2]) - began, int(it[1])) for it in asked if len(it) == 3 and it[0] == '0']
        return {'case': self.name, 'tool': tool, 'end': end, 'tokens': len(TOKEN.findall(text)), 'bytes': len(text),
                'questions': len(asked), 'seconds': seconds, 'yes': yes, 'accepted': self.accepts(text)}


def soon(run, size):
    """When the first file of at most so many bytes was accepted."""
    return min((at for at, it in run['yes'] if it <= 1.5 * size), default=None)


def mean(shares):
    return math.exp(sum(map(math.log, shares)) / len(shares)) if shares else float('nan')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('cases'), parser.add_argument('out')
    parser.add_argument('--case', action='append')
    parser.add_argument('--peer', action='append', default=[])
    parser.add_argument('--lop', default='target/release/lop')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--times', type=float, default=8)
    args = parser.parse_args()
    peers = dict(it.split('=', 1) for it in args.peer) or PEERS
    ours = f'{os.path.abspath(args.lop)} --quiet --jobs {{jobs}} --in-place {{file}} -- {{test}}'
    os.makedirs(args.out, exist_ok=True)
    shares = []
    for name in args.case or sorted(os.listdir(args.cases)):
        case = Case(os.path.abspath(f'{args.cases}/{name}'))
        lop = case.reduce('lop', ours, args.jobs, 3600)
        cap = max(30, args.times * lop['seconds'])
        runs = [lop] + [case.reduce(tool, command, args.jobs, cap) for tool, command in peers.items()]
        smallest = min(it['bytes'] for it in runs)
        for run in runs:
            to = [soon(run, run['bytes']), soon(run, smallest)]
            row = {**run, 'seconds': f'{run["seconds"]:.1f}', 'accepted': 'yes' if run['accepted'] else 'NO',
                   'to_1.5_own': f'{to[0]:.1f}' if to[0] else '-', 'to_1.5_smallest': f'{to[1]:.1f}' if to[1] else '-'}
            write(f'{args.out}/cases.tsv', COLUMNS, [row[it] for it in COLUMNS])
        others = runs[1:]
        fastest = min(it['seconds'] for it in others)
        near = soon(lop, lop['bytes']) or lop['seconds']
        nearest = min(soon(it, it['bytes']) or it['seconds'] for it in others)
        share = [lop['seconds'] / fastest, near / fastest, near / nearest]
        is_least = all(lop['tokens'] <= it['tokens'] for it in others), all(lop['bytes'] <= it['bytes'] for it in others)
        write(f'{args.out}/shares.tsv', ['case', 'wall', 'to_1.5_of_wall', 'to_1.5_of_own', 'fewest_tokens', 'fewest_bytes'],
              [name, *(f'{it:.3f}' for it in share), *('yes' if it else 'no' for it in is_least)])
        shares.append(share)
    means = ', '.join(f'{mean(it):.3f}' for it in zip(*shares))
    print(f'geometric means of {len(shares)} cases: {means}')


def write(path, columns, row):
    is_new = not os.path.exists(path)
    with open(path, 'a') as file:
        if is_new:
            file.write('\t'.join(columns) + '\n')
        file.write('\t'.join(map(str, row)) + '\n')
    print(*row, flush=True)


if __name__ == '__main__':
    sys.exit(main())
