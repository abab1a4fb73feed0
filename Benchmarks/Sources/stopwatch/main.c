// stopwatch INPUT COMMAND...: runs a command with the file INPUT as its standard input, or this program's own if it is
// `-`, and its output thrown away. Prints how many seconds it took, from before its start to after its end, its peak
// memory in KiB, how many seconds processors worked for it, and its exit status.
//
// A program of its own, and in C, because Linux counts to a process what its memory was before exec: a child of a
// large process looks as large as that process. A small one also starts its children faster.

#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    if (count < 3) return fputs("usage: stopwatch INPUT COMMAND...\n", stderr), 2;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (strcmp(arguments[1], "-")) posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, arguments[1], O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child;
    const double start = now();
    const int error = posix_spawnp(&child, arguments[2], &actions, NULL, arguments + 2, environ);
    if (error) return fprintf(stderr, "%s: %s\n", arguments[2], strerror(error)), 4;
    // The command must hold the only reading end of a pipe, so that its death is noticed.
    close(STDIN_FILENO);
    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) != child) return perror("wait4"), 4;
    const double seconds = now() - start;
    if (WIFSIGNALED(status)) return fprintf(stderr, "%s: %s\n", arguments[2], strsignal(WTERMSIG(status))), 1;
    const struct timeval own = usage.ru_utime, systems = usage.ru_stime;
    const double work = (double)(own.tv_sec + systems.tv_sec) + (double)(own.tv_usec + systems.tv_usec) / 1e6;
    printf("%.9f %ld %.6f %d\n", seconds, usage.ru_maxrss, work, WEXITSTATUS(status));
    return 0;
}
