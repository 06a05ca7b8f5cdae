#!/usr/bin/env python3
"""Measures whole runs of lop on inputs that are generated here, and writes down what came out.

    benches/suite/run.py [SUITE...] [--lop PATH] [--machine NAME] [--trial]

Suites: headers (a preprocessed C++ file of about 3 MB whose bug needs 20 tokens), rate (questions per second against a
bare loop of spawn and wait), cpu (our own processor time per question at 100 KB and 1 MB), jobs (8 jobs against 1 with a
test that sleeps). Without names all of them. --trial asks little, to see that the runner works; its numbers mean nothing.

The results go to benches/runs/DATE-MACHINE/: results.tsv, summary.md and SETUP.md. Needs Python 3.9, gcc and g++.
"""
import argparse, csv, datetime, json, os, platform, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# All headers of the C++14 library, and the C headers in their C++ form.
HEADERS = """algorithm array atomic bitset chrono codecvt complex condition_variable deque exception forward_list fstream
functional future initializer_list iomanip ios iosfwd iostream istream iterator limits list locale map memory mutex new
numeric ostream queue random ratio regex scoped_allocator set shared_mutex sstream stack stdexcept streambuf string
system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray vector cassert
cctype cerrno cfenv cfloat cinttypes climits clocale cmath csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring
ctime cuchar cwchar cwctype""".split()

# What the bug of the large file needs: 20 tokens, in a namespace near the front, in a class in the middle, at the end.
NEEDLES = ["struct needle_1 { int first ; } ;", "needle_1 needle_2 ;", "int needle_3 ( ) { return 42 ; }"]


class Kitchen:
    """A scratch directory with the helper programs."""

    def __init__(self):
        place = '/dev/shm' if os.access('/dev/shm', os.W_OK) else None
        self.directory = tempfile.mkdtemp(prefix='lop-suite-', dir=place)
        for name in 'oracle', 'spawn':
            subprocess.run(['gcc', '-O2', '-pthread', '-o', self.path(name), f'{HERE}/{name}.c'], check=True)

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, text):
        with open(self.path(name), 'w') as file:
            file.write(text)
        return self.path(name)

    def close(self):
        shutil.rmtree(self.directory, ignore_errors=True)


def headers_file(kitchen):
    """All standard headers, preprocessed, with the needles among them."""
    source = kitchen.write('all.cc', ''.join(f'#include <{it}>\n' for it in HEADERS))
    run = subprocess.run(['g++', '-std=c++14', '-E', '-P', source], check=True, capture_output=True, text=True)
    lines = run.stdout.splitlines()

    def after(share, wanted):
        start = int(len(lines) * share)
        return next(at for at in range(start, len(lines)) if wanted(lines[at])) + 1

    lines.insert(after(0.5, lambda it: it.strip() == 'public:'), NEEDLES[1])
    lines.insert(after(0.2, lambda it: it.startswith('namespace') or it.strip() == '{'), NEEDLES[0])
    return kitchen.write('all.ii', '\n'.join(lines + [NEEDLES[2], '']))


def c_file(kitchen, size):
    """A C file of about `size` bytes: functions that declare, loop, branch and call each other."""
    parts, number, written = ['struct pair { int first, second; };\nint table[64];\n'], 0, 0
    while written < size:
        before = f'work{number - 1}(p, n - 1)' if number else '0'
        parts.append(f"""/* Step {number}. */
static int work{number}(struct pair *p, int n) {{
    int sum = {number}, i;
    for (i = 0; i < n; i++) {{
        if (table[i & 63] > p->first) sum += table[i & 63] * {number};
        else sum -= p->second;
    }}
    p->first = sum, p->second = i;
    return n > 0 ? sum + {before} : sum;
}}
""")
        written += len(parts[-1])
        number += 1
    return kitchen.write(f'work{size}.c', ''.join(parts)), number


