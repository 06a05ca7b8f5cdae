#!/usr/bin/env python3
"""Reduces real files of many languages under "it still parses and contains this", with lop and with its peers.

    benches/suite/languages.py [LANGUAGE...] [--cases N] [--files WORD,WORD] [--reducers lop,shrinkray,treereduce] [--out FILE]
                               [--keep DIR]

What parses, the language's own tool says; cases whose tool or file this machine cannot get are left out, and said so. Files
come from packages of Debian, npm, PyPI and crates.io, by their ordinary clients; none is kept here. What must stay is taken
from the file itself: in the first, third and fifth of a language, what defines something near its middle, such as
`def name(`; in the others a call there, which needs something around it.

Fortran, VHDL, SystemVerilog and D need a lop that was built with --features all-languages.

`shrinkray-after` and `treereduce-after` begin with what lop left, which --keep has: whether they can still take something away.

A run that takes longer than its seconds is stopped, and what it has by then counts; `torn` is a file that its reducer was
writing just then, so that the test refuses it. With --out the table is continued: what is in it is not run again. --list says
what each language needs.
"""
import argparse, glob, hashlib, os, re, shutil, signal, subprocess, sys, tempfile, time
from collections import namedtuple

# extension; what says that it parses (FILE is the candidate); what installs that; what defines; what calls; the files.
Language = namedtuple('Language', 'extension parses install defines calls places')
CALL = r'\b[a-z_]\w{4,}\([a-z]\w*[,)]'
PYTHON = "python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' FILE"
TSC = ("node -e 'const t = require(process.argv[1]); const r = t.transpileModule(require(\"fs\").readFileSync(process.argv[2], "
       "\"utf8\"), {reportDiagnostics: true}); process.exit(r.diagnostics.length ? 1 : 0)' "
       'npm:typescript@5.4.5:typescript/lib/typescript.js FILE')
POSTCSS = ("node -e 'require(process.argv[1]).parse(require(\"fs\").readFileSync(process.argv[2], \"utf8\"))' "
           'npm:postcss@8.4.38:postcss/lib/postcss.js FILE')
SOLIDITY = ("node -e 'require(process.argv[1]).parse(require(\"fs\").readFileSync(process.argv[2], \"utf8\"))' "
            'npm:@solidity-parser/parser@0.18.0:@solidity-parser/parser/dist/index.cjs.js FILE')
ERL = ("erl -noshell -eval '[F|_] = init:get_plain_arguments(), {ok, Forms} = epp:parse_file(F, []), "
       "[halt(1) || {error, _} <- Forms], halt(0).' -extra FILE")
# What stands outside of <?php parses whatever it is.
PHP = ("php -l FILE && php -r 'foreach (token_get_all(file_get_contents($argv[1])) as $it) if ($it[0] === T_INLINE_HTML) exit(1);' "
       'FILE')
LUA = 'crate:lua-src@550.1.0:lua-5.4.8'
LAPACK = 'crate:netlib-src@0.8.0:source/SRC'
JDK = 'deb:openjdk-17-source:/usr/lib/jvm/openjdk-17/lib/src.zip!java.base/java/util'
PGSQL = 'deb:postgresql-15:/usr/share/postgresql/15'
PENLIGHT = 'deb:lua-penlight:/usr/share/lua/5.1/pl'
PROSODY = 'deb:prosody:/usr/lib/prosody'
YOSYS = 'deb:yosys:/usr/share/yosys'
CMAKE = 'deb:cmake-data:/usr/share/cmake-3.25/Modules'
ADA = 'deb:gnat-12:/usr/lib/gcc/x86_64-linux-gnu/12/adainclude'
PHOBOS = 'deb:libgphobos-12-dev:/usr/lib/gcc/x86_64-linux-gnu/12/include/d/std'
GAX = 'npm:@google-cloud/pubsub@4.4.0:google-gax/build/protos'

