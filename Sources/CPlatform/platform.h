// What Swift does not see of the C library.
#ifdef __linux__
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A descriptor that becomes readable when the process ends; -1 and `errno` on failure.
///
/// glibc has this function since 2.36, musl lacks it, and Swift cannot call `syscall`, which is variadic.
static inline int open_pidfd(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

/// The number of processors that this process may run on; -1 if there are more than 8192.
///
/// `sched_getaffinity` is hidden from Swift.
static inline int affine_processors(void) {
  unsigned long mask[8192 / (8 * sizeof(unsigned long))];
  long bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
  if (bytes < 0) return -1;
  int count = 0;
  for (unsigned long word = 0; word < bytes / sizeof *mask; word++) count += __builtin_popcountl(mask[word]);
  return count;
}

/// Lets the heaps of threads grow in large steps; does nothing without glibc.
static inline void grow_heaps_in_large_steps(void) {
#ifdef M_TOP_PAD
  mallopt(M_TOP_PAD, 64 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}
#endif
