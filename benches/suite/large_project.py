#!/usr/bin/env python3
"""What a question about a large project costs us beside the test, and how much memory the run takes over that of the texts.

    benches/suite/large_project.py [CASE...] [--files N] [--bytes N] [--questions N] [--lop PATH]

The project is generated: headers of C that include each other, 10,000 of 20 KB unless told otherwise, in 97 directories. Cases:

    all     all headers are wanted, each with some text: the search looks into one after the other
    three   three of them are wanted
    needle  three words in three of them are wanted; to the end, with its certificate

The test is a program that looks at sizes and notes when it begins and ends, so that what is between two of its runs is ours: the
tree of the next candidate, the process, and the search. lop runs with one job. Prints a line of tab-separated values for each
case: milliseconds between questions (median, 95 %, and the median of those before which at most ten files have come or
gone), processor time of the whole run for each question without that of the test, and the most memory over the bytes of all
texts. Needs Python 3.9 and cc.
"""
import argparse, json, os, shutil, statistics, subprocess, sys, tempfile

# wants LOG DIRECTORY COUNT|- [FILE [WORD]]...: notes beginning, end, the number of files that are not empty, and its own processor time.
WANTS = r'''
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
static long there;
static int see(const char *path, const struct stat *it, int kind, struct FTW *where) {
    (void)path; (void)where;
    there += kind == FTW_F && it->st_size > 0;
    return 0;
}
static double now(void) { struct timespec it; clock_gettime(CLOCK_MONOTONIC, &it); return it.tv_sec * 1e3 + it.tv_nsec / 1e6; }
static int holds(const char *path, const char *word) {
    char text[1 << 16];
    int file = open(path, O_RDONLY);
    ssize_t length = file < 0 ? 0 : read(file, text, sizeof text);
    if (file >= 0) close(file);
    return length > 0 && memmem(text, length, word, strlen(word)) != NULL;
}
int main(int count, char **words) {
    double began = now();
    nftw(words[2], see, 64, FTW_PHYS);
    int good = there >= atol(words[3]);
    for (int at = 4; good && at + 1 < count; at += 2) good = holds(words[at], words[at + 1]);
    FILE *log = fopen(words[1], "a");
    fprintf(log, "%.3f %.3f %ld %.3f\n", began, now(), there, clock() * 1e3 / CLOCKS_PER_SEC);
    fclose(log);
    return !good;
}
'''


def path_of(number):
    return f'd{number % 97}/f{number}.h'


def generate(root, files, size):
    for number in range(files):
        place = f'{root}/{path_of(number)}'
        os.makedirs(os.path.dirname(place), exist_ok=True)
        include = f'#include "{path_of(number // 2)}"\n' if number else ''
        body = f'int v{number}(int a) {{ return a + {number}; }}\n'
        with open(place, 'w') as file:
            file.write(include + body * (size // len(body)))
    return sum(os.path.getsize(f'{root}/{path_of(it)}') for it in range(files))


def measured(args, work, name):
    root, log = f'{work}/p', f'{work}/{name}.log'
    three = [args.files // 130, args.files // 2, args.files - 1]
    wants = {'all': [str(args.files)], 'three': ['0'] + [word for it in three for word in (path_of(it), 'int')],
             'needle': ['0'] + [word for it in three for word in (path_of(it), f'v{it}')]}[name]
    bound = [] if name == 'needle' else ['--max-questions', str(args.questions)]
    command = [os.path.abspath(args.lop), '--jobs', '1', '--json', '--fresh', '-o', f'{work}/result', *bound, root, '--',
               f'{work}/wants', log, '.', *wants]
    # The directory is the one that the test runs in.
    with open(f'{work}/{name}.json', 'w') as out:
        child = subprocess.Popen(command, cwd=root, stdout=out, stderr=subprocess.DEVNULL,
                                 env={**os.environ, 'LOP_STATE_DIR': f'{work}/state', 'XDG_STATE_HOME': f'{work}/state'})
        _, status, usage = os.wait4(child.pid, 0)
    with open(f'{work}/{name}.json') as out:
        summary = json.loads(out.readlines()[-1])
    asked = [list(map(float, it.split())) for it in open(log)]
    gaps = [(later[0] - one[1], abs(later[2] - one[2])) for one, later in zip(asked, asked[1:])]
    every, few = sorted(it[0] for it in gaps), [it[0] for it in gaps if it[1] <= 10]
    cpu = (usage.ru_utime + usage.ru_stime) * 1000 - sum(it[3] for it in asked)
    return [summary.get('questions'), summary['tokens']['after'], round(statistics.median(every), 1),
            round(every[len(every) * 95 // 100], 1), round(statistics.median(few), 1), len(few), round(cpu / len(asked), 1),
            usage.ru_maxrss * 1024]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('cases', nargs='*', metavar='CASE', help='of all, three, needle; the first two without')
    parser.add_argument('--files', type=int, default=10_000)
    parser.add_argument('--bytes', type=int, default=20_000)
    parser.add_argument('--questions', type=int, default=400)
    parser.add_argument('--lop', default='target/release/lop')
    args = parser.parse_args()
    work = tempfile.mkdtemp(prefix='lop-large-project-')
    try:
        with open(f'{work}/wants.c', 'w') as file:
            file.write(WANTS)
        subprocess.run(['cc', '-O2', '-o', f'{work}/wants', f'{work}/wants.c'], check=True)
        bytes_there = generate(f'{work}/p', args.files, args.bytes)
        print('case', 'files', 'bytes', 'questions', 'tokens', 'ms', 'ms of 95 %', 'ms with few changes', 'of these', 'processor ms', 'memory',
              'memory / text', sep='\t', flush=True)
        for name in args.cases or ['all', 'three']:
            row = measured(args, work, name)
            print(name, args.files, bytes_there, *row, round(row[-1] / bytes_there, 2), sep='\t', flush=True)
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == '__main__':
    main()