LANGUAGES = {
    'python': Language('py', PYTHON, 'apt install python3', r'def [a-z]\w{5,}\(', r'self\.\w{4,}\([a-z]\w*\)', [
        '/usr/lib/python3*/argparse.py', '/usr/lib/python3*/typing.py', '/usr/lib/python3*/tarfile.py',
        '/usr/lib/python3*/inspect.py', '/usr/lib/python3*/pathlib.py']),
    'javascript': Language('js', 'node --check FILE', 'apt install nodejs npm', r'function \w{4,}\(', CALL, [
        'npm:async@3.2.5:async/dist/async.js', 'npm:underscore@1.13.6:underscore/underscore.js',
        'npm:moment@2.30.1:moment/moment.js', 'npm:jquery@3.7.1:jquery/dist/jquery.js',
        'npm:acorn@8.11.3:acorn/dist/acorn.js']),
    'typescript': Language('ts', TSC, 'apt install nodejs npm', r'(?:class|interface|function) \w+',
                           r'\b[a-z]\w+\([a-z]\w+: \w+', [
        'npm:@types/node@20.12.7:@types/node/http2.d.ts', 'npm:@google-cloud/pubsub@4.4.0:@grpc/grpc-js/src/server.ts',
        'npm:@google-cloud/pubsub@4.4.0:@grpc/grpc-js/src/internal-channel.ts',
        'npm:@google-cloud/pubsub@4.4.0:@grpc/grpc-js/src/retrying-call.ts', 'npm:@types/node@20.12.7:@types/node/fs.d.ts']),
    'ruby': Language('rb', 'ruby -c FILE', 'apt install ruby', r'def [a-z]\w{3,}', CALL, [
        '/usr/lib/ruby/3*/optparse.rb', '/usr/lib/ruby/3*/fileutils.rb', '/usr/lib/ruby/3*/mkmf.rb',
        '/usr/lib/ruby/3*/resolv.rb', '/usr/lib/ruby/3*/csv.rb']),
    'bash': Language('sh', 'bash -O extglob -n FILE', 'apt install bash', r'\w{5,}\(\)', r'\[\[ \$\w+ == ', [
        'deb:bash-completion:/usr/share/bash-completion/bash_completion', 'deb:git:/usr/share/bash-completion/completions/git',
        'deb:iproute2:/usr/share/bash-completion/completions/tc', 'deb:iproute2:/usr/share/bash-completion/completions/devlink',
        'deb:dkms:/usr/sbin/dkms']),
    'ocaml': Language('ml', 'ocamlc -stop-after parsing -i FILE', 'apt install ocaml-nox', r'let \w{4,} ',
                      r'\bif \w+ = \w+ then', [
        '/usr/lib/ocaml/format.ml', '/usr/lib/ocaml/scanf.ml', '/usr/lib/ocaml/camlinternalFormat.ml',
        '/usr/lib/ocaml/ephemeron.ml', '/usr/lib/ocaml/stdlib.ml']),
    'lua': Language('lua', 'luac -p FILE', 'apt install lua5.4', r'function \w[\w.:]{3,}', CALL, [
        f'{PENLIGHT}/tablex.lua', f'{PENLIGHT}/stringx.lua', f'{PROSODY}/modules/muc/muc.lib.lua',
        f'{PROSODY}/util/pubsub.lua', f'{PROSODY}/modules/mod_s2s.lua']),
    'erlang': Language('erl', ERL, 'apt install erlang-base erlang-src', r'\n[a-z]\w{5,}\(',
                       r'\b[a-z]\w{4,}\([A-Z]\w*[,)]', [
        '/usr/lib/erlang/lib/stdlib-*/src/string.erl', '/usr/lib/erlang/lib/stdlib-*/src/epp.erl',
        '/usr/lib/erlang/lib/stdlib-*/src/lists.erl', '/usr/lib/erlang/lib/stdlib-*/src/erl_lint.erl',
        '/usr/lib/erlang/lib/stdlib-*/src/ets.erl']),
    'php': Language('php', PHP, 'apt install php-cli', r'function \w{4,}\(',
                    r'->\w{4,}\(\$\w+[,)]', [
        f'deb:php-pear:/usr/share/php/PEAR/{name}.php'
        for name in ('Config', 'Installer', 'Registry', 'ChannelFile', 'Dependency2')]),
    'java': Language('java', 'javac -XDshould-stop.ifNoError=PARSE -XDshould-stop.ifError=PARSE FILE',
                     'apt install openjdk-17-jdk-headless', r'(?:void|int|boolean) \w{4,}\(', CALL, [
        f'{JDK}/{name}.java' for name in ('HashMap', 'TreeMap', 'Arrays', 'regex/Pattern', 'Formatter')]),
    'c': Language('c', f'gcc -fsyntax-only -w -I{LUA} FILE', 'apt install gcc', r'static \w+ \*?\w{4,} ?\(', CALL, [
        f'{LUA}/{name}.c' for name in ('lgc', 'lparser', 'lcode', 'lstrlib', 'lvm')]),
    'cpp': Language('cc', 'g++ -std=c++20 -fsyntax-only -w FILE', 'apt install g++', r'\b(?:struct|class) \w{4,}',
                    r'\b_?[a-z_]\w{4,}\(\w+\);', [
        f'/usr/include/c++/12/{name}' for name in ('variant', 'complex', 'future', 'optional', 'functional')]),
    'rust': Language('rs', 'rustfmt --edition 2021 < FILE',
                     'rustup component add rustfmt', r'fn \w{5,}\(', CALL, [
        'crate:regex-syntax@0.8.5:src/hir/mod.rs', 'crate:regex-automata@0.4.9:src/meta/regex.rs',
        'crate:regex-syntax@0.8.5:src/ast/parse.rs', 'crate:regex-automata@0.4.9:src/hybrid/dfa.rs',
        'crate:clap_builder@4.5.20:src/builder/arg.rs']),
    'go': Language('go', 'gofmt -e FILE', 'apt install golang-go', r'\) \w{4,}\(', CALL, [
        f'/usr/lib/go-*/src/{name}.go'
        for name in ('net/http/server', 'go/parser/parser', 'net/http/transport', 'fmt/scan', 'reflect/type')]),
    'fortran': Language('f', 'gfortran -fsyntax-only -w FILE', 'apt install gfortran', r'CALL \w+\(', r'IF\( \w+\.\w+\.\w+', [
        f'{LAPACK}/{name}.f' for name in ('dgesvd', 'zgeesx', 'dsbgvx', 'cgesvdx', 'dlaqr5')]),
    'vhdl': Language('vhdl', 'ghdl -s --std=08 FILE', 'apt install ghdl', r'(?:function|procedure) \w+', r'\w+ +: +in +\w+', [
        f'/usr/lib/ghdl/src/{name}.vhdl' for name in (
            'synopsys/std_logic_arith', 'ieee2008/fixed_generic_pkg', 'ieee2008/math_real', 'ieee2008/numeric_bit',
            'ieee2008/numeric_std')]),
    'systemverilog': Language('sv', 'iverilog -g2012 -t null -i FILE', 'apt install iverilog', r'module \w+',
                              r'assign \w+ = \w+', [
        f'{YOSYS}/{name}.v' for name in ('gatemate/cells_sim', 'xilinx/cells_sim', 'gowin/cells_sim', 'simlib',
                                         'ecp5/cells_bb')]),
    'd': Language('d', 'gdc-12 -fsyntax-only -w FILE', 'apt install gdc', r'(?:auto|bool|void|int) \w{4,}\(', CALL, [
        f'{PHOBOS}/{name}.d' for name in ('csv', 'getopt', 'bitmanip', 'base64', 'variant')]),
    'ada': Language('adb', 'gcc -c -gnats -gnat2022 FILE', 'apt install gnat', r'(?:function|procedure) \w{4,}',
                    r'\b[A-Z]\w{4,} \([A-Z]\w*[,)]', [
        f'{ADA}/{name}.adb' for name in ('g-spipat', 's-regpat', 'g-comlin', 'a-strunb', 'g-debpoo')]),
    'sql': Language('sql', "python3 -c 'import pglast, sys; pglast.parse_sql(open(sys.argv[1]).read())' FILE",
                    'pip install pglast', r'(?:VIEW|FUNCTION|DOMAIN|TYPE|function) \w+', r'AS \w+,|RETURNS \w+', [
        f'{PGSQL}/{name}.sql' for name in ('information_schema', 'system_views', 'system_functions', 'extension/isn--1.1',
                                           'snowball_create')]),
    'css': Language('css', POSTCSS, 'apt install nodejs npm', r'\n\.[a-z-]{6,} \{', r'  [a-z-]+: \w+;', [
        'npm:bootstrap@5.3.3:bootstrap/dist/css/bootstrap.css', 'npm:bootstrap@5.3.3:bootstrap/dist/css/bootstrap-grid.css',
        'npm:bootstrap@5.3.3:bootstrap/dist/css/bootstrap-utilities.css', 'npm:animate.css@4.1.1:animate.css/animate.css',
        'npm:@fortawesome/fontawesome-free@6.5.2:@fortawesome/fontawesome-free/css/all.css']),
    'solidity': Language('sol', SOLIDITY, 'apt install nodejs npm', r'function \w{4,}\(', CALL, [
        f'npm:@openzeppelin/contracts@5.0.2:@openzeppelin/contracts/{name}.sol' for name in (
            'utils/math/SafeCast', 'governance/Governor', 'access/manager/AccessManager', 'utils/structs/Checkpoints')
        ] + ['npm:@openzeppelin/contracts@4.9.6:@openzeppelin/contracts/utils/structs/EnumerableMap.sol']),
    'proto': Language('proto', f'protoc --descriptor_set_out=/dev/null -I/usr/include -I{GAX} -I"$(dirname "$1")" FILE',
                      'apt install protobuf-compiler', r'(?:message|enum) [A-Z]\w+', r'\w+ [a-z]\w+ = \d+', [
        f'{GAX}/google/{name}.proto' for name in (
            'protobuf/descriptor', 'monitoring/v3/alert', 'api/error_reason', 'monitoring/v3/common', 'monitoring/v3/uptime')]),
    'cmake': Language('cmake', 'cmake -P FILE', 'apt install cmake', r'(?:function|macro)\s*\(\w+', r'set\(\w+ \w+', [
        f'{CMAKE}/{name}.cmake' for name in ('FetchContent', 'ExternalData', 'UseJava', 'UseSWIG', 'GetPrerequisites')]),
    'zig': Language('zig', 'python3 -m ziglang ast-check FILE', 'pip install ziglang==0.13.0', r'fn \w{4,}\(', CALL, [
        f'pypi:ziglang==0.13.0:ziglang/lib/std/{name}.zig' for name in ('mem', 'fmt', 'array_list', 'Uri', 'Progress')]),
    'json': Language('json', 'python3 -m json.tool FILE', 'apt install python3', r'"\w{5,}": [\[{]', r'"\w+": "\w{1,30}"', [
        'npm:mime-db@1.52.0:mime-db/db.json', 'npm:@google-cloud/pubsub@4.4.0:protobufjs/google/protobuf/descriptor.json',
        'npm:@google-cloud/pubsub@4.4.0:@google-cloud/pubsub/build/protos/protos.json',
        'npm:@openzeppelin/contracts@5.0.2:@openzeppelin/contracts/build/contracts/AccessManager.json',
        f'{CMAKE.partition("/Modules")[0]}/Help/manual/presets/schema.json']),
    'toml': Language('toml', "python3 -c 'import sys, tomllib; tomllib.load(open(sys.argv[1], \"rb\"))' FILE",
                     'apt install python3', r'name = "\w+"', r' "\w+",', [
        'crate:gix@0.85.0:Cargo.lock', 'crate:ratatui@0.30.2:Cargo.lock', 'crate:reqwest@0.13.5:Cargo.lock',
        'crate:maud@0.27.0:Cargo.lock', 'crate:trustfall@0.8.1:Cargo.lock']),
}
TREEREDUCE = {'c', 'java', 'javascript', 'lua', 'rust', 'souffle', 'swift'}
COLUMNS = ['language', 'file', 'needle', 'reducer', 'questions', 'tokens', 'bytes', 'seconds', 'note']


