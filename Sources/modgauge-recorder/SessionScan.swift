#if os(Linux) || os(Android)
  import Platform

  /// Finds processes that were started in a session.
  ///
  /// The system assigns process numbers in ascending order and reports the last one, so only the numbers assigned since
  /// the last scan have to be checked. Listing all processes of the machine takes about thirty times as long.
  struct SessionScan {
    /// Kept open, since opening a file takes several times as long as reading it.
    private let loads: FileDescriptor?
    private var session: ProcessID = 0
    /// The number assigned last; `nil` if the numbers are not those of this system, as in a container that reports its
    /// host's.
    private var last: ProcessID?
    /// Assigned numbers for which no process was found yet. A process gets its number before others can see it.
    private var pending: [ProcessID] = []
    private var scans = 0

    /// If more numbers than this were assigned, the list of processes is read instead.
    private static let mostNumbers: ProcessID = 1000
    /// One scan in this many reads the list anyway, for numbers that were assigned out of order.
    private static let scansBetweenLists = 64

    /// Creates a scan. Call it before the session begins.
    init() {
      loads = try? FileDescriptor.open("/proc/loadavg", .readOnly, options: .closeOnExec)
      last = lastNumber
    }

    mutating func begin(session: ProcessID) {
      self.session = session
      guard let before = last, let now = lastNumber, before < session, session <= now else { return last = nil }
    }

    /// From now on, reads the list of all processes, which contains no threads.
    mutating func distrustNumbers() {
      last = nil
    }

    /// Processes of the session, at least those that were started since the last call. Threads may be among them.
    mutating func candidates() -> [ProcessID] {
      scans += 1
      let before = last
      if before != nil { last = lastNumber }
      guard let before, let last, before <= last, last - before <= Self.mostNumbers, scans % Self.scansBetweenLists != 1
      else {
        pending = []
        return (try? ProcessTable.all().filter { ProcessTable.session(of: $0) == session }) ?? []
      }
      let numbers = pending + (before..<last).map { $0 + 1 }
      pending = []
      return numbers.filter { number in
        let found = ProcessTable.session(of: number)
        if found == nil, number > before { pending.append(number) }
        return found == session
      }
    }

    /// The number assigned last, the final field of `/proc/loadavg`.
    private var lastNumber: ProcessID? {
      var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
      return withUnsafeMutableBytes(of: &bytes) { buffer in
        guard let count = try? loads?.read(fromAbsoluteOffset: 0, into: buffer), count > 0,
          let space = buffer[..<count].lastIndex(of: UInt8(ascii: " "))
        else { return nil }
        return ProcessID(String(decoding: buffer[(space + 1)..<(count - 1)], as: UTF8.self))
      }
    }
  }
#endif
