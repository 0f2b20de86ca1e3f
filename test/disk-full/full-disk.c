/*
 * A disk that becomes full, for one process (LD_PRELOAD): writing below a folder succeeds until the n-th time, and then fails with ENOSPC.
 *
 *   FULL_DISK_FOLDER   the folder, without links in its path
 *   FULL_DISK_AT       n, from 1
 *   FULL_DISK_ENTRIES  1: new files need space, too, as on a disk whose folders are full
 *   FULL_DISK_REPORT   a file elsewhere that receives what failed, a line each (number, call, path), and at the end the number of writes
 *
 * Removing, renaming and overwriting what is there is not refused. Space that is freed stays unavailable: another program takes it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static char folder[PATH_MAX];
static long full_at;
static int entries_need_space;
static int report = -1;
static atomic_long writes;

#define real(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FULL_DISK_FOLDER"), *at = getenv("FULL_DISK_AT"), *entries = getenv("FULL_DISK_ENTRIES");
  const char *to = getenv("FULL_DISK_REPORT");
  if (path == NULL || at == NULL || to == NULL) return;
  snprintf(folder, sizeof folder, "%s", path);
  full_at = atol(at);
  entries_need_space = entries != NULL && strcmp(entries, "1") == 0;
  report = real(open)(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

__attribute__((destructor)) static void end(void) {
  if (report >= 0) dprintf(report, "%ld writes\n", atomic_load(&writes));
}

static int is_below(const char *path) {
  size_t length = strlen(folder);
  return length > 0 && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int path_of(int file, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return 1;
}

/* Counts a write to this path, and returns whether the disk is full. */
static int is_refused(const char *call, const char *path) {
  if (!is_below(path)) return 0;
  long number = atomic_fetch_add(&writes, 1) + 1;
  if (number < full_at) return 0;
  char line[PATH_MAX + 100];
  int length = snprintf(line, sizeof line, "%ld %s %s\n", number, call, path);
  if (report >= 0 && real(write)(report, line, length) < 0) abort();
  errno = ENOSPC;
  return 1;
}

static int is_file_refused(const char *call, int file) {
  char path[PATH_MAX];
  return path_of(file, path) && is_refused(call, path);
}

ssize_t write(int file, const void *bytes, size_t count) {
  return is_file_refused("write", file) ? -1 : real(write)(file, bytes, count);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  return is_file_refused("pwrite", file) ? -1 : real(pwrite)(file, bytes, count, at);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
  return is_file_refused("pwrite", file) ? -1 : real(pwrite64)(file, bytes, count, at);
}
ssize_t writev(int file, const struct iovec *parts, int count) {
  return is_file_refused("writev", file) ? -1 : real(writev)(file, parts, count);
}
ssize_t pwritev(int file, const struct iovec *parts, int count, off_t at) {
  return is_file_refused("pwritev", file) ? -1 : real(pwritev)(file, parts, count, at);
}
ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t at) {
  return is_file_refused("pwritev", file) ? -1 : real(pwritev64)(file, parts, count, at);
}
ssize_t sendfile(int to, int from, off_t *at, size_t count) {
  return is_file_refused("sendfile", to) ? -1 : real(sendfile)(to, from, at, count);
}
ssize_t sendfile64(int to, int from, off64_t *at, size_t count) {
  return is_file_refused("sendfile", to) ? -1 : real(sendfile64)(to, from, at, count);
}

/* Node copies files this way. */
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int index = 0; index < 6; index++) a[index] = va_arg(list, long);
  va_end(list);
  if (number == SYS_copy_file_range && is_file_refused("copy_file_range", (int)a[2])) return -1;
  return real(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* Only growing needs space. */
static int is_growth_refused(int file, off64_t length) {
  struct stat now;
  return fstat(file, &now) == 0 && length > now.st_size && is_file_refused("ftruncate", file);
}
int ftruncate(int file, off_t length) {
  return is_growth_refused(file, length) ? -1 : real(ftruncate)(file, length);
}
int ftruncate64(int file, off64_t length) {
  return is_growth_refused(file, length) ? -1 : real(ftruncate64)(file, length);
}
int fallocate(int file, int mode, off_t at, off_t length) {
  return is_file_refused("fallocate", file) ? -1 : real(fallocate)(file, mode, at, length);
}
int posix_fallocate(int file, off_t at, off_t length) {
  return is_file_refused("posix_fallocate", file) ? ENOSPC : real(posix_fallocate)(file, at, length);
}

int mkdir(const char *path, mode_t mode) {
  struct stat there;
  return stat(path, &there) != 0 && is_refused("mkdir", path) ? -1 : real(mkdir)(path, mode);
}
int link(const char *from, const char *to) {
  return entries_need_space && is_refused("link", to) ? -1 : real(link)(from, to);
}
int symlink(const char *from, const char *to) {
  return entries_need_space && is_refused("symlink", to) ? -1 : real(symlink)(from, to);
}

static int is_new_file_refused(const char *path, int flags) {
  struct stat there;
  return entries_need_space && (flags & O_CREAT) != 0 && lstat(path, &there) != 0 && is_refused("open", path);
}
#define OPEN(name, ...)                                                                                                                      \
  {                                                                                                                                          \
    mode_t mode = 0;                                                                                                                         \
    if ((flags & O_CREAT) != 0) {                                                                                                            \
      va_list list;                                                                                                                          \
      va_start(list, flags);                                                                                                                 \
      mode = va_arg(list, mode_t);                                                                                                           \
      va_end(list);                                                                                                                          \
    }                                                                                                                                        \
    return is_new_file_refused(path, flags) ? -1 : real(name)(__VA_ARGS__, mode);                                                            \
  }
int open(const char *path, int flags, ...) OPEN(open, path, flags)
int open64(const char *path, int flags, ...) OPEN(open64, path, flags)
int openat(int at, const char *path, int flags, ...) OPEN(openat, at, path, flags)

static int is_full(void) { return atomic_load(&writes) + 1 > full_at; }
#define NO_SPACE(name, type)                                                                                                                 \
  int name(const char *path, struct type *result) {                                                                                          \
    int code = real(name)(path, result);                                                                                                     \
    if (code == 0 && is_below(path) && is_full()) result->f_bavail = result->f_bfree = 0;                                                    \
    return code;                                                                                                                             \
  }
NO_SPACE(statfs, statfs)
NO_SPACE(statfs64, statfs64)
NO_SPACE(statvfs, statvfs)
