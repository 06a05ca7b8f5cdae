/* The bare loop that the benchmarks compare with: spawn COMMAND and wait for it, COUNT times in each of THREADS.
 *
 * spawn THREADS COUNT COMMAND...   prints how many a second
 */
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;
static char **command;
static long count;
static posix_spawn_file_actions_t actions;

static void *loop(void *unused) {
    for (long i = 0; i < count; i++) {
        pid_t child;
        int status;
        if (posix_spawn(&child, command[0], &actions, NULL, command, environ))
            exit(2);
        waitpid(child, &status, 0);
    }
    return unused;
}

int main(int argc, char **argv) {
    if (argc < 4)
        return 2;
    long threads = atol(argv[1]);
    pthread_t ids[64];
    struct timespec begin, end;
    count = atol(argv[2]);
    command = argv + 3;
    posix_spawn_file_actions_init(&actions);
    for (int fd = 0; fd < 3; fd++)
        posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long i = 0; i < threads && i < 64; i++)
        pthread_create(&ids[i], NULL, loop, NULL);
    for (long i = 0; i < threads && i < 64; i++)
        pthread_join(ids[i], NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
    printf("%.1f\n", (double)(threads * count) / seconds);
    return 0;
}
