#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
/* As many cores as FAKE_CORES says, for programs that ask for their affinity. */
int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set) {
  const char *cores = getenv("FAKE_CORES");
  int n = cores ? atoi(cores) : 1;
  CPU_ZERO_S(size, set);
  for (int i = 0; i < n; i++) CPU_SET_S(i, size, set);
  return 0;
}
