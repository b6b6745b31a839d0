// What Swift does not see of the C library.
#ifdef __linux__
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A descriptor that becomes readable when the process has ended; -1 with `errno` set where there is none.
///
/// glibc has this function since 2.36 only, musl has not, and Swift cannot call `syscall`, which takes any arguments.
static inline int open_pidfd(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

/// Lets all threads allocate from one heap; does nothing without glibc.
static inline void share_heap(void) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, 1);
#endif
}
#endif
