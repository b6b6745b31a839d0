#if os(Linux) || os(Android)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The contents of `/proc/PID/stat`, or of the same file of a thread; see proc_pid_stat(5).
  package struct ProcessStatus {
    private let name: Substring
    /// The fields from the third one (the state) on. The second one (the name) may contain any characters, including
    /// parentheses and spaces.
    private let fields: [Substring]

    package init?(_ process: ProcessID) { self.init(path: "/proc/\(process)/stat") }

    private init?(path: String) {
      guard let text = ProcessFile.text(path) else { return nil }
      self.init(text: text)
    }

    init?(text: String) {
      guard let end = text.lastIndex(of: ")") else { return nil }
      name = text[..<end].drop { $0 != "(" }
      fields = text[text.index(after: end)...].split(separator: " ")
      guard fields.count > 25 else { return nil }
    }

    /// The threads of a process that have not ended. Empty if the process has ended.
    static func threads(of process: ProcessID) -> [ProcessStatus] {
      let folder = "/proc/\(process)/task"
      let threads = (try? FolderListing.entries(of: folder)) ?? []
      return threads.compactMap { ProcessStatus(path: "\(folder)/\($0.name)/stat") }.filter { !$0.firstThreadHasEnded }
    }

    /// Whether the process has not ended.
    package var isRunning: Bool { !firstThreadHasEnded || number(17) > 1 }

    /// Whether the first thread has ended; then the process looks like a zombie, even while other threads run.
    var firstThreadHasEnded: Bool { ["Z", "X"].contains(fields[0]) }

    /// Whether its first thread is stopped by a signal or a debugger, or in uninterruptible sleep.
    var isHalted: Bool { ["T", "t", "D"].contains(fields[0]) }

    package var parent: ProcessID { ProcessID(number(1)) }

    /// When the process was started, on ``MonotonicClock``: between these bounds, which are one tick apart.
    package var startedNanoseconds: ClosedRange<Int> { Ticks.monotonicNanoseconds(sinceBoot: number(19)) }

    /// Changes when the process becomes another program by `exec`.
    package var image: Int {
      // The stack begins at a different address each time a program is loaded.
      var image = Hasher()
      image.combine(name)
      image.combine(fields[25])
      return image.finalize()
    }

    /// Its own CPU time, rounded down to ticks.
    package var processorMicroseconds: (user: Int, system: Int) {
      (number(11) * Ticks.microseconds, number(12) * Ticks.microseconds)
    }

    /// CPU time of the children that it has waited for, rounded down to ticks.
    package var childrenProcessorMicroseconds: (user: Int, system: Int) {
      (number(13) * Ticks.microseconds, number(14) * Ticks.microseconds)
    }

    private func number(_ field: Int) -> Int { Int(fields[field]) ?? 0 }
  }

  /// The unit of times in `/proc`: a hundredth of a second nearly everywhere.
  package enum Ticks {
    package static let perSecond = max(1, sysconf(Int32(_SC_CLK_TCK)))
    static let microseconds = 1_000_000 / perSecond

    /// Converts a time since boot, rounded down to ticks, to ``MonotonicClock``, which stops while the machine sleeps.
    static func monotonicNanoseconds(sinceBoot ticks: Int) -> ClosedRange<Int> {
      let asleep = MonotonicClock.nowWithSleepNanoseconds - MonotonicClock.nowNanoseconds
      let first = ticks * microseconds * 1000 - asleep
      return first...(first + microseconds * 1000)
    }
  }
#endif
