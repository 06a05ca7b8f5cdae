#!/usr/bin/env python3
"""Runs every way to be a reducer of lop's against the real program, where there is one.

    benches/suite/adapters.py [--lop PATH] [--out DIR] [--only WORD] [--shrinkray PYTHON]

What it looks for, and leaves out with a word where it is not there: Debian's creduce, cvise, unifdef and llvm; treereduce-c of
crates.io in the PATH; the Python of an environment that has Shrink Ray of PyPI, with --shrinkray. preduce, cargo-minimize and
Perses are in no registry, and C-Vise prints hints from a later version on than Debian's: reducers in their protocols are our own here.

Each is asked alone (`--passes reducers`, one job, at most 50 questions) about small files of our own, of which a word must stay.
It is ok when something that it proposed was accepted and nothing was told of it, but that what it proposed last was larger. Of
C-Reduce's and C-Vise's passes each that their own schedule names is asked, but of those that differ in a number alone the first
and the last; the row of a module is the sum of them, and needs nothing accepted: a pass may find nothing smaller in these files.
`checks` is what `lop check-reducer` says of the reducer: it is asked about texts that real programs refuse, or die of.

Prints one row for each; with --out, adapters.tsv and passes.tsv. Ends with 1 if one has failed. Needs Python 3.9.
"""
import argparse, csv, json, os, re, shlex, shutil, subprocess, sys, tempfile
from itertools import groupby

HERE = os.path.dirname(os.path.abspath(__file__))

FILES = {
    # What the text passes look for.
    'lines.c': '''/* a comment */
#include <stdio.h>
#define SMALL 1
# 1 "lines.c"
#if SMALL
int a = 1234567;
#else
int b = 0x1f;
#endif
#ifdef OTHER
long c;
#endif

// another
extern "C" int d(void);
extern "C++" int e(void);
int f(int x, int y) {
        if (x < y) {
                transparent_crc(x, "x", 1);
                x = (x + 1000) + y;
        }
        return x ? 1 : 2000;
}
const char *bug = "a long string";
int g(int longest_name) { return f(longest_name, (longest_name)) + longest_name; }
int h(int x, int y) { while (x < y) { x += a + b + c; y -= 1; } return x + y; }
int array[12] = {1, 2, 3};
''',
    # What clang_delta's transformations look for in C.
    'program.c': '''enum colour { RED = 1, GREEN, BLUE };
struct point { int x; int y; int unused; };
struct empty { };
union both { int i; float f; };
typedef int number;
typedef number other;
typedef int vector __attribute__((vector_size(16)));
static int unused(int a) { return a; }
int declared(int);
int declared(int);
int defined_later(int);
static number twice(number p) { int copy = p; return copy + p; }
static number inner(number first, number second) { return first + second; }
int *pointer(int *q) { return q; }
int first_global, second_global;
static int table[4][5];
struct empty nothing;
union both either;
other named;
vector wide;
int with_local(int a, int b) {
  struct point p;
  int i = 0, j = 3, *r = &i;
  int **rr = &r;
  int list[10];
  p.x = a;
  i = (a, b);
  list[i] = twice(a) + inner(i, j);
  **rr = j = a + 1;
  if (declared(a)) { table[1][2] = *pointer(r); }
  return p.x + list[1] + (i == 2 ? 1 : 0);
}
int bug(void) { return with_local(first_global, RED) + inner(twice(1), second_global); }
''',
    # And in C++.
    'classes.cc': '''namespace outer { namespace inner { int count; } using inner::count; }
struct base { int b; base(int it) : b(it) {} virtual int get() { return b; } };
struct other_base { typedef int type; };
class derived : public base { public: int d; derived() : base(1), d(2) {} int get() { return d; } };
template <typename T> struct holder { T value; typedef T type; type get() { return value; } };
template <typename T, int N> struct sized { T items[N]; };
template <typename T> struct child : public holder<T> { typename holder<T>::type again() { return this->value; } };
template <int N> struct chain { enum { value = chain<N - 1>::value }; };
template <> struct chain<0> { enum { value = 0 }; };
class wrapping { public: class nested { public: int n; }; nested kept; };
int operator+(const derived &a, const derived &b) { return a.d + b.d; }
int twice(int number) { return number + number; }
int thrower(int n) { try { if (n > 1) throw 1; } catch (int) { return 2; } return twice(n); }
int bug() {
  derived one, two;
  holder<int> held; sized<char, 4> small; child<int> young; wrapping w;
  held.value = young.again() + small.items[0] + w.kept.n;
  return one + two + held.get() + thrower(outer::count) + chain<3>::value;
}
''',
    'module.ll': '''@global = global i32 0

declare void @bug(i32)

define i32 @unused(i32 %a) {
  %b = add i32 %a, 1
  ret i32 %b
}

define i32 @main(i32 %a) {
entry:
  %b = mul i32 %a, 3
  %c = icmp sgt i32 %b, 7
  br i1 %c, label %yes, label %no
yes:
  store i32 %b, i32* @global
  call void @bug(i32 %b)
  br label %no
no:
  ret i32 %a
}
''',
    'module.py': '''import os

def helper(a: int, b=2):
    """Adds."""
    if a:
        return a + b
    return None

class Thing:
    def bug(self):
        x = helper(1)
        with open(os.devnull) as file:
            return file.read() + str(x)
''',
}

