import BuildTrace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The program that is being run: a child of ours, and the leader of a session and of a process group.
///
/// When it has ended it is left unreaped until `reap`, for until then its number stays taken, and with it the session's
/// and the group's: no signal can reach a process that has nothing to do with it.
struct SupervisedProgram {
  let pid: pid_t

  /// Whether it has ended, and can be reaped without waiting.
  var hasEnded: Bool {
    var info = siginfo_t()
    var result: Int32
    repeat {
      result = waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT)
    } while result != 0 && errno == EINTR
    // 0 where there is nothing to report.
    return result == 0 && info.si_signo == SIGCHLD
  }

  /// Sends a signal to its process group.
  func signalGroup(_ number: Int32) {
    kill(-pid, number)
  }

  /// CPU time of itself alone, all of its threads; `nil` where the system does not tell it of another process. What
  /// `reap` gives holds that of the processes that it waited for as well.
  var ownMicroseconds: Int? {
    #if canImport(Darwin)
      nil
    #else
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
      return Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000
    #endif
  }

  /// Takes it off the system's list, once it has ended.
  func reap() throws(RecorderError) -> (termination: Termination, usage: rusage) {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(pid, &status, 0, &usage) != pid {
      if errno != EINTR { throw .system(doing: "wait for the program", code: errno) }
    }
    return (Termination(waitStatus: status), usage)
  }
}
