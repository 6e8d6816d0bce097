// Runs a command. Writes its wall-clock seconds, CPU seconds (of all threads), and peak memory in bytes to file
// descriptor 3. Exits with the command's exit code. Compile with: gcc -O2 -o measure measure.c
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#define MAXRSS_UNIT 1
#else
#define MAXRSS_UNIT 1024
#endif

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  pid_t child = fork();
  if (child == 0) {
    close(3);
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  int status;
  struct rusage used;
  if (child < 0 || wait4(child, &status, 0, &used) < 0) return 1;
  clock_gettime(CLOCK_MONOTONIC, &end);
  double wall = (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9;
  double cpu = seconds(used.ru_utime) + seconds(used.ru_stime);
  dprintf(3, "%.6f %.6f %ld\n", wall, cpu, used.ru_maxrss * MAXRSS_UNIT);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
