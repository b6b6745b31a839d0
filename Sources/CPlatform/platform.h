// What Swift does not see of the C library.
#ifdef __linux__
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A descriptor that becomes readable when the process ends; -1 and `errno` on failure.
///
/// glibc has this function since 2.36, musl lacks it, and Swift cannot call `syscall`, which is variadic.
static inline int open_pidfd(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

/// Lets all threads allocate from one heap; does nothing without glibc.
static inline void share_heap(void) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, 1);
#endif
}
#endif
