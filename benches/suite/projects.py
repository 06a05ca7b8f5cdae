#!/usr/bin/env python3
"""Real projects of several files with a crash in them, reduced by lop and by its peers.

    benches/suite/projects.py CASES OUT [PROJECT…] [--lop PATH] [--tool NAME…] [--seconds N] [--max-questions N]

CASES is a directory of cases as for passes.py, each with `case.toml`, its file and `test.sh`; the bugs of five of the projects
are theirs. The projects themselves are fetched from crates.io, npm and PyPI into OUT/work and are kept nowhere else:

    memchr    a crate, with the file of rs-ice-98322-lhm as one module more; lop cargo -- check
    lua       the C sources of Lua with a Makefile; what lop leaves of c-gcc12-dynobjsize stands in lstring.c
    rxjs      a package in TypeScript without its operators; ts-tsc553-testscheduler is one of its files
    pathspec  a package in Python, in which py-black20-ast-gitignore is a file
    double    ten units of C++ and their headers; two of them disagree about a type, and the linker says so
    modules   two C++20 module units and a Makefile; the second is cpp-clang19-nested-name

Tools are lop (with one job, until nothing more can go or --max-questions), cvise and shrinkray (until --seconds). What lop
makes of the file alone is the measure for what it makes of the project. Writes OUT/results.tsv.
Needs Python 3.11, cargo, npm, pip, gcc-12, clang-19, and the peers that are named.
"""
import argparse, glob, json, os, shutil, subprocess, sys, time, tomllib

RUST = 'Missing value for constant, but no error reported'
GCC = 'during GIMPLE pass: objsz'
TSC = 'Debug Failure. Expected'
BLACK = 'not equivalent to the source'
ODR = 'violates the C.. One Definition Rule'
CLANG = 'clang::Sema::CheckTemplateArgumentList'


def run(*command, **more):
    subprocess.run([str(it) for it in command], check=True, stdout=subprocess.DEVNULL, **more)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as file:
        file.write(text)


def read(path):
    return open(path).read()


class Site:
    """Where things are fetched to, and the cases."""

    def __init__(self, cases, out, lop):
        self.cases, self.lop, self.work = cases, lop, os.path.abspath(f'{out}/work')
        self.fetched = f'{self.work}/fetched'
        os.makedirs(self.fetched, exist_ok=True)

    def case(self, name):
        meta = tomllib.load(open(f'{self.cases}/{name}/case.toml', 'rb'))
        return os.path.join(self.cases, name, meta['file'])

    def crate(self, name, version):
        place = f'{self.fetched}/{name}'
        if not os.path.exists(place):
            with_it = f'{self.work}/crate-{name}'
            shutil.rmtree(with_it, ignore_errors=True)
            run('cargo', 'init', '-q', '--lib', '--vcs', 'none', '--name', 'fetches', with_it)
            run('cargo', 'add', '-q', f'{name}@={version}', cwd=with_it)
            run('cargo', 'vendor', '-q', cwd=with_it, stderr=subprocess.DEVNULL)
            shutil.move(f'{with_it}/vendor/{name}', place)
        return place

    def npm(self, name, version):
        place = f'{self.fetched}/npm-{name}'
        if not os.path.exists(f'{place}/node_modules/{name}'):
            os.makedirs(place, exist_ok=True)
            write(f'{place}/package.json', '{}')
            run('npm', 'install', '--silent', '--no-audit', '--no-fund', f'{name}@{version}', cwd=place)
        return f'{place}/node_modules/{name}'

    def sdist(self, name, version):
        if not glob.glob(f'{self.fetched}/{name}-*/'):
            run('pip', 'download', '-q', '--no-deps', '--no-binary', ':all:', f'{name}=={version}', '-d', self.fetched)
            run('tar', 'xf', glob.glob(f'{self.fetched}/{name}-*.tar.gz')[0], '-C', self.fetched)
        return glob.glob(f'{self.fetched}/{name}-*/')[0]

    def black(self):
        place = f'{self.fetched}/black'
        if not os.path.exists(f'{place}/bin/black'):
            run(sys.executable, '-m', 'venv', place)
            run(f'{place}/bin/pip', 'install', '-q', 'black==20.8b1', 'click==8.0.4')
        return f'{place}/bin/black'

    def alone(self, case):
        """What lop makes of the file of a case: (questions, tokens, text)."""
        place = f'{self.work}/alone-{case}'
        if not os.path.exists(f'{place}/summary.json'):
            shutil.rmtree(place, ignore_errors=True)
            os.makedirs(place)
            name = os.path.basename(self.case(case))
            shutil.copy(self.case(case), f'{place}/{name}')
            told = subprocess.run([self.lop, '--jobs', '1', '--json', '--fresh', '-o', f'{place}/result', name, '--', 'sh',
                                   os.path.abspath(f'{self.cases}/{case}/test.sh')], cwd=place, stdout=subprocess.PIPE)
            write(f'{place}/summary.json', told.stdout.decode().splitlines()[-1])
        summary = json.loads(read(f'{place}/summary.json'))
        return summary['questions'], summary['tokens']['after'], read(f'{place}/result')


