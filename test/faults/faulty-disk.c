/*
 * A library for LD_PRELOAD that records every change below the folder FAULTY_DISK_ROOT in the file FAULTY_DISK_LOG, and
 * makes calls fail as the file FAULTY_DISK_RULES says.
 *
 * `disk-recording.ts` reads the record, and `disk-after-power-cut.ts` computes what a disk holds after a power failure.
 * A write is recorded before the call returns, so that a later fsync covers every write that it must cover. An fsync
 * does not reach the real disk.
 *
 * The rules are lines `operation path error`, for example `sync .db-wal EIO`. The operation is `read`, `write`, `sync` or
 * `create`, and the rule holds for every path that contains the text.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { CREATE = 1, WRITE, SIZE, SYNC_BEGIN, SYNC_END, SYNC_FAILED, LINK, UNLINK, RENAME, MKDIR, RMDIR };

struct header {
  uint32_t kind;
  uint32_t path_length;
  uint64_t inode;
  /* The offset of a write, the new size, or the number of a sync. */
  uint64_t number;
  uint64_t data_length;
};

#define FDS_MAX 65536
#define RULES_SIZE 4096

static char *paths[FDS_MAX];
static const char *root;
static size_t root_length;
static int log_fd = -1;
static const volatile char *rules;
static uint64_t syncs;
static unsigned sync_us;
static pthread_mutex_t entries = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))real_of(#name))

static void stop(const char *why) {
  fprintf(stderr, "faulty-disk: %s\n", why);
  abort();
}

static void *real_of(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found == NULL) stop(name);
  return found;
}

__attribute__((constructor)) static void begin(void) {
  root = getenv("FAULTY_DISK_ROOT");
  if (root == NULL) return;
  root_length = strlen(root);
  const char *delay = getenv("FAULTY_DISK_SYNC_US");
  if (delay != NULL) sync_us = (unsigned)atoi(delay);
  const char *log = getenv("FAULTY_DISK_LOG");
  if (log != NULL) log_fd = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const char *file = getenv("FAULTY_DISK_RULES");
  if (file == NULL) return;
  int fd = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDONLY | O_CLOEXEC);
  void *mapped = mmap(NULL, RULES_SIZE, PROT_READ, MAP_SHARED, fd, 0);
  if (fd < 0 || mapped == MAP_FAILED) stop("the rules cannot be read");
  rules = mapped;
}

static void record(enum kind kind, uint64_t inode, uint64_t number, const char *path, size_t path_length,
                   const void *data, size_t data_length) {
  if (log_fd < 0) return;
  struct header header = {kind, (uint32_t)path_length, inode, number, data_length};
  struct iovec parts[3] = {{&header, sizeof header}, {(void *)path, path_length}, {(void *)data, data_length}};
  ssize_t wanted = (ssize_t)(sizeof header + path_length + data_length);
  /* One call, so that the records of two threads do not mix. The next library in the chain is the C library. */
  if (REAL(writev)(log_fd, parts, 3) != wanted) stop("the record cannot be written");
}

static void record_path(enum kind kind, uint64_t inode, const char *path) {
  record(kind, inode, 0, path, strlen(path), NULL, 0);
}

/** @returns whether the path is below the root; `absolute` then holds the path from `/`. */
static int is_watched(int folder, const char *path, char *absolute) {
  if (root == NULL || path == NULL) return 0;
  if (path[0] == '/') {
    if (snprintf(absolute, PATH_MAX, "%s", path) >= PATH_MAX) return 0;
  } else {
    char base[PATH_MAX] = "";
    if (folder == AT_FDCWD) {
      if (getcwd(base, sizeof base) == NULL) return 0;
    } else {
      char link_name[64];
      snprintf(link_name, sizeof link_name, "/proc/self/fd/%d", folder);
      ssize_t length = readlink(link_name, base, sizeof base - 1);
      if (length < 0) return 0;
      base[length] = 0;
    }
    if (snprintf(absolute, PATH_MAX, "%s/%s", base, path) >= PATH_MAX) return 0;
  }
  size_t length = strlen(absolute);
  while (length > 1 && absolute[length - 1] == '/') absolute[--length] = 0;
  return strncmp(absolute, root, root_length) == 0 && (absolute[root_length] == '/' || absolute[root_length] == 0);
}

static const char *path_of(int fd) { return fd >= 0 && fd < FDS_MAX ? paths[fd] : NULL; }