# Each reads IN and writes OUT, as `filter:` wants it; TEST says whether a file still has the word.
FILTERS = {
    'clex': ('clex', 'program.c', '%(clex)s rm-toks-5 0 "$1" >"$2"; test $? = 51'),
    'topformflat': ('topformflat', 'program.c', '%(topformflat)s 0 <"$1" | grep -v unused >"$2"'),
    'unifdef': ('unifdef', 'lines.c', '%(unifdef)s -x 2 -UOTHER -o "$2" "$1"'),
    'treereduce': ('treereduce-c', 'program.c', '%(treereduce-c)s -q -j 1 -s "$1" -o "$2" -- "$TEST" @@.c'),
    'llvm-reduce': ('llvm-reduce', 'module.ll', '%(llvm-reduce)s --test="$TEST" -o "$2" "$1"'),
}

# Regehr's reduce(file, command, n), of the counters of clang_delta.
COUNT = '''case $1 in
get_count) "%(clang_delta)s" --query-instances=remove-unused-function "$2" | grep -o '[0-9][0-9]*$' || echo 0 ;;
reduce) "%(clang_delta)s" --transformation=remove-unused-function --counter=$(($3 + 1)) "$2" >"$2.new" && mv "$2.new" "$2" ;;
esac'''

PREDUCE_1 = '''n=1; all=$(wc -l <"$1")
while [ $n -le $all ] && read to; do sed "${n}d" "$1" >"$to"; echo; n=$((n + 1)); done'''

PREDUCE_2 = '''#!/usr/bin/env python3
import json, sys
lines = lambda path: open(path, 'rb').read().splitlines(True)
for line in sys.stdin:
    (kind, it), = json.loads(line).items()
    if kind == 'New':
        reply = {'state': 0 if lines(it['seed']) else None}
    elif kind == 'Next':
        reply = {'next_state': it['state'] + 1 if it['state'] + 1 < len(lines(it['seed'])) else None}
    else:
        all = lines(it['seed'])
        del all[it['state']]
        open(it['dest'], 'wb').writelines(all)
        reply = {'reduced': True}
    print(json.dumps({kind: reply}), flush=True)
'''

HINTS = '''#!/usr/bin/env python3
import json, sys
print(json.dumps({'format': 'cvise_hints_v0'}))
print(json.dumps(['line']))
at = 0
for line in open(sys.argv[1], 'rb'):
    print(json.dumps({'t': 0, 'p': [{'l': at, 'r': at + len(line)}]}))
    at += len(line)
'''

PLACES = ['/usr/libexec', '/usr/libexec/cvise', '/usr/lib/cvise', '/usr/local/libexec']


