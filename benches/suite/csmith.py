#!/usr/bin/env python3
"""lop and C-Reduce on valid C programs whose compiler is wrong in a known way.

    benches/suite/csmith.py OUT [--seed N]... [--lop PATH] [--cap SECS] [--without-creduce]

Csmith makes a program from each of ten seeds. A made bug is done to the assembly that gcc writes for it; each seed has
another. A text is interesting when it has none of a few errors, its program is free of undefined behaviour as far as
gcc's sanitizers see, and prints something else once the bug was done to it. Both tools ask one question after the other.
OUT/csmith.tsv gets a row for each seed: questions asked, tokens and bytes left; OUT/sN has the program, the test and both
results. C-Reduce is stopped after --cap seconds.
Needs Python 3.9, gcc 12, csmith 2.3 with its headers in /usr/include/csmith, and creduce.
"""
import argparse, csv, json, os, re, subprocess, sys

SMALL = '--max-funcs 4 --max-block-depth 2 --max-block-size 3'
LARGE = '--max-funcs 6 --max-block-depth 3 --max-block-size 4'
ALWAYS = '--no-argc --no-unions --no-packed-struct --no-volatiles'

# What is done to the assembly of each seed's program.
SEEDS = {
    201: (SMALL, r's/\bcltq\b/movl %eax, %eax/'),
    202: (LARGE, r's/\bsarl\b/shrl/'),
    204: (LARGE, r's/\bnotl\b/negl/'),
    205: (SMALL, r's/\bjge\b/jae/'),
    207: (SMALL, r's/\bimull\b/addl/'),
    208: (LARGE, r's/\bxorl\b/orl/'),
    209: (SMALL, r's/\bsetg\b/seta/'),
    222: (LARGE, r's/\bmovsbl\b/movzbl/'),
    229: (SMALL, r's/\bjle\b/jbe/'),
    230: (LARGE, r's/\bsetl\b/setb/'),
}

TEST = r"""#!/bin/sh
BUG='@BUG@'
E=-Werror=
gcc -O0 -S -Wall ${E}implicit-function-declaration ${E}implicit-int ${E}int-conversion ${E}incompatible-pointer-types \
    ${E}return-type ${E}uninitialized ${E}format ${E}main p.c -o good.s >/dev/null 2>&1 || exit 1
sed -e "$BUG" good.s >bad.s
cmp -s good.s bad.s && exit 1
gcc good.s -o good >/dev/null 2>&1 || exit 1
timeout 2 ./good >good.out 2>/dev/null || exit 1
gcc bad.s -o bad >/dev/null 2>&1 || exit 1
timeout 2 ./bad >bad.out 2>/dev/null || exit 1
cmp -s good.out bad.out && exit 1
gcc -w -O0 -fsanitize=undefined,address -fno-sanitize-recover=all p.c -o clean >/dev/null 2>&1 || exit 1
timeout 4 ./clean >clean.out 2>/dev/null || exit 1
cmp -s good.out clean.out
"""

# The same count for both tools, without blanks and comments.
TOKEN = re.compile(
    rb'''(?P<skip>/\*.*?\*/|//[^\n]*|\s+)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_$][\w$]*|(?:0[xX][0-9a-fA-F]+|\d\w*)'''
    rb'''|>>=|<<=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|##|.''', re.S)


def tokens(text):
    return sum(it.group('skip') is None for it in TOKEN.finditer(text))


def script(path, text):
    with open(path, 'w') as file:
        file.write(text)
    os.chmod(path, 0o755)
    return os.path.abspath(path)


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def make(directory, seed):
    """The program of a seed, preprocessed, and its test."""
    os.makedirs(directory, exist_ok=True)
    shape, bug = SEEDS[seed]
    made = subprocess.run(
        ['csmith', '--seed', str(seed), *shape.split(), *ALWAYS.split()], cwd=directory, check=True, capture_output=True)
    command = ['gcc', '-w', '-E', '-P', '-I/usr/include/csmith', '-x', 'c', '-']
    program = subprocess.run(command, input=made.stdout, check=True, capture_output=True).stdout
    with open(f'{directory}/p.c', 'wb') as file:
        file.write(program)
    return program, script(f'{directory}/test.sh', TEST.replace('@BUG@', bug))


def lop(directory, program, test, args):
    """What lop comes to, and what it asks."""
    place = f'{directory}/lop'
    os.makedirs(place, exist_ok=True)
    with open(f'{place}/p.c', 'wb') as file:
        file.write(program)
    command = [args.lop, '--deterministic', '--jobs', '1', '--json', '--fresh', '-o', 'out.c', 'p.c', '--', test]
    env = {**os.environ, 'XDG_STATE_HOME': os.path.abspath(place)}
    run = subprocess.run(command, cwd=place, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    events = [json.loads(line)['event'] for line in run.stdout.splitlines()]
    if 'summary' not in events:
        sys.exit(f'{directory}: {run.stderr}')
    return events.count('question'), read(f'{place}/out.c')


def creduce(directory, program, test, args):
    """What C-Reduce comes to, what it asks, and whether it came to its end."""
    place = f'{directory}/creduce'
    os.makedirs(place, exist_ok=True)
    with open(f'{place}/p.c', 'wb') as file:
        file.write(program)
    calls = os.path.abspath(f'{place}/calls')
    open(calls, 'w').close()
    counted = script(f'{place}/test.sh', f'#!/bin/sh\necho >> {calls}\nexec {test}\n')
    command = ['creduce', '--n', '1', '--tidy', counted, 'p.c']
    run = subprocess.Popen(command, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        ended = 'end' if run.wait(args.cap) == 0 else 'error'
    except subprocess.TimeoutExpired:
        run.terminate()
        run.wait()
        ended = 'cap'
    return read(calls).count(b'\n'), read(f'{place}/p.c'), ended


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('out')
    parser.add_argument('--seed', type=int, action='append')
    parser.add_argument('--lop', default=os.path.join(here, '../../target/release/lop'))
    parser.add_argument('--cap', type=int, default=3600)
    parser.add_argument('--without-creduce', action='store_true')
    args = parser.parse_args()
    args.lop = os.path.abspath(args.lop)
    rows = []
    for seed in args.seed or sorted(SEEDS):
        directory = os.path.join(args.out, f's{seed}')
        program, test = make(directory, seed)
        row = {'seed': seed, 'bug': SEEDS[seed][1], 'tokens': tokens(program), 'bytes': len(program)}
        asked, left = lop(directory, program, test, args)
        row |= {'lop_questions': asked, 'lop_tokens': tokens(left), 'lop_bytes': len(left)}
        if not args.without_creduce:
            asked, left, ended = creduce(directory, program, test, args)
            row |= {'creduce_questions': asked, 'creduce_tokens': tokens(left), 'creduce_bytes': len(left)}
            row['creduce_ended'] = ended
        rows.append(row)
        print(row, flush=True)
        with open(os.path.join(args.out, 'csmith.tsv'), 'w', newline='') as file:
            writer = csv.DictWriter(file, list(rows[0]), delimiter='\t', lineterminator='\n')
            writer.writeheader()
            writer.writerows(rows)


if __name__ == '__main__':
    main()