/** @returns the error that a rule demands for this call; otherwise 0. */
static int fault_of(const char *operation, const char *path) {
  if (rules == NULL || path == NULL || rules[0] == 0) return 0;
  char copy[RULES_SIZE + 1];
  for (size_t at = 0; at < RULES_SIZE; at++) copy[at] = rules[at];
  copy[RULES_SIZE] = 0;
  char *rest = NULL;
  for (char *line = strtok_r(copy, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
    char wanted[16], part[512], error[16];
    if (sscanf(line, "%15s %511s %15s", wanted, part, error) != 3) continue;
    if (strcmp(wanted, operation) != 0 || strstr(path, part) == NULL) continue;
    return strcmp(error, "ENOSPC") == 0 ? ENOSPC : EIO;
  }
  return 0;
}

#define FAIL_AS(operation, path)                 \
  do {                                           \
    int fault = fault_of(operation, path);       \
    if (fault != 0) {                            \
      errno = fault;                             \
      return -1;                                 \
    }                                            \
  } while (0)

static uint64_t inode_of(int fd) {
  struct stat found;
  return fstat(fd, &found) == 0 ? found.st_ino : 0;
}

static uint64_t inode_at(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0 ? found.st_ino : 0;
}

/** Reads back what a call has written and records it. `offset` is where the call began to write. */
static void record_written(int fd, off_t offset, size_t length) {
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  int copy = (int)syscall(SYS_openat, AT_FDCWD, name, O_RDONLY | O_CLOEXEC);
  char *data = malloc(length == 0 ? 1 : length);
  if (copy < 0 || data == NULL) stop("what was written cannot be read back");
  ssize_t got = REAL(pread64)(copy, data, length, offset);
  if (got > 0) record(WRITE, inode_of(fd), (uint64_t)offset, NULL, 0, data, (size_t)got);
  free(data);
  REAL(close)(copy);
}

/* Files that are opened and closed. */

static int opened(int folder, const char *path, int flags, mode_t mode) {
  __typeof__(&openat) real = REAL(openat);
  char absolute[PATH_MAX];
  if (!is_watched(folder, path, absolute)) return real(folder, path, flags, mode);
  int fd;
  if ((flags & O_CREAT) == 0) {
    fd = real(folder, path, flags, mode);
  } else {
    FAIL_AS("create", absolute);
    pthread_mutex_lock(&entries);
    fd = (flags & O_EXCL) != 0 ? -1 : real(folder, path, flags & ~O_CREAT, mode);
    if (fd < 0 && ((flags & O_EXCL) != 0 || errno == ENOENT)) {
      fd = real(folder, path, flags | O_EXCL, mode);
      if (fd >= 0) record_path(CREATE, inode_of(fd), absolute);
    }
    pthread_mutex_unlock(&entries);
  }
  if (fd < 0 || fd >= FDS_MAX) return fd;
  if ((flags & O_TRUNC) != 0) record(SIZE, inode_of(fd), 0, NULL, 0, NULL, 0);
  free(paths[fd]);
  paths[fd] = strdup(absolute);
  return fd;
}

static mode_t mode_of(int flags, va_list rest) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
}

#define OPEN_AT(name, ...)                                       \
  va_list rest;                                                  \
  va_start(rest, flags);                                         \
  mode_t mode = mode_of(flags, rest);                            \
  va_end(rest);                                                  \
  return opened(name, path, flags, mode)

int open(const char *path, int flags, ...) { OPEN_AT(AT_FDCWD); }
int open64(const char *path, int flags, ...) { OPEN_AT(AT_FDCWD); }
int openat(int folder, const char *path, int flags, ...) { OPEN_AT(folder); }
int openat64(int folder, const char *path, int flags, ...) { OPEN_AT(folder); }

int close(int fd) {
  if (path_of(fd) != NULL) {
    free(paths[fd]);
    paths[fd] = NULL;
  }
  return REAL(close)(fd);
}

/* Writes. Those without an offset begin at the position of the file, or at its end. */

static ssize_t appended(int fd, off_t end_before, ssize_t written) {
  off_t position = lseek(fd, 0, SEEK_CUR);
  if (written > 0) record_written(fd, (fcntl(fd, F_GETFL) & O_APPEND) != 0 ? end_before : position - written, (size_t)written);
  return written;
}

static off_t end_of(int fd) {
  struct stat found;
  return fstat(fd, &found) == 0 ? found.st_size : 0;
}

ssize_t write(int fd, const void *data, size_t length) {
  const char *path = path_of(fd);
  if (path == NULL) return REAL(write)(fd, data, length);
  FAIL_AS("write", path);
  off_t end = end_of(fd);
  return appended(fd, end, REAL(write)(fd, data, length));
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  const char *path = path_of(fd);
  if (path == NULL) return REAL(writev)(fd, parts, count);
  FAIL_AS("write", path);
  off_t end = end_of(fd);
  return appended(fd, end, REAL(writev)(fd, parts, count));
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  const char *path = path_of(fd);
  if (path == NULL) return REAL(pwrite64)(fd, data, length, offset);
  FAIL_AS("write", path);
  ssize_t written = REAL(pwrite64)(fd, data, length, offset);
  if (written > 0) record(WRITE, inode_of(fd), (uint64_t)offset, NULL, 0, data, (size_t)written);
  return written;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return pwrite64(fd, data, length, offset); }

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  const char *path = path_of(fd);
  if (path == NULL) return REAL(pwritev64)(fd, parts, count, offset);
  FAIL_AS("write", path);
  ssize_t written = REAL(pwritev64)(fd, parts, count, offset);
  if (written > 0) record_written(fd, offset, (size_t)written);
  return written;
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) { return pwritev64(fd, parts, count, offset); }