class Bench:
    """Runs lop with a reducer, and remembers what came of it."""

    def __init__(self, given, scratch):
        self.lop, self.scratch, self.only = os.path.abspath(given.lop), scratch, given.only
        self.rows, self.passes, self.failed = [], [], 0
        for name, text in FILES.items():
            self.write(name, text)
        self.test = self.script('test.sh', 'grep -q bug "$1"')
        self.env = dict(os.environ, XDG_STATE_HOME=f'{scratch}/state', TEST=self.test)

    def write(self, name, text):
        path = os.path.join(self.scratch, name)
        with open(path, 'w') as file:
            file.write(text)
        return path

    def script(self, name, text):
        path = self.write(name, text if text.startswith('#!') else f'#!/bin/sh\n{text}\n')
        os.chmod(path, 0o755)
        return path

    def reduce(self, option, reducer, file, path=None):
        """What the reducer asked and had accepted of a file, and what was told of it."""
        command = [self.lop, file, '--fresh', '-j1', '--json', '--max-questions', '50', '--passes', 'reducers']
        command += [option, reducer, '-o', 'left']
        env = dict(self.env, PATH=f'{path}:{self.env["PATH"]}') if path else self.env
        done = subprocess.run([*command, '--', self.test, '@@'], cwd=self.scratch, env=env, capture_output=True, text=True)
        records = [json.loads(it) for it in done.stdout.splitlines()]
        if not records or records[-1]['event'] != 'summary':
            return {'asked': 0, 'accepted': 0, 'tokens': 0, 'bytes': 0, 'told': done.stderr.strip().splitlines()[0]}
        told = [it['text'] for it in records if it['event'] == 'warning' and 'the reducer ' in it['text']]
        sums = [it for it in records[-1]['passes'] if it['name'].startswith('reducer-')]
        of = lambda key: sum(it[key] for it in sums)
        return {**{it: of(it) for it in ('asked', 'accepted', 'tokens', 'bytes')}, 'told': '; '.join(told[:1])}

    def checks(self, reducer):
        done = subprocess.run([self.lop, 'check-reducer', '--json', reducer], cwd=self.scratch, env=self.env, capture_output=True, text=True)
        oks = [json.loads(it)['ok'] for it in done.stdout.splitlines()]
        return f'{oks.count(True)} right, {oks.count(False)} wrong, {oks.count(None)} unseen'

    def wants(self, name):
        return self.only is None or self.only in name

    def row(self, adapter, program, files, done, good, checks=''):
        self.failed += not good
        row = {'adapter': adapter, 'program': program, 'files': files, 'asked': done['asked'], 'accepted': done['accepted'],
               'tokens': done['tokens'], 'bytes': done['bytes'], 'checks': checks, 'result': ('ok' if good else 'FAILED') + (f": {done['told']}" if done['told'] else '')}
        self.rows.append(row)
        print('\t'.join(map(str, row.values())), flush=True)

    def one(self, adapter, program, option, reducer, file, check=True, path=None):
        if self.wants(adapter):
            done = self.reduce(option, reducer, file, path)
            self.row(adapter, program, file, done, done['accepted'] > 0 and not is_wrong(done['told']), self.checks(reducer) if check else '')

    def skip(self, adapter, why):
        if self.wants(adapter):
            self.rows.append({'adapter': adapter, 'result': f'does not apply: {why}'})
            print(f'{adapter}\t-\t{why}', flush=True)

    def modules(self, kind, program, passes):
        """Each pass of a reducer, and a row for each module of them."""
        for module, all in groupby(sorted(passes), lambda it: it[0]):
            if self.wants(f'{kind}:{module}'):
                self.module(kind, module, program, fewer([it[1] for it in all]))

    def module(self, kind, module, program, arguments):
        files = ('program.c', 'classes.cc') if module.startswith('clang') else ('lines.c', 'classes.cc')
        total = dict.fromkeys(('asked', 'accepted', 'tokens', 'bytes'), 0)
        proposing, larger, wrong = 0, 0, []
        for argument in arguments:
            spelt = f'{kind}:{module}' + (f'::{argument}' if argument else '')
            all = [self.reduce('--reducer', spelt, file) for file in files]
            self.passes += [{'pass': spelt, 'file': file, **done} for file, done in zip(files, all)]
            total = {key: sum([total[key], *(it[key] for it in all)]) for key in total}
            proposing += any(it['asked'] for it in all)
            told = [it['told'] for it in all if it['told']]
            larger += any(not is_wrong(it) for it in told)
            wrong += [it for it in told if is_wrong(it)]
        note = f'{proposing} of {len(arguments)} passes proposed something smaller' + (f', {larger} of which all was larger at times' if larger else '')
        self.row(f'{kind}:{module}', program, ' '.join(files), {**total, 'told': '; '.join(wrong[:1]) or note}, not wrong)


def is_wrong(told):
    """Whether what was told of a reducer says that the adapter does not work. That all is larger is the reducer's own affair:
    to one that has nothing more to take away a header occurs, or another layout."""
    return bool(told) and 'larger' not in told


def version(*command):
    """The first number with a point that a program says of itself."""
    done = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r'\d+(\.\d+)+', done.stdout + done.stderr)
    return f'{os.path.basename(command[0])} {found.group(0) if found else ""}'.strip()


def fewer(arguments):
    """Of those that differ in a number alone, such as rm-toks-1 to rm-toks-32, the first and the last."""
    number = lambda it: [int(digits) for digits in re.findall(r'\d+', it)]
    groups = {}
    for argument in sorted(arguments, key=number):
        groups.setdefault(re.sub(r'\d+', '', argument), []).append(argument)
    return [it for all in groups.values() for it in dict.fromkeys((all[0], all[-1]))]