def memchr(site, place):
    shutil.copytree(site.crate('memchr', '2.8.3'), place)
    for it in ('Cargo.toml.orig', '.cargo-checksum.json'):
        if os.path.exists(f'{place}/{it}'):
            os.remove(f'{place}/{it}')
    core = read(site.case('rs-ice-98322-lhm')).replace('#![feature(generic_const_exprs)]\n', '')
    # memchr is without the prelude of std.
    core = core.replace('\nuse std::', '\nuse std::boxed::Box;\nuse std::', 1)
    write(f'{place}/src/f.rs', core)
    root = read(f'{place}/src/lib.rs').replace('#![deny(missing_docs)]\n', '')
    write(f'{place}/src/lib.rs', f'#![feature(generic_const_exprs)]\n{root}\npub mod f;\n')
    run('cargo', 'fetch', '-q', cwd=place)
    return dict(case='rs-ice-98322-lhm', cargo=['check'], check=RUST, env={'RUSTC_BOOTSTRAP': '1', 'CARGO_NET_OFFLINE': 'true'})


def lua(site, place):
    os.makedirs(place)
    source = f'{site.crate("lua-src", "550.1.0")}/lua-5.4.8'
    for it in glob.glob(f'{source}/**/*.[ch]', recursive=True):
        if os.path.basename(it) not in ('lua.c', 'luac.c', 'onelua.c', 'ltests.c'):
            shutil.copy(it, place)
    objects = sorted(os.path.basename(it)[:-2] + '.o' for it in glob.glob(f'{place}/*.c'))
    lines = [' '.join(objects[it:it + 8]) for it in range(0, len(objects), 8)]
    write(f'{place}/Makefile', 'CC = gcc-12\nCFLAGS = -O2 -w -std=gnu99 -DLUA_COMPAT_5_3 -DLUA_USE_POSIX\nOBJECTS = ' + ' \\\n\t'.join(lines) +
          '\n\nall: liblua.a\nliblua.a: $(OBJECTS)\n\tar rcs $@ $(OBJECTS)\n%.o: %.c\n\t$(CC) $(CFLAGS) -c -o $@ $<\nclean:\n\trm -f *.o liblua.a\n')
    _, _, core = site.alone('c-gcc12-dynobjsize')
    write(f'{place}/lstring.c', read(f'{place}/lstring.c') + '\n' + core)
    return dict(case='c-gcc12-dynobjsize', command=['make'], check=GCC)


def rxjs(site, place):
    source = f'{site.npm("rxjs", "7.8.1")}/src/internal'
    shutil.copytree(source, f'{place}/src', ignore=shutil.ignore_patterns('operators', 'ajax', 'dom', 'umd.ts'))
    shutil.copy(site.case('ts-tsc553-testscheduler'), f'{place}/src/testing/TestScheduler.ts')
    write(f'{place}/tsconfig.json', '{\n  "compilerOptions": { "noEmit": true, "strict": true, "target": "es2022", "lib": ["es2022", "dom"],\n'
          '    "module": "es2022", "moduleResolution": "node", "types": [] },\n  "include": ["src/**/*.ts"]\n}\n')
    tsc = f'{site.npm("typescript", "5.5.3")}/bin/tsc'
    return dict(case='ts-tsc553-testscheduler', command=['node', tsc, '-p', '.'], check=TSC)


def pathspec(site, place):
    shutil.copytree(f'{site.sdist("pathspec", "1.1.1")}/pathspec', place)
    return dict(case='py-black20-ast-gitignore', command=[site.black(), '--check', '.'], check=BLACK, lop=['--stderr', BLACK])


