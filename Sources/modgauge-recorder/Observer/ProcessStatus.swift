#if os(Linux) || os(Android)
  import BuildTrace

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// What `/proc/PID/stat` says of a process; see proc_pid_stat(5).
  struct ProcessStatus {
    private let name: Substring
    /// From the third on, the state. The second, the name, can hold anything, parentheses and spaces too.
    private let fields: [Substring]

    init?(_ process: pid_t) {
      guard let text = ProcessFile.text("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else { return nil }
      name = text[..<end].drop { $0 != "(" }
      fields = text[text.index(after: end)...].split(separator: " ")
      guard fields.count > 25 else { return nil }
    }

    /// Whether it runs or could. A process whose first thread has ended looks like a zombie while its others go on.
    var isAlive: Bool {
      guard fields[0] == "Z" || fields[0] == "X" else { return true }
      return number(17) > 1
    }

    /// - Parameters:
    ///   - processorMicroseconds: what it alone used, where that is known better than in ticks.
    ///   - peakBytes: its memory at its peak.
    func sight(processorMicroseconds: Int?, peakBytes: Int?) -> ProcessSight {
      let ticks = time(user: 11, system: 12)
      // The stack begins elsewhere in each program that is loaded.
      var image = Hasher()
      image.combine(name)
      image.combine(fields[25])
      return ProcessSight(
        parentProcessID: number(1), started: Ticks.monotonicNanoseconds(sinceBoot: number(19)),
        image: image.finalize(), processorTime: processorMicroseconds.map(ticks.scaled) ?? ticks,
        childrenProcessorTime: time(user: 13, system: 14), peakBytes: peakBytes)
    }

    private func time(user: Int, system: Int) -> ProcessorTime {
      ProcessorTime(
        userMicroseconds: number(user) * Ticks.microseconds, systemMicroseconds: number(system) * Ticks.microseconds)
    }

    private func number(_ field: Int) -> Int { Int(fields[field]) ?? 0 }
  }

  /// The unit of times in `/proc`, a hundredth of a second nearly everywhere.
  private enum Ticks {
    static let microseconds = 1_000_000 / max(1, sysconf(Int32(_SC_CLK_TCK)))

    /// A time that was rounded down to ticks, on the monotonic clock, which unlike the one since boot stands still while
    /// the machine sleeps.
    static func monotonicNanoseconds(sinceBoot ticks: Int) -> ClosedRange<Int> {
      var time = timespec()
      clock_gettime(CLOCK_BOOTTIME, &time)
      let asleep =
        Int(time.tv_sec) * MonotonicClock.nanosecondsPerSecond + Int(time.tv_nsec) - MonotonicClock.nowNanoseconds
      let first = ticks * microseconds * 1000 - asleep
      return first...(first + microseconds * 1000)
    }
  }
#endif
