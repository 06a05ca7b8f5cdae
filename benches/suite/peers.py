#!/usr/bin/env python3
"""Runs the peers' own tests of their command lines against lop, where they have one and it applies.

    benches/suite/peers.py [--lop PATH] [--cvise DIR] [--creduce DIR] [--treereduce DIR]

Each DIR is an unpacked source tree. Of C-Vise that of its repository, as Debian's has tests of its passes alone: pytest, and its
runner is put in the place of cvise-cli.py. Of C-Reduce that of Debian (apt-get source creduce): a script each, with the file
that it names; the script must accept what is left, and the original must be in FILE.orig. Of treereduce that of its
repository, as the crate has no tests of its command line: lines for lit; the command is run as it is, and the result must be
smaller. Nothing of them is kept here.

Prints one line for each test: ok, FAILED, or why it does not apply. Ends with 1 if one has failed.
Needs Python 3.9 with pytest, and what the tests call: gcc, clang.
"""
import argparse, os, re, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# Tests that do not hold of another reducer, by patterns of their names.
NOT_APPLICABLE = {
    'interleaving_lines': 'a schedule of passes in a file (--pass-group-file) is refused',
    'apply_hints': 'hints are C-Vise\'s own format',
    'non_ascii$': 'expects `int foo;`, and lop leaves `foo;`',
    'dir_': 'expects what C-Vise leaves of a directory, byte for byte',
    'script_inside_test_case_error': 'lop takes a script in the directory that it reduces, and never changes it',
    'match-c': 'a helper of the tests, no test',
}


def why_not(name):
    return next((why for part, why in NOT_APPLICABLE.items() if re.search(part, name)), None)


class Report:
    def __init__(self):
        self.failed = 0

    def tell(self, name, good, more=''):
        self.failed += not good
        print(f'{"ok" if good else "FAILED":7} {name}{" · " + more if more else ""}', flush=True)

    def skip(self, name, why):
        print(f'{"-":7} {name} · {why}', flush=True)


def link(lop, directory, *names):
    """Links of the peers' names to lop, as a PATH."""
    os.makedirs(directory, exist_ok=True)
    for name in names:
        os.symlink(lop, os.path.join(directory, name))
    return directory + os.pathsep + os.environ['PATH']