def double(site, place):
    os.makedirs(f'{place}/double-conversion')
    source = f'{site.sdist("ujson", "6.1.0")}/src/ujson/deps/double-conversion/double-conversion'
    for it in glob.glob(f'{source}/*.cc') + glob.glob(f'{source}/*.h'):
        shutil.copy(it, f'{place}/double-conversion')
    write(f'{place}/report.h', '#ifndef REPORT_H\n#define REPORT_H\n#include <string>\nstd::string report(double value);\nint digits();\n#endif\n')
    write(f'{place}/report.cc', '#include "report.h"\n#include "double-conversion/double-conversion.h"\n'
          'struct Settings { int digits; bool trailing; };\nstatic Settings settings = {17, true};\n'
          'Settings *settings_of_report() { return &settings; }\nint digits() { return settings.digits; }\n'
          'std::string report(double value) {\n  char buffer[128];\n  double_conversion::StringBuilder builder(buffer, sizeof buffer);\n'
          '  double_conversion::DoubleToStringConverter::EcmaScriptConverter().ToShortest(value, &builder);\n  return builder.Finalize();\n}\n')
    write(f'{place}/main.cc', '#include <cstdio>\n#include "report.h"\nstruct Settings { long digits; bool trailing; };\n'
          'Settings *settings_of_report();\nint main() {\n  std::printf("%s %d %ld\\n", report(0.1).c_str(), digits(), settings_of_report()->digits);\n  return 0;\n}\n')
    sources = sorted(os.path.relpath(it, place) for it in glob.glob(f'{place}/**/*.cc', recursive=True))
    write(f'{place}/Makefile', 'CXX = g++-12\nCXXFLAGS = -O1 -flto -w -I.\nOBJECTS = ' + ' \\\n\t'.join(it[:-3] + '.o' for it in sources) +
          '\n\nprogram: $(OBJECTS)\n\t$(CXX) -O1 -flto=1 -Wodr -o $@ $(OBJECTS)\n%.o: %.cc\n\t$(CXX) $(CXXFLAGS) -c -o $@ $<\n')
    return dict(case=None, command=['make'], check=ODR, lop=['--stderr', ODR])


def modules(site, place):
    write(f'{place}/list.cppm', 'export module list;\nexport template <class T> struct Node { T value; Node *next; };\n'
          'export template <class T> int length(const Node<T> *it) {\n  int count = 0;\n  for (; it; it = it->next) ++count;\n  return count;\n}\n'
          'export inline int twice(int a) { return a + a; }\n')
    write(f'{place}/names.cppm', 'export module names;\nimport list;\n\nint of(const Node<int> *it) { return twice(length(it)); }\n\n' +
          read(site.case('cpp-clang19-nested-name')))
    write(f'{place}/Makefile', 'CLANG = clang-19 -cc1 -std=c++20 -fblocks -w\nall: names.pcm\nlist.pcm: list.cppm\n\t$(CLANG) -emit-module-interface -o $@ $<\n'
          'names.pcm: names.cppm list.pcm\n\t$(CLANG) -fmodule-file=list=list.pcm -emit-module-interface -o $@ $<\n')
    return dict(case='cpp-clang19-nested-name', command=['make'], check=CLANG, env={'LLVM_DISABLE_SYMBOLIZATION': '1'})


PROJECTS = {it.__name__: it for it in (memchr, lua, rxjs, pathspec, double, modules)}


def is_word(byte):
    return byte >= 0x80 or chr(byte).isalnum() or byte in b'_$'


def tokens(text):
    count, in_word = 0, False
    for byte in text:
        word = is_word(byte)
        count += (word and not in_word) or not (word or byte in b' \t\n\r\v\f')
        in_word = word
    return count


def size(place):
    """Tokens and bytes of a tree as lop counts them: of all files and of their paths."""
    files = [it for it in glob.glob(f'{place}/**', recursive=True, include_hidden=True) if os.path.isfile(it)]
    texts = [os.path.relpath(it, place).encode() for it in files] + [open(it, 'rb').read() for it in files]
    return sum(map(tokens, texts)), sum(map(len, texts))