def fetched(place, scratch):
    """The path of a place, got by the client of its registry where it is not here yet; None where it cannot be got."""
    registry = re.match(r'(npm|pypi|crate|deb):(.+?):(.*)', place)
    if not registry:
        found = sorted(glob.glob(place))
        return found[-1] if found else None
    kind, package, path = registry.groups()
    path, _, member = path.partition('!')
    base = GETTERS[kind](package, scratch)
    whole = os.path.join(base, path.lstrip('/')) if base else None
    if kind == 'deb' and os.path.exists(path):
        whole = path
    if not whole or not os.path.exists(whole):
        return None
    if not member:
        return whole
    subprocess.run(['unzip', '-qoj', whole, member, '-d', scratch], check=True)
    return os.path.join(scratch, os.path.basename(member))


def once(get):
    """Gets a package into a directory of its own, once."""
    def getter(package, scratch):
        directory = os.path.join(scratch, hashlib.sha1((get.__name__ + package).encode()).hexdigest()[:12])
        if not os.path.exists(directory):
            os.mkdir(directory)
            try:
                get(package, directory)
            except (OSError, subprocess.CalledProcessError) as error:
                print(f'{package}: {error}', file=sys.stderr)
        return place_in(get, directory, package)
    return getter


def place_in(get, directory, package):
    if get is by_cargo:
        home = os.environ.get('CARGO_HOME', os.path.expanduser('~/.cargo'))
        found = glob.glob(f'{home}/registry/src/*/{package.replace("@", "-")}')
        return found[0] if found else None
    return os.path.join(directory, 'node_modules') if get is by_npm else directory


