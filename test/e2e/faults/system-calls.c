// Loaded with LD_PRELOAD: makes system calls fail with the error numbers in the environment, as some file systems do.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fails(const char *name) {
  const char *number = getenv(name);
  if (number) errno = atoi(number);
  return number != NULL;
}

int fchmod(int file, mode_t mode) { return fails("FCHMOD_ERROR") ? -1 : syscall(SYS_fchmod, file, mode); }

int fchown(int file, uid_t user, gid_t group) {
  return fails("FCHOWN_ERROR") ? -1 : syscall(SYS_fchown, file, user, group);
}

int fsync(int file) {
  struct stat stats;
  int isFolder = fstat(file, &stats) == 0 && S_ISDIR(stats.st_mode);
  return isFolder && fails("FOLDER_SYNC_ERROR") ? -1 : syscall(SYS_fsync, file);
}

int fcntl64(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return command == F_OFD_SETLK && fails("LOCK_ERROR") ? -1 : syscall(SYS_fcntl, file, command, argument);
}

int fcntl(int file, int command, ...) __attribute__((alias("fcntl64")));
