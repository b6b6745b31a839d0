#if os(Linux) || os(Android)
  import Platform

  /// Finds what has been started in a session.
  ///
  /// The system gives numbers in their order and tells the last one, so that only those since the look before have to
  /// be asked for their session. To list all the machine's processes costs about thirty times as much.
  struct SessionScan {
    /// Kept open, since to open a file costs several times as much as to read it.
    private let loads: FileDescriptor?
    private var session: ProcessID = 0
    /// The number given last; `nil` where numbers are not to be trusted, as in a container that is shown its host's.
    private var last: ProcessID?
    /// Those that belonged to nobody. A process that is just being started gets its number before others can see it.
    private var pending: [ProcessID] = []
    private var scans = 0

    /// More than this are looked for in the list instead.
    private static let mostNumbers: ProcessID = 1000
    /// One look of so many goes through the list all the same, for numbers that were given out of order.
    private static let scansBetweenLists = 64

    /// Before the session begins.
    init() {
      loads = try? FileDescriptor.open("/proc/loadavg", .readOnly, options: .closeOnExec)
      last = lastNumber
    }

    mutating func begin(session: ProcessID) {
      self.session = session
      guard let before = last, let now = lastNumber, before < session, session <= now else { return last = nil }
    }

    /// From now on all are looked for in the list, which unlike numbers holds no threads.
    mutating func distrustNumbers() {
      last = nil
    }

    /// Processes of the session, at least those that were started since the call before; there can be threads as well.
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

    /// The number given last, which stands behind the machine's loads.
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