def by_lop(site, name, place, setup, args):
    result = f'{site.work}/{name}.lop'
    shutil.rmtree(result, ignore_errors=True)
    command = [site.lop] + (['cargo'] if 'cargo' in setup else []) + ['--jobs', '1', '--json', '--fresh', '-o', result]
    command += setup.get('lop', []) + (['--max-questions', str(args.max_questions)] if args.max_questions else [])
    command += ['--'] + setup['cargo'] if 'cargo' in setup else ['.', '--'] + setup['command']
    with open(f'{site.work}/{name}.json', 'w') as log:
        subprocess.run(command, cwd=place, stdout=log, env={**os.environ, **setup.get('env', {})})
    summary = json.loads(read(f'{site.work}/{name}.json').splitlines()[-1])
    if summary['event'] != 'summary':
        return 'failed', '', '', ''
    ended = 'certified' if summary['certificate']['complete'] else summary['ended']
    return ended, summary['questions'], summary['tokens']['after'], summary['bytes']['after']


def by_peer(tool):
    def reduce(site, name, place, setup, args):
        if not shutil.which(tool):
            return 'not run: not installed', '', '', ''
        here = f'{site.work}/{name}.{tool}'
        shutil.rmtree(here, ignore_errors=True)
        os.makedirs(here)
        shutil.copytree(place, f'{here}/{name}')
        command = ['cargo'] + setup['cargo'] if 'cargo' in setup else setup['command']
        env = ' '.join(f'{key}={value}' for key, value in setup.get('env', {}).items())
        # What a build leaves behind belongs to none of them.
        keeps = f'CARGO_TARGET_DIR={here}/target' if 'cargo' in setup else ''
        write(f'{here}/test.sh', f'#!/bin/sh\nprintf . >>{here}/asked\nwork=$(mktemp -d) || exit 1\ntrap \'rm -rf "$work"\' EXIT\n'
              f'cp -r "${{1:-{name}}}" "$work/{name}" && cd "$work/{name}" || exit 1\n'
              f'{env} {keeps} {" ".join(command)} </dev/null >"$work/out" 2>&1\ngrep -q "{setup["check"]}" "$work/out"\n')
        os.chmod(f'{here}/test.sh', 0o755)
        line = {'cvise': ['cvise', '--n', '1', './test.sh', name],
                'shrinkray': ['shrinkray', '--parallelism', '1', '--ui', 'basic', '--no-history', './test.sh', name]}[tool]
        with open(f'{here}/log', 'w') as log:
            try:
                code = subprocess.run(['timeout', '--signal=INT', '--kill-after=10', str(args.seconds)] + line, cwd=here, stdin=subprocess.DEVNULL,
                                      stdout=log, stderr=log, env={**os.environ, **setup.get('env', {})}).returncode
            except OSError as error:
                return f'not run: {error}', '', '', ''
        asked = os.path.getsize(f'{here}/asked') if os.path.exists(f'{here}/asked') else 0
        ended = {0: 'exit 0', 124: f'{args.seconds} s', 137: f'{args.seconds} s'}.get(code, f'exit {code}')
        return (ended, asked, *size(f'{here}/{name}'))
    return reduce


TOOLS = {'lop': by_lop, 'cvise': by_peer('cvise'), 'shrinkray': by_peer('shrinkray')}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('cases')
    parser.add_argument('out')
    parser.add_argument('projects', nargs='*', metavar='PROJECT', help=f'of {", ".join(PROJECTS)}; all without')
    parser.add_argument('--lop', default='target/release/lop')
    parser.add_argument('--tool', action='append', choices=TOOLS, help='again and again; lop without')
    parser.add_argument('--seconds', type=int, default=600)
    parser.add_argument('--max-questions', type=int)
    args = parser.parse_args()
    site = Site(os.path.abspath(args.cases), args.out, os.path.abspath(args.lop))
    results = f'{args.out}/results.tsv'
    if not os.path.exists(results):
        write(results, 'project\ttool\tended\tquestions\ttokens\tbytes\tfiles before\ttokens before\talone questions\talone tokens\tseconds\n')
    for name in args.projects or PROJECTS:
        place = f'{site.work}/{name}'
        shutil.rmtree(place, ignore_errors=True)
        setup = PROJECTS[name](site, place)
        before, files = size(place)[0], sum(len(it[2]) for it in os.walk(place))
        alone = site.alone(setup['case'])[:2] if setup['case'] else ('', '')
        for tool in args.tool or ['lop']:
            began = time.time()
            ended, questions, left, size_after = TOOLS[tool](site, name, place, setup, args)
            row = [name, tool, ended, questions, left, size_after, files, before, *alone, round(time.time() - began)]
            with open(results, 'a') as file:
                file.write('\t'.join(map(str, row)) + '\n')
            print(*row, sep='\t', flush=True)


if __name__ == '__main__':
    main()
