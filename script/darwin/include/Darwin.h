// What this project uses of macOS's C library, for `script/check-macos`: types and values of the public manual pages and
// headers of the SDK. It is only read by a type checker, and never linked.
#ifndef DARWIN_H
#define DARWIN_H

// Types.
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef unsigned long size_t;
typedef long ssize_t;
typedef int pid_t;
typedef uint32_t uid_t, gid_t, id_t;
typedef uint16_t mode_t, nlink_t;
typedef int32_t dev_t, blksize_t;
typedef uint64_t ino_t, rlim_t;
typedef int64_t off_t, blkcnt_t;
typedef long time_t;
typedef int32_t suseconds_t;
typedef uint32_t sigset_t, nfds_t, fsblkcnt_t, fsfilcnt_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };

// errno(2)
int *__error(void);
#define EINTR 4
#define ENOENT 2

// stdlib.h, string.h, stdio.h, unistd.h
_Noreturn void exit(int);
_Noreturn void _exit(int);
void free(void *);
char *getenv(const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
char *realpath(const char *, char *);
int getloadavg(double[], int);
char *strdup(const char *);
void *memchr(const void *, int, size_t);
int rename(const char *, const char *);
int access(const char *, int);
int chdir(const char *);
int fchdir(int);
int close(int);
size_t confstr(int, char *, size_t);
int execv(const char *, char *const *);
int fchown(int, uid_t, gid_t);
int fsync(int);
char *getcwd(char *, size_t);
uid_t geteuid(void);
pid_t getpid(void);
pid_t getsid(pid_t);
pid_t getpgid(pid_t);
int isatty(int);
int link(const char *, const char *);
int pipe(int[2]);
ssize_t readlink(const char *, char *, size_t);
int rmdir(const char *);
long sysconf(int);
int unlink(const char *);
int symlink(const char *, const char *);
ssize_t write(int, const void *, size_t);
pid_t tcgetpgrp(int);
#define W_OK (1 << 1)
#define X_OK (1 << 0)
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define PATH_MAX 1024
#define _SC_PAGESIZE 29
#define _SC_NPROCESSORS_ONLN 58
#define _CS_DARWIN_USER_TEMP_DIR 65537

// crt_externs(3), dyld(3), dlopen(3)
char ***_NSGetEnviron(void);
int _NSGetExecutablePath(char *, uint32_t *);
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
char *dlerror(void);
#define RTLD_LAZY 0x1
#define RTLD_LOCAL 0x4

// stat(2), statvfs(3), dirent(5), clonefile(2), copyfile(3)
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
  blkcnt_t st_blocks;
  blksize_t st_blksize;
  uint32_t st_flags, st_gen;
  int32_t st_lspare;
  int64_t st_qspare[2];
};
int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);
int mkdir(const char *, mode_t);
int fchmod(int, mode_t);
struct statvfs {
  unsigned long f_bsize, f_frsize;
  fsblkcnt_t f_blocks, f_bfree, f_bavail;
  fsfilcnt_t f_files, f_ffree, f_favail;
  unsigned long f_fsid, f_flag, f_namemax;
};
int statvfs(const char *, struct statvfs *);
typedef struct _dirdesc DIR;
struct dirent {
  uint64_t d_ino, d_seekoff;
  uint16_t d_reclen, d_namlen;
  uint8_t d_type;
  char d_name[1024];
};
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
int closedir(DIR *);
#define DT_UNKNOWN 0
#define DT_CHR 2
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10
int clonefile(const char *, const char *, uint32_t);
#define CLONE_NOFOLLOW 0x0001
typedef struct _copyfile_state *copyfile_state_t;
typedef uint32_t copyfile_flags_t;
int copyfile(const char *, const char *, copyfile_state_t, copyfile_flags_t);
#define COPYFILE_STAT (1 << 1)
#define COPYFILE_DATA (1 << 3)
#define COPYFILE_NOFOLLOW_SRC (1 << 18)
#define COPYFILE_NOFOLLOW_DST (1 << 19)
#define COPYFILE_NOFOLLOW (COPYFILE_NOFOLLOW_SRC | COPYFILE_NOFOLLOW_DST)

// fcntl(2), flock(2), ioctl(2), poll(2), select(2). Variadic functions are in Overlay.swift.
#define F_DUPFD_CLOEXEC 67
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define FD_CLOEXEC 1
#define O_NONBLOCK 0x00000004
#define O_NOCTTY 0x00020000
int flock(int, int);
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
struct pollfd { int fd; short events, revents; };
int poll(struct pollfd *, nfds_t, int);
#define POLLIN 0x0001
typedef struct fd_set { int32_t fds_bits[32]; } fd_set;
int pselect(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *);