def quietly(*command, directory):
    subprocess.run(command, cwd=directory, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def by_npm(package, directory):
    quietly('npm', 'install', '--ignore-scripts', '--no-save', '--prefix', '.', package, directory=directory)


def by_pip(package, directory):
    quietly(sys.executable, '-m', 'pip', 'install', '--no-deps', '--target', '.', package, directory=directory)


def by_apt(package, directory):
    quietly('apt-get', 'download', package, directory=directory)
    quietly('dpkg-deb', '-x', *glob.glob(f'{directory}/*.deb'), '.', directory=directory)


def by_cargo(package, directory):
    if place_in(by_cargo, directory, package):
        return
    name, version = package.split('@')
    os.mkdir(f'{directory}/src')
    open(f'{directory}/src/lib.rs', 'w').close()
    with open(f'{directory}/Cargo.toml', 'w') as file:
        file.write(f'[package]\nname = "x"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n{name} = "={version}"\n')
    quietly('cargo', 'fetch', directory=directory)


GETTERS = {'npm': once(by_npm), 'pypi': once(by_pip), 'deb': once(by_apt), 'crate': once(by_cargo)}


def needle_in(path, pattern):
    """What matches nearest to the middle of a file, and stands in it on one line."""
    with open(path, encoding='utf-8', errors='replace') as file:
        text = file.read()
    matches = [m for m in re.finditer(pattern, text) if m[0].isascii()]
    return min(matches, key=lambda m: abs(m.start() - len(text) // 2))[0].strip() if matches else None


def tokens(path):
    """As lop counts them: runs of word bytes, and other visible bytes."""
    with open(path, 'rb') as file:
        return len(re.findall(rb'[\w\x80-\xff]+|[^\s\w\x80-\xff]', file.read()))


def run(command, directory, seconds):
    """The seconds it took, and whether it ended by itself."""
    start = time.time()
    child = subprocess.Popen(command, cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, start_new_session=True)
    for patience, sign in ((seconds, signal.SIGTERM), (10, signal.SIGKILL), (None, None)):
        try:
            child.wait(patience)
            return time.time() - start, sign == signal.SIGTERM
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, sign)


def questions(directory):
    """How often the test of a directory was asked, which then starts anew."""
    asked = os.path.join(directory, 'asked')
    count = os.path.getsize(asked) if os.path.exists(asked) else 0
    open(asked, 'w').close()
    return count


def test_in(directory, language, needle, scratch):
    """The test of a case, as a program; None where something that it needs is not here."""
    if not shutil.which(language.parses.split()[0]):
        return None
    parses = language.parses
    for place in re.findall(r'(?:npm|pypi|crate|deb):\S+', parses):
        path = fetched(place, scratch)
        if not path:
            return None
        parses = parses.replace(place, path)
    with open(f'{directory}/needle', 'w') as file:
        file.write(needle)
    test = f'{directory}/test.sh'
    with open(test, 'w') as file:
        file.write(f'#!/bin/sh\nprintf x >> {directory}/asked\ngrep -qFf {directory}/needle -- "$1" || exit 1\n'
                   + f'exec > /dev/null 2>&1\n' + parses.replace('FILE', '"$1"') + '\n')
    os.chmod(test, 0o755)
    return test


def commands(arguments, language, name, test, directory):
    original, result = (f'{directory}/{stem}.{language.extension}' for stem in ('original', 'result'))
    jobs = str(arguments.jobs)
    return {
        'lop': [arguments.lop, '-q', '--fresh', '-j', jobs, '-o', result, original, '--', test, '@@'],
        'shrinkray': [arguments.shrinkray, '--ui=basic', '--input-type=arg', '--no-history', '--parallelism', jobs,
                      '--trivial-is-not-error', test, result],
        'treereduce': [f'{arguments.treereduce}/treereduce-{name}', '-j', jobs, '-s', original, '-o', result, '--', test,
                       f'@@.{language.extension}'] if name in TREEREDUCE else None,
    }


def case(name, index, arguments, scratch, table):
    language, place = LANGUAGES[name], LANGUAGES[name].places[index]
    file = '/'.join(re.split(r'[:/!]', place)[-2:])
    wanted = [reducer for reducer in arguments.reducers if (name, file, reducer) not in table.known]
    source = fetched(place, scratch) if wanted else None
    needle = needle_in(source, language.calls if index % 2 else language.defines) if source else None
    if not needle:
        return None if not wanted else f'{place} is not to be had here' if not source else f'{place} has nothing to look for'
    directory = tempfile.mkdtemp(dir=scratch)
    original, result = (f'{directory}/{stem}.{language.extension}' for stem in ('original', 'result'))
    shutil.copyfile(source, original)
    test = test_in(directory, language, needle, scratch)
    if not test:
        return f'its tool is not here: {language.install}'
    if subprocess.run([test, original], cwd=directory, stdin=subprocess.DEVNULL).returncode:
        return f'{place} with {needle!r} is not interesting here'
    table.add(name, file, needle, 'original', '', tokens(original), os.path.getsize(original), '', '')
    known = commands(arguments, language, name, test, directory)
    for reducer in wanted:
        tool, _, after = reducer.partition('-')
        start = kept(arguments, name, file, 'lop', language) if after else original
        command = known[tool]
        if not command or not shutil.which(command[0]) or not os.path.exists(start):
            continue
        if after:
            shutil.copyfile(start, original)
        shutil.copyfile(start, result)
        questions(directory)
        seconds, ended = run(command, directory, arguments.seconds if reducer == 'lop' else arguments.peer_seconds)
        asked = questions(directory)
        torn = subprocess.run([test, result], cwd=directory, stdin=subprocess.DEVNULL).returncode
        table.add(name, file, needle, reducer, asked, tokens(result), os.path.getsize(result), f'{seconds:.0f}',
                  'torn' if torn else '' if ended else 'stopped')
        if arguments.keep:
            shutil.copyfile(result, kept(arguments, name, file, reducer, language))


def kept(arguments, name, file, reducer, language):
    """Where --keep has the result of a reducer."""
    os.makedirs(arguments.keep, exist_ok=True)
    stem = os.path.splitext(os.path.basename(file))[0]
    return f'{arguments.keep}/{name}-{stem}-{reducer}.{language.extension}'


class Table:
    """The rows so far, which are continued."""

    def __init__(self, path):
        rows = []
        if path and os.path.exists(path):
            with open(path) as file:
                rows = [line.rstrip('\n').split('\t') for line in file][1:]
        self.known = {(row[0], row[1], row[3]) for row in rows}
        self.file = open(path, 'a') if path else sys.stdout
        if not rows:
            print(*COLUMNS, sep='\t', file=self.file, flush=True)

    def add(self, name, file, needle, reducer, *numbers):
        if (name, file, reducer) not in self.known:
            self.known.add((name, file, reducer))
            print(name, file, needle, reducer, *numbers, sep='\t', file=self.file, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('languages', nargs='*', metavar='LANGUAGE')
    parser.add_argument('--cases', type=int, default=5, help='the first so many files of each language')
    parser.add_argument('--files', default='', help='those alone whose place has one of these; with commas')
    parser.add_argument('--reducers', default='lop', help='lop, shrinkray, treereduce, shrinkray-after, treereduce-after; with commas')
    parser.add_argument('--lop', default='target/release/lop')
    parser.add_argument('--shrinkray', default='shrinkray')
    parser.add_argument('--treereduce', default=os.path.expanduser('~/.cargo/bin'), help='the directory of treereduce-LANGUAGE')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--seconds', type=float, default=600, help='what lop may take for a file')
    parser.add_argument('--peer-seconds', type=float, default=600)
    parser.add_argument('--scratch', help='where packages are kept for another time')
    parser.add_argument('--keep', help='a directory for the results')
    parser.add_argument('--out')
    parser.add_argument('--list', action='store_true')
    arguments = parser.parse_args()
    arguments.reducers = arguments.reducers.split(',')
    arguments.lop = os.path.abspath(arguments.lop)
    if not arguments.keep and any(reducer.endswith('-after') for reducer in arguments.reducers):
        parser.error('what begins with the results of lop wants --keep DIR, which has them')
    if arguments.list:
        for name, language in LANGUAGES.items():
            print(f'{name}\t{language.install}')
        return
    table = Table(arguments.out)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = arguments.scratch or scratch
        os.makedirs(scratch, exist_ok=True)
        for name in arguments.languages or LANGUAGES:
            for index, place in enumerate(LANGUAGES[name].places[:arguments.cases]):
                if not any(word in place for word in arguments.files.split(',')):
                    continue
                reason = case(name, index, arguments, scratch, table)
                if reason:
                    print(f'{name}: {reason}', file=sys.stderr)


main()