static int resized(int fd, off64_t size, int result) {
  if (result == 0 && path_of(fd) != NULL) record(SIZE, inode_of(fd), (uint64_t)size, NULL, 0, NULL, 0);
  return result;
}

int ftruncate64(int fd, off64_t size) {
  FAIL_AS("write", path_of(fd));
  return resized(fd, size, REAL(ftruncate64)(fd, size));
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int posix_fallocate(int fd, off_t offset, off_t length) {
  int result = REAL(posix_fallocate)(fd, offset, length);
  return resized(fd, end_of(fd), result);
}

ssize_t sendfile64(int to, int from, off64_t *offset, size_t length) {
  const char *path = path_of(to);
  FAIL_AS("read", path_of(from));
  if (path == NULL) return REAL(sendfile64)(to, from, offset, length);
  FAIL_AS("write", path);
  return appended(to, 0, REAL(sendfile64)(to, from, offset, length));
}

ssize_t sendfile(int to, int from, off_t *offset, size_t length) { return sendfile64(to, from, offset, length); }

int ioctl(int fd, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  /* A file system that shares blocks between files would bypass the record; the caller then copies. */
  if (request == FICLONE && path_of(fd) != NULL) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return REAL(ioctl)(fd, request, argument);
}

/** libuv closes files and calls `copy_file_range` through this function. */
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_copy_file_range && (path_of((int)a) != NULL || path_of((int)c) != NULL)) {
    errno = ENOSYS;
    return -1;
  }
  if (number == SYS_close) return close((int)a);
  return REAL(syscall)(number, a, b, c, d, e, f);
}

/* Reads. */

ssize_t read(int fd, void *data, size_t length) {
  FAIL_AS("read", path_of(fd));
  return REAL(read)(fd, data, length);
}

ssize_t pread64(int fd, void *data, size_t length, off64_t offset) {
  FAIL_AS("read", path_of(fd));
  return REAL(pread64)(fd, data, length, offset);
}

ssize_t preadv(int fd, const struct iovec *parts, int count, off_t offset) {
  FAIL_AS("read", path_of(fd));
  return REAL(preadv)(fd, parts, count, offset);
}

/* Syncs. */

static int synced(int fd, const char *path) {
  uint64_t number = __atomic_add_fetch(&syncs, 1, __ATOMIC_SEQ_CST);
  uint64_t inode = inode_of(fd);
  record(SYNC_BEGIN, inode, number, NULL, 0, NULL, 0);
  if (sync_us > 0) usleep(sync_us);
  int fault = fault_of("sync", path);
  record(fault == 0 ? SYNC_END : SYNC_FAILED, inode, number, NULL, 0, NULL, 0);
  errno = fault;
  return fault == 0 ? 0 : -1;
}

int fsync(int fd) {
  const char *path = path_of(fd);
  return path == NULL ? REAL(fsync)(fd) : synced(fd, path);
}

int fdatasync(int fd) {
  const char *path = path_of(fd);
  return path == NULL ? REAL(fdatasync)(fd) : synced(fd, path);
}

/* Names. Recorded under a lock, so that the record has the order in which the system changed the folders. */

#define CHANGE_NAME(kind, folder, path, call, inode_when)           \
  char absolute[PATH_MAX];                                          \
  if (!is_watched(folder, path, absolute)) return call;             \
  pthread_mutex_lock(&entries);                                     \
  int result = call;                                                \
  if (result == 0) record_path(kind, inode_when, absolute);         \
  pthread_mutex_unlock(&entries);                                   \
  return result

int unlink(const char *path) { CHANGE_NAME(UNLINK, AT_FDCWD, path, REAL(unlink)(path), 0); }
int rmdir(const char *path) { CHANGE_NAME(RMDIR, AT_FDCWD, path, REAL(rmdir)(path), 0); }
int unlinkat(int folder, const char *path, int flags) {
  CHANGE_NAME((flags & AT_REMOVEDIR) != 0 ? RMDIR : UNLINK, folder, path, REAL(unlinkat)(folder, path, flags), 0);
}
int mkdir(const char *path, mode_t mode) {
  CHANGE_NAME(MKDIR, AT_FDCWD, path, REAL(mkdir)(path, mode), inode_at(absolute));
}
int link(const char *from, const char *path) {
  CHANGE_NAME(LINK, AT_FDCWD, path, REAL(link)(from, path), inode_at(absolute));
}

int rename(const char *from, const char *to) {
  char old_path[PATH_MAX], new_path[PATH_MAX];
  if (!is_watched(AT_FDCWD, to, new_path)) return REAL(rename)(from, to);
  if (!is_watched(AT_FDCWD, from, old_path)) stop("a file was moved into the watched folder");
  pthread_mutex_lock(&entries);
  int result = REAL(rename)(from, to);
  if (result == 0) record(RENAME, 0, 0, old_path, strlen(old_path), new_path, strlen(new_path));
  pthread_mutex_unlock(&entries);
  return result;
}
