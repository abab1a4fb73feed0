// peak-memory COMMAND...: runs a command, its output thrown away, and prints its peak memory in KiB.
//
// A program of its own, and in C, because Linux counts to a process what its memory was before exec: started
// from a large process, every child looks as large as that.

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count < 2) {
        fputs("peak-memory: error: no command\n", stderr);
        return 2;
    }
    pid_t child = fork();
    if (child < 0) {
        perror("peak-memory: fork");
        return 4;
    }
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0) execvp(arguments[1], arguments + 1);
        perror("peak-memory: exec");
        _exit(4);
    }
    // The command has the only reading end, so that it is missed when it is gone.
    close(STDIN_FILENO);
    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) != child) {
        perror("peak-memory: wait4");
        return 4;
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fputs("peak-memory: error: the command failed\n", stderr);
        return 1;
    }
    printf("%ld\n", usage.ru_maxrss);
    return 0;
}