def creduce_passes(program):
    """C-Reduce's schedule, as its script says it."""
    with open(program) as file:
        text = re.sub(r'^\s*#.*', '', file.read(), flags=re.M)
    found = re.findall(r'"name" => "pass_(\w+)",\s*"arg" => "([\w-]+)"', text)
    # Those of lines are made in a loop.
    return set(found) | {('lines', str(it)) for it in (0, 1, 2, 3, 4, 6, 8, 10)}


def cvise_passes(share):
    with open(f'{share}/pass_groups/all.json') as file:
        groups = json.load(file)
    return {(it['pass'], it.get('arg', '')) for group in groups.values() for it in group}


def installed(bench, found):
    """What creduce and cvise bring: their clang_delta by --bridge and by its counters, and all of their passes."""
    for place in ('/usr/libexec', '/usr/lib/cvise'):
        if not os.path.exists(f'{place}/clang_delta'):
            bench.skip(f'--bridge clang_delta ({place})', 'not installed')
            continue
        said = version(f'{place}/clang_delta', '--version')
        for file in ('program.c', 'classes.cc'):
            bench.one(f'--bridge clang_delta ({place})', said, '--bridge', 'clang_delta', file, False, place)
    if found['clang_delta']:
        count = bench.script('count.sh', COUNT % found)
        bench.one('count:', 'clang_delta', '--reducer', f'count:{count}', 'program.c')
    if shutil.which('creduce'):
        bench.modules('creduce', version('creduce', '--version'), creduce_passes(shutil.which('creduce')))
    else:
        bench.skip('creduce:', 'not installed')
    if shutil.which('cvise') and os.path.isdir('/usr/share/cvise'):
        bench.modules('cvise', version('cvise', '--version'), cvise_passes('/usr/share/cvise'))
    else:
        bench.skip('cvise:', 'not installed')
    for kind in 'creduce', 'cvise':
        for spelt in ('lines::2', 'clex::rm-toks-2') if shutil.which(kind) else ():
            bench.one(f'{kind}:{spelt} with its checks', kind, '--reducer', f'{kind}:{spelt}', 'program.c')


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--lop', default=os.path.join(HERE, '../../target/release/lop'))
    options.add_argument('--out')
    options.add_argument('--only', metavar='WORD')
    options.add_argument('--shrinkray', metavar='PYTHON')
    given = options.parse_args()
    path = os.pathsep.join([os.environ['PATH'], *PLACES])
    found = {it: shutil.which(it, path=path) for it in ('clang_delta', 'clex', 'topformflat', 'unifdef', 'treereduce-c', 'llvm-reduce')}
    with tempfile.TemporaryDirectory(prefix='lop-adapters-') as scratch:
        bench = Bench(given, scratch)
        for name, (program, file, body) in FILTERS.items():
            if found[program]:
                quoted = {key: shlex.quote(it) for key, it in found.items() if it}
                script = bench.script(f'{name}.sh', body % quoted)
                bench.one(f'filter: {name}', version(found[program], '--version'), '--reducer', f'filter:{script}', file, '$TEST' not in body)
            else:
                bench.skip(f'filter: {name}', 'not installed')
        bench.one('preduce1:', 'our own', '--reducer', f'preduce1:{bench.script("one.sh", PREDUCE_1)}', 'program.c')
        bench.one('preduce2:', 'our own', '--reducer', f'preduce2:{bench.script("two.py", PREDUCE_2)}', 'program.c')
        bench.one('hints:', 'our own', '--reducer', f'hints:{bench.script("hints.py", HINTS)}', 'program.c')
        if given.shrinkray:
            reducer = f'shrinkray:{os.path.abspath(given.shrinkray)} -m shrinkray.reducers.python'
            said = version(given.shrinkray, '-c', 'import importlib.metadata as it; print(it.version("shrinkray"))')
            bench.one('shrinkray:', said.replace(os.path.basename(given.shrinkray), 'shrinkray'), '--reducer', reducer, 'module.py')
        else:
            bench.skip('shrinkray:', 'no --shrinkray')
        for name in ('preduce', 'cargo-minimize', 'Perses'):
            bench.skip(name, 'it is in no registry')
        installed(bench, found)
        if given.out:
            for name, rows in ('adapters', bench.rows), ('passes', bench.passes):
                with open(f'{given.out}/{name}.tsv', 'w', newline='') as file:
                    if rows:
                        writer = csv.DictWriter(file, list(max(rows, key=len)), delimiter='\t', lineterminator='\n')
                        writer.writeheader()
                        writer.writerows(rows)
    sys.exit(1 if bench.failed else 0)


if __name__ == '__main__':
    main()