// sigaction(2), signal(3)
union sigval { int sival_int; void *sival_ptr; };
typedef struct __siginfo {
  int si_signo, si_errno, si_code;
  pid_t si_pid;
  uid_t si_uid;
  int si_status;
  void *si_addr;
  union sigval si_value;
  long si_band;
  unsigned long __pad[7];
} siginfo_t;
union __sigaction_u {
  void (*__sa_handler)(int);
  void (*__sa_sigaction)(int, struct __siginfo *, void *);
};
struct sigaction {
  union __sigaction_u __sigaction_u;
  sigset_t sa_mask;
  int sa_flags;
};
typedef void (*sig_t)(int);
int sigaction(int, const struct sigaction *, struct sigaction *);
void (*signal(int, void (*)(int)))(int);
int kill(pid_t, int);
int sigemptyset(sigset_t *);
int sigfillset(sigset_t *);
int sigaddset(sigset_t *, int);
int sigdelset(sigset_t *, int);
int sigprocmask(int, const sigset_t *, sigset_t *);
int sigsuspend(const sigset_t *);
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGKILL 9
#define SIGPIPE 13
#define SIGTERM 15
#define SIGSTOP 17
#define SIGCONT 19
#define SIGCHLD 20
#define SIGXFSZ 25
#define SIGUSR1 30
#define SIGUSR2 31
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
#define SA_RESTART 0x0002
#define SA_NOCLDSTOP 0x0008
#define SA_SIGINFO 0x0040
#define SI_USER 0x10001

// posix_spawn(2), wait(2), getrusage(2), setrlimit(2)
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
int posix_spawn(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const *,
                char *const *);
int posix_spawnp(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const *,
                 char *const *);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int);
int posix_spawnattr_init(posix_spawnattr_t *);
int posix_spawnattr_destroy(posix_spawnattr_t *);
int posix_spawnattr_setflags(posix_spawnattr_t *, short);
int posix_spawnattr_setsigmask(posix_spawnattr_t *, const sigset_t *);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *, const sigset_t *);
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
#define POSIX_SPAWN_SETSID 0x0400
#define POSIX_SPAWN_CLOEXEC_DEFAULT 0x4000
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock, ru_msgsnd,
      ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
};
int waitid(idtype_t, id_t, siginfo_t *, int);
pid_t wait4(pid_t, int *, int, struct rusage *);
int getrusage(int, struct rusage *);
#define WNOHANG 0x00000001
#define WEXITED 0x00000004
#define WNOWAIT 0x00000020
struct rlimit { rlim_t rlim_cur, rlim_max; };
int getrlimit(int, struct rlimit *);
int setrlimit(int, const struct rlimit *);
#define RLIMIT_CORE 4
#define RLIMIT_NOFILE 8

// getpwuid(3), uname(3), clock_gettime(3), sysctl(3)
struct passwd {
  char *pw_name, *pw_passwd;
  uid_t pw_uid;
  gid_t pw_gid;
  time_t pw_change;
  char *pw_class, *pw_gecos, *pw_dir, *pw_shell;
  time_t pw_expire;
};
int getpwuid_r(uid_t, struct passwd *, char *, size_t, struct passwd **);
struct utsname { char sysname[256], nodename[256], release[256], version[256], machine[256]; };
int uname(struct utsname *);
typedef enum {
  CLOCK_REALTIME = 0,
  CLOCK_MONOTONIC = 6,
  CLOCK_MONOTONIC_RAW = 4,
  CLOCK_MONOTONIC_RAW_APPROX = 5,
  CLOCK_UPTIME_RAW = 8,
} clockid_t;
int clock_gettime(clockid_t, struct timespec *);
int nanosleep(const struct timespec *, struct timespec *);
int sysctl(int *, unsigned int, void *, size_t *, void *, size_t);
int sysctlbyname(const char *, void *, size_t *, void *, size_t);
#define CTL_KERN 1
#define KERN_PROC 14
#define KERN_PROC_ALL 0
#define KERN_PROC_PID 1
#define KERN_PROCARGS2 49
#define SSTOP 4
#define SZOMB 5
// Of these, only what is used, in order but not in full.
struct extern_proc {
  struct timeval p_starttime;
  char p_stat;
  pid_t p_pid;
  char p_comm[17];
};
struct kinfo_proc { struct extern_proc kp_proc; };

#endif