def c_needles(functions):
    """Pieces of functions all over the generated C file, in their order."""
    at = [functions * share // 10 for share in (1, 2, 4, 5, 7, 9)]
    return ['int table [ 64 ]', f'work{at[0]} ( struct pair * p', f'sum = {at[1]}', f'table [ i & 63 ] * {at[2]}',
            'p -> second', f'work{at[3]}', f'return n > 0 ? sum + work{at[4] - 1} ( p , n - 1 )', f'Step {at[5]} .']


def lop(binary, file, test, jobs, questions=None, extra=()):
    """One run: what its JSON events and the operating system say about it."""
    command = [binary, '--json', '--jobs', str(jobs), '-o', file + '.result', *extra]
    command += ['--max-questions', str(questions)] if questions else []
    # Journals of runs that a budget ended must not stand in the way of the next one.
    env = {**os.environ, 'XDG_STATE_HOME': os.path.dirname(os.path.abspath(file))}
    process = subprocess.Popen(command + [file, '--', *test], env=env, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    asked, tokens, curve, summary, failed = 0, None, {}, None, None
    for line in process.stdout:
        record = json.loads(line)
        if record['event'] == 'start':
            tokens = record['tokens']
        elif record['event'] == 'question':
            asked += 1
            if asked in (100, 300, 1000):
                curve[asked] = tokens
        elif record['event'] == 'improved':
            tokens = record['tokens']
        elif record['event'] == 'summary':
            summary = record
        elif record['event'] == 'error':
            failed = record
    # The process is left a zombie until its own times have been read: wait4 would add those of its children.
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    with open(f'/proc/{process.pid}/stat') as stat:
        fields = stat.read().rpartition(')')[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    if failed or not summary:
        sys.exit(f'{" ".join(command)}: {failed}')
    return {'questions': summary['questions'], 'seconds': summary['seconds'], 'before': summary['tokens']['before'],
            'after': summary['tokens']['after'], 'bytes': summary['bytes']['after'], 'known': summary['known'],
            'certified': summary['certificate']['complete'], 'own': own, 'rss': usage.ru_maxrss / 1024, 'curve': curve}


def headers(run):
    file = headers_file(run.kitchen)
    test = [run.kitchen.path('oracle'), '@@', '0', 'tokens', *NEEDLES]
    got = lop(run.lop, file, test, 2, 100 if run.trial else 300)
    run.note('headers', 'input bytes', os.path.getsize(file))
    run.note('headers', 'input tokens', got['before'])
    for asked, tokens in sorted(got['curve'].items()):
        run.note('headers', f'tokens left after {asked} questions', tokens)
        run.note('headers', f'share left after {asked} questions', f'{100 * tokens / got["before"]:.2f} %')
    run.note('headers', 'seconds for them', f'{got["seconds"]:.1f}')
    run.note('headers', 'own CPU per question (ms)', f'{1000 * got["own"] / got["questions"]:.2f}')
    run.note('headers', 'peak memory (MB)', f'{got["rss"]:.0f}')
    if run.trial:
        return
    got = lop(run.lop, file, test, 2)
    for name in 'after', 'questions', 'known', 'certified':
        run.note('headers', f'to the end: {name}', got[name])
    run.note('headers', 'to the end: seconds', f'{got["seconds"]:.1f}')
    run.note('headers', 'to the end: peak memory (MB)', f'{got["rss"]:.0f}')


def rate(run):
    """A test that says no to everything but the original, and one that says yes to most, beside the same program bare."""
    file, functions = c_file(run.kitchen, 100_000)
    count = 200 if run.trial else 4000
    oracle = run.kitchen.path('oracle')
    for name, test in [('always no', ['exact', str(os.path.getsize(file))]),
                       ('eight needles', ['tokens', *c_needles(functions)])]:
        for jobs in 1, 2:
            rates = []
            # In turns, so that a machine that is busy with something else is busy for both.
            for _ in range(1 if run.trial else 5):
                command = [run.kitchen.path('spawn'), str(jobs), str(count // jobs // 2), oracle, file, '0', *test]
                bare = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
                got = lop(run.lop, file, [oracle, '@@', '0', *test], jobs, count)
                rates.append((got['questions'] / got['seconds'], bare))
            rates.sort(key=lambda it: it[0] / it[1])
            ours, bare = rates[len(rates) // 2]
            run.note('rate', f'{name}, {jobs} jobs: questions per second', f'{ours:.0f}')
            run.note('rate', f'{name}, {jobs} jobs: bare loop per second', f'{bare:.0f}')
            run.note('rate', f'{name}, {jobs} jobs: share', f'{100 * ours / bare:.0f} %')


def cpu(run):
    for size in 100_000, 1_000_000:
        file, functions = c_file(run.kitchen, size)
        for name, test in [('always no', ['exact', str(os.path.getsize(file))]),
                           ('eight needles', ['tokens', *c_needles(functions)])]:
            got = lop(run.lop, file, [run.kitchen.path('oracle'), '@@', '0', *test], 2, 200 if run.trial else 2000)
            run.note('cpu', f'{size // 1000} KB, {name}: questions', got['questions'])
            run.note('cpu', f'{size // 1000} KB, {name}: own CPU per question (ms)', f'{1000 * got["own"] / got["questions"]:.2f}')
            run.note('cpu', f'{size // 1000} KB, {name}: peak memory (MB)', f'{got["rss"]:.0f}')


def jobs(run):
    file, functions = c_file(run.kitchen, 100_000)
    test = [run.kitchen.path('oracle'), '@@', '10' if run.trial else '100', 'tokens', *c_needles(functions)]
    times = {}
    for jobs in 1, 2, 4, 8:
        got = lop(run.lop, file, test, jobs, 100 if run.trial else None)
        times[jobs] = got['seconds']
        run.note('jobs', f'{jobs} jobs: seconds', f'{got["seconds"]:.1f}')
        run.note('jobs', f'{jobs} jobs: questions', got['questions'])
        run.note('jobs', f'{jobs} jobs: tokens, bytes', f'{got["after"]}, {got["bytes"]}')
        run.note('jobs', f'{jobs} jobs: speed-up', f'{times[1] / got["seconds"]:.2f}')


SUITES = {'headers': headers, 'rate': rate, 'cpu': cpu, 'jobs': jobs}


class Run:
    """Where results are noted."""

    def __init__(self, arguments, kitchen):
        self.lop, self.trial, self.kitchen = os.path.abspath(arguments.lop), arguments.trial, kitchen
        self.rows = []

    def note(self, suite, what, value):
        self.rows.append((suite, what, value))
        print(f'{suite:8} {what:48} {value}', flush=True)


def first_line(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout.splitlines()[0]
    except (OSError, IndexError):
        return 'unknown'


def setup(arguments, load):
    """The machine, the programs and the command, as Markdown."""
    model = next((it.split(':')[1].strip() for it in open('/proc/cpuinfo') if it.startswith('model name')), 'unknown')
    memory = next(int(it.split()[1]) // 1024 for it in open('/proc/meminfo') if it.startswith('MemTotal'))
    system = next((it.split('=')[1].strip().strip('"') for it in open('/etc/os-release') if it.startswith('PRETTY')), '')
    dirty = ' with changes' if first_line('git', 'status', '--porcelain', '--untracked-files=no') != 'unknown' else ''
    suites = ' '.join(arguments.suites)
    return f"""# Setup

- machine: {model}, {os.cpu_count()} cores, {memory} MB of memory; load average before the run {load[0]:.1f}
- system: {system}, Linux {platform.release()}
- compilers: {first_line('gcc', '--version')}; {first_line('rustc', '--version')}
- lop: {first_line(os.path.abspath(arguments.lop), '--version')}, commit {first_line('git', 'rev-parse', '--short', 'HEAD')}{dirty}

    cargo build --release
    benches/suite/run.py {suites + ' ' if suites else ''}--machine {arguments.machine}

Sizes and numbers of questions at one job are exact; seconds and rates depend on what else the machine did.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('suites', nargs='*', metavar='SUITE', help=', '.join(SUITES))
    parser.add_argument('--lop', default=os.path.join(ROOT, 'target/release/lop'), help='the program to measure')
    parser.add_argument('--machine', default='local', help='a name for the machine, for the folder')
    parser.add_argument('--trial', action='store_true', help='ask little and write nothing')
    arguments = parser.parse_args()
    unknown = [it for it in arguments.suites if it not in SUITES]
    if unknown:
        parser.error(f'no suite {unknown[0]}: there are {", ".join(SUITES)}')
    if not os.path.exists(arguments.lop):
        parser.error(f'{arguments.lop} does not exist: cargo build --release, or --lop PATH')
    kitchen, load = Kitchen(), os.getloadavg()
    try:
        run = Run(arguments, kitchen)
        for name in arguments.suites or SUITES:
            SUITES[name](run)
    finally:
        kitchen.close()
    if arguments.trial:
        return
    folder = f'{ROOT}/benches/runs/{datetime.date.today()}-{arguments.machine}'
    os.makedirs(folder, exist_ok=True)
    with open(f'{folder}/results.tsv', 'w', newline='') as file:
        csv.writer(file, delimiter='\t', lineterminator='\n').writerows([('suite', 'what', 'value'), *run.rows])
    with open(f'{folder}/summary.md', 'w') as file:
        file.write('# Results\n\n| suite | what | value |\n|---|---|---:|\n')
        file.writelines(f'| {suite} | {what} | {value} |\n' for suite, what, value in run.rows)
    with open(f'{folder}/SETUP.md', 'w') as file:
        file.write(setup(arguments, load))
    print(f'written to {os.path.relpath(folder)}')


if __name__ == '__main__':
    main()
