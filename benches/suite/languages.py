#!/usr/bin/env python3
"""Reduces real files of several languages under "it still parses and contains this", with lop and with its peers.

    benches/suite/languages.py [LANGUAGE...] [--lop PATH] [--shrinkray PATH] [--treereduce DIR] [--seconds N] [--out FILE]

What parses, the language's own tool says; cases whose tool or file this machine does not have are left out, and said so.
Files are taken from Debian's packages and, with npm, from its registry; none is kept here. --treereduce names the directory
of its programs, treereduce-LANGUAGE. A run that takes longer than --seconds is stopped, and what it has by then counts.
The table goes to standard output, or to --out.
"""
import argparse, glob, os, re, shutil, subprocess, sys, tempfile, time

# language, extension, the file, what must stay, and what says that it parses: FILE is the candidate.
CASES = [
    ('python', 'py', '/usr/lib/python3*/argparse.py', 'def _get_option_tuples(',
     'python3 -c "import ast, sys; ast.parse(open(sys.argv[1]).read())" FILE'),
    ('python', 'py', '/usr/lib/python3*/typing.py', 'def _eval_type(',
     'python3 -c "import ast, sys; ast.parse(open(sys.argv[1]).read())" FILE'),
    ('javascript', 'js', 'npm:lodash@4.17.21:package/lodash.js', 'function baseFlatten(', 'node --check FILE'),
    ('ruby', 'rb', '/usr/lib/ruby/3*/optparse.rb', 'def complete(', 'ruby -c FILE'),
    ('ruby', 'rb', '/usr/lib/ruby/3*/fileutils.rb', 'def copy_entry(', 'ruby -c FILE'),
    ('bash', 'sh', '/usr/share/bash-completion/bash_completion', '_parse_usage()', 'bash -n FILE'),
    ('ocaml', 'ml', '/usr/lib/ocaml/format.ml', 'let pp_print_as_size', 'ocamlc -stop-after parsing -i FILE'),
    ('lua', 'lua', '/usr/share/lua/5.*/pl/lexer.lua', 'local function chdump(', 'luac -p FILE'),
    ('lua', 'lua', '/usr/share/lua/5.*/pl/List.lua', 'function List:slice(', 'luac -p FILE'),
    ('erlang', 'erl', '/usr/lib/erlang/lib/wx-*/src/wx_object.erl', 'handle_common_reply(',
     'erl -noshell -eval \'{ok, F} = epp_dodger:quick_parse_file("FILE"), '
     '[halt(1) || {error, _} <- F], halt(0).\''),
    ('php', 'php', '/usr/share/php/PEAR/*.php', 'function', 'php -l FILE'),
    ('java', 'java', '/usr/lib/jvm/*/lib/src/java/util/HashMap.java', 'void resize(', 'javac -proc:none -Xlint:none FILE'),
]


def fetched(place, scratch):
    """The file of a case, or None."""
    if not place.startswith('npm:'):
        found = sorted(glob.glob(place), key=os.path.getsize)
        return found[-1] if found else None
    _, package, path = place.split(':')
    if not shutil.which('npm'):
        return None
    packed = subprocess.run(['npm', 'pack', '--silent', package], cwd=scratch, capture_output=True, text=True)
    if packed.returncode:
        return None
    subprocess.run(['tar', 'xzf', packed.stdout.split()[-1]], cwd=scratch, check=True)
    return os.path.join(scratch, path)


def tokens(path):
    """As lop counts them: runs of word bytes, and other visible bytes."""
    with open(path, 'rb') as file:
        return len(re.findall(rb'[\w\x80-\xff]+|[^\s\w\x80-\xff]', file.read()))


def run(command, directory, seconds):
    """The seconds it took, and whether it ended by itself."""
    start = time.time()
    child = subprocess.Popen(command, cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        child.wait(seconds)
        return time.time() - start, True
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, 15)
        child.wait()
        return time.time() - start, False


def questions(directory):
    """How often the test of a directory was asked, which then starts anew."""
    asked = os.path.join(directory, 'asked')
    count = os.path.getsize(asked) if os.path.exists(asked) else 0
    open(asked, 'w').close()
    return count


def rows_of(case, arguments, scratch):
    language, extension, place, needle, parses = case
    source, tool = fetched(place, scratch), parses.split()[0]
    if not source or not shutil.which(tool):
        print(f'{language}: no {tool if source else place}', file=sys.stderr)
        return
    directory = tempfile.mkdtemp(dir=scratch)
    test, original = f'{directory}/test.sh', f'{directory}/original.{extension}'
    shutil.copy(source, original)
    with open(test, 'w') as file:
        file.write(f'#!/bin/sh\nprintf x >> {directory}/asked\ngrep -qF -- {needle!r} "$1" || exit 1\n'
                   + 'exec ' + parses.replace('FILE', '"$1"' if '"FILE"' not in parses else "'\"$1\"'")
                   + ' > /dev/null 2>&1\n')
    os.chmod(test, 0o755)
    if subprocess.run([test, original], cwd=directory, stdin=subprocess.DEVNULL).returncode:
        print(f'{language}: {source} is not interesting', file=sys.stderr)
        return
    name = os.path.basename(source)
    yield [language, name, needle, 'original', '', tokens(original), os.path.getsize(original), '', '']
    result = f'{directory}/result.{extension}'
    peers = [('lop', [arguments.lop, '-q', '--fresh', '-o', result, original, '--', test, '@@'])]
    if arguments.shrinkray:
        peers.append(('shrinkray', [arguments.shrinkray, '--ui=basic', '--input-type=arg', '--parallelism=2',
                                    '--trivial-is-not-error', test, result]))
    treereduce = f'{arguments.treereduce}/treereduce-{language}'
    if arguments.treereduce and os.path.exists(treereduce):
        peers.append(('treereduce', [treereduce, '-s', original, '-o', result, '--', test, '@@.' + extension]))
    for peer, command in peers:
        shutil.copy(original, result)
        questions(directory)
        seconds, ended = run(command, directory, arguments.seconds)
        yield [language, name, needle, peer, questions(directory), tokens(result), os.path.getsize(result),
               f'{seconds:.0f}', '' if ended else 'stopped']


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('languages', nargs='*')
    parser.add_argument('--lop', default='target/release/lop')
    parser.add_argument('--shrinkray')
    parser.add_argument('--treereduce')
    parser.add_argument('--seconds', type=float, default=600)
    parser.add_argument('--out')
    arguments = parser.parse_args()
    arguments.lop = os.path.abspath(arguments.lop)
    out = open(arguments.out, 'w') if arguments.out else sys.stdout
    print('language', 'file', 'needle', 'reducer', 'questions', 'tokens', 'bytes', 'seconds', 'note', sep='\t', file=out)
    with tempfile.TemporaryDirectory() as scratch:
        for case in CASES:
            if not arguments.languages or case[0] in arguments.languages:
                for row in rows_of(case, arguments, scratch):
                    print(*row, sep='\t', file=out, flush=True)


main()