def cvise(lop, source, scratch, report):
    """C-Vise's integration tests, each by name so that those that do not apply are told."""
    tests = next((it for it in (f'{source}/cvise/tests', f'{source}/tests') if os.path.exists(f'{it}/test_cvise.py')), None)
    if tests is None:
        sys.exit(f'there is no test_cvise.py in {source}')
    place = os.path.join(scratch, 'cvise')
    shutil.copytree(tests, f'{place}/tests')
    with open(f'{place}/cvise-cli.py', 'w') as wrapper:
        wrapper.write(f'#!/bin/sh\nexec "{lop}" cvise "$@"\n')
    os.chmod(f'{place}/cvise-cli.py', 0o755)
    with open(f'{place}/tests/test_cvise.py') as file:
        names = re.findall(r'^ *def (test_\w+)', file.read(), re.M)
    for name in names:
        if why_not(name):
            report.skip(f'cvise {name}', why_not(name))
            continue
        work = tempfile.mkdtemp(dir=scratch)
        command = [sys.executable, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', f'{place}/tests/test_cvise.py', '-k', f'{name} or {name}[']
        env = dict(os.environ, PYTHONPATH=place, XDG_STATE_HOME=f'{scratch}/state')
        done = subprocess.run(command, cwd=work, env=env, capture_output=True, text=True)
        last = [it for it in done.stdout.splitlines() if it.startswith('E  ')][:1] if done.returncode else []
        report.tell(f'cvise {name}', done.returncode == 0, ' '.join(last or done.stderr.splitlines()[-1:]))


def creduce(lop, source, scratch, report):
    """C-Reduce's smoke tests: testN.sh, each with the file that it names. Without clang they are asked with gcc twice."""
    tests = os.path.join(source, 'tests')
    path = link(lop, os.path.join(scratch, 'creduce-bin'), 'creduce')
    env = dict(os.environ, PATH=path, XDG_STATE_HOME=f'{scratch}/state')
    if shutil.which('clang') is None:
        env['CLANG'] = 'gcc'
    for script in sorted(it for it in os.listdir(tests) if re.fullmatch(r'test\d+\.sh', it)):
        with open(os.path.join(tests, script)) as opened:
            text = opened.read()
        file = re.search(r'^file="(.*)"', text, re.M).group(1)
        missing = [it for it in ('frama-c', 'kcc') if re.search(rf'^ *{it} ', text, re.M) and shutil.which(it) is None]
        if missing:
            report.skip(f'creduce {script}', f'there is no {missing[0]} here')
            continue
        work = tempfile.mkdtemp(dir=scratch)
        test = shutil.copy(os.path.join(tests, script), work)
        os.chmod(test, 0o755)
        case = shutil.copy(os.path.join(tests, file), work)
        accepts = lambda: subprocess.run([test], cwd=work, env=env, capture_output=True).returncode == 0
        if not accepts():
            report.skip(f'creduce {script}', f'its script refuses {file} here (another compiler)')
            continue
        before = os.path.getsize(case)
        done = subprocess.run(['creduce', f'./{script}', file], cwd=work, env=env, capture_output=True, text=True)
        with open(f'{case}.orig', 'rb') as kept, open(os.path.join(tests, file), 'rb') as first:
            same = kept.read() == first.read()
        after = os.path.getsize(case)
        report.tell(f'creduce {script} {file}', done.returncode == 0 and same and accepts() and after < before, f'{before} → {after} bytes')


def treereduce(lop, source, scratch, report):
    """The RUN lines of treereduce's tests, without FileCheck: the result is in place of its input."""
    tests = os.path.join(source, 'test')
    path = link(lop, os.path.join(scratch, 'treereduce-bin'), 'treereduce-c', 'treereduce-rust', 'treereduce-souffle')
    path = os.path.join(tests, 'bin') + os.pathsep + path
    for name in sorted(it for it in os.listdir(tests) if os.path.isfile(os.path.join(tests, it))):
        file = os.path.join(tests, name)
        with open(file) as opened:
            text = opened.read()
        run = re.search(r'RUN: (.*?)\s*(?:2>&1)?\s*\| FileCheck', text)
        if run is None or why_not(name):
            report.skip(f'treereduce {name}', why_not(name) or 'it has no RUN line')
            continue
        expected = re.search(r'CHECK: (.*)', text).group(1)
        program = run.group(1).split(' -- ')[-1].split()[0]
        if shutil.which(program, path=path) is None:
            report.skip(f'treereduce {name}', f'there is no {program} here')
            continue
        env = dict(os.environ, PATH=path, XDG_STATE_HOME=f'{scratch}/state')
        line = run.group(1).replace('%s', file)
        done = subprocess.run(['sh', '-c', line], cwd=tempfile.mkdtemp(dir=scratch), env=env, capture_output=True, text=True)
        tokens = lambda it: len(re.findall(r'\w+|[^\w\s]', it))
        good = done.returncode == 0 and 0 < tokens(done.stdout) < tokens(text)
        report.tell(f'treereduce {name}', good, f'{done.stdout.strip()!r} where treereduce looks for {expected!r}')


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--lop', default=os.path.join(ROOT, 'target/release/lop'))
    peers = {'cvise': cvise, 'creduce': creduce, 'treereduce': treereduce}
    for peer in peers:
        options.add_argument(f'--{peer}', metavar='DIR')
    given = options.parse_args()
    report = Report()
    with tempfile.TemporaryDirectory(prefix='lop-peers-') as scratch:
        for peer, run in peers.items():
            if getattr(given, peer):
                run(os.path.abspath(given.lop), os.path.abspath(getattr(given, peer)), scratch, report)
    sys.exit(1 if report.failed else 0)


if __name__ == '__main__':
    main()
