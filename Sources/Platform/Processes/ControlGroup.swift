#if os(Linux) || os(Android)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Processes that can be halted together: a control group (cgroup v2) below that of this process.
  ///
  /// Descendants of its processes belong to it, even in a session of their own.
  package struct ControlGroup: Sendable {
    private let path: String
    /// The group of this process.
    private let outer: String

    private static let prefix = "modgauge-"

    /// Creates a group into which this process can move itself. There can be one per process.
    ///
    /// - Returns: `nil` if there are no control groups, or this process may not create one.
    package init?() {
      guard let outer = Self.ownGroup else { return nil }
      self.outer = outer
      path = "\(outer)/\(Self.prefix)\(CurrentProcess.id)"
      Self.removeAbandoned(in: outer)
      guard mkdir(path, 0o755) == 0 || Errno.last == .fileExists else { return nil }
      guard write("0", to: "cgroup.freeze"), (try? FileStatus(of: "\(path)/cgroup.events")) != nil,
        write("0", to: "cgroup.procs")
      else {
        remove()
        return nil
      }
      leave()
    }

    /// Moves this process into the group, so that programs that it starts belong to the group from their first moment.
    package func join() { write("0", to: "cgroup.procs") }

    /// Moves this process back to its former group.
    package func leave() { Self.write("0", to: "\(outer)/cgroup.procs") }

    /// Freezes all processes of the group, and those that join it later.
    ///
    /// - Returns: whether all processes were halted within this time.
    package func halt(within nanoseconds: Int) -> Bool {
      write("1", to: "cgroup.freeze")
      let deadline = MonotonicClock.nowNanoseconds + nanoseconds
      while !isHalted {
        guard MonotonicClock.nowNanoseconds < deadline else { return false }
        MonotonicClock.sleep(untilNanoseconds: MonotonicClock.nowNanoseconds + 100_000)
      }
      return true
    }

    /// Lets all processes of the group run again.
    package func resume() { write("0", to: "cgroup.freeze") }

    /// The processes of the group, sorted. Some of them may have ended since the list was read.
    package var processes: [ProcessID] {
      let text = ProcessFile.text("\(path)/cgroup.procs") ?? ""
      return text.split(separator: "\n").compactMap { ProcessID($0) }.sorted()
    }

    /// Kills all processes of the group and removes it.
    /// - Returns: the number of processes found. A process that hangs in a device driver may remain, and then so does
    ///   the group.
    @discardableResult
    package func end() -> Int {
      resume()
      let deadline = MonotonicClock.nowNanoseconds + ProcessSession.killNanoseconds
      var found: Set<ProcessID> = []
      while case let left = processes, !left.isEmpty, MonotonicClock.nowNanoseconds < deadline {
        for process in left { ProcessSignal.kill.send(to: process) }
        if found.isSuperset(of: left) {
          MonotonicClock.sleep(untilNanoseconds: MonotonicClock.nowNanoseconds + 1_000_000)
        }
        found.formUnion(left)
      }
      remove()
      return found.count
    }

    private func remove() {
      leave()
      rmdir(path)
    }

    private var isHalted: Bool { ProcessFile.text("\(path)/cgroup.events")?.contains("frozen 1") == true }

    @discardableResult
    private func write(_ text: String, to name: String) -> Bool { Self.write(text, to: "\(path)/\(name)") }

    @discardableResult
    private static func write(_ text: String, to path: String) -> Bool {
      guard let file = try? FileDescriptor.open(path, .writeOnly, options: .closeOnExec) else { return false }
      return (try? file.closeAfter { try file.writeAll(text.utf8) }) != nil
    }

    /// Removes the groups of recorders that were killed. Groups that still have processes are kept.
    private static func removeAbandoned(in outer: String) {
      for entry in (try? FolderListing.entries(of: outer)) ?? [] where entry.name.hasPrefix(prefix) {
        guard let owner = ProcessID(entry.name.dropFirst(prefix.count)), ProcessTable.session(of: owner) == nil else {
          continue
        }
        rmdir("\(outer)/\(entry.name)")
      }
    }

    /// The number of processors whose time this process may use: the lowest limit (`cpu.max`) of its group and of the
    /// groups that contain it; `nil` if there is none.
    package static var allowedProcessors: Double? {
      guard let own = ownGroup else { return nil }
      var limits: [Double] = []
      var path = own[...]
      while !path.isEmpty {
        if let limit = processors(stated: ProcessFile.text("\(path)/cpu.max") ?? "") { limits.append(limit) }
        path = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
      }
      return limits.min()
    }

    /// - Parameter limit: the contents of a file `cpu.max`: the time that may be used in a period, and the period.
    /// - Returns: `nil` for no limit.
    static func processors(stated limit: String) -> Double? {
      let arguments = limit.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
      return arguments.count == 2 && arguments[1] > 0 ? arguments[0] / arguments[1] : nil
    }

    /// The folder of this process's own control group.
    private static var ownGroup: String? {
      folder(
        groups: ProcessFile.text("/proc/self/cgroup") ?? "", mounts: ProcessFile.text("/proc/self/mountinfo") ?? "")
    }

    /// The mount point of cgroup v2, followed by the path of the group.
    /// - Parameters:
    ///   - groups: the contents of `/proc/self/cgroup`.
    ///   - mounts: those of `/proc/self/mountinfo`.
    static func folder(groups: String, mounts: String) -> String? {
      // proc_pid_mountinfo(5): the mount point is the fifth field, the type the first after the dash.
      let place = mounts.split(separator: "\n").lazy.compactMap { line -> Substring? in
        let fields = line.split(separator: " ")
        guard let dash = fields.firstIndex(of: "-"), fields.count > dash + 1, dash > 4 else { return nil }
        return fields[dash + 1] == "cgroup2" && fields[3] == "/" ? fields[4] : nil
      }.first
      guard let own = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }), let place else {
        return nil
      }
      return own == "0::/" ? String(place) : "\(place)\(own.dropFirst("0::".count))"
    }
  }
#else
  /// Linux only.
  package struct ControlGroup: Sendable {
    package init?() { return nil }
    package func join() {}
    package func leave() {}
    package func halt(within nanoseconds: Int) -> Bool { false }
    package func resume() {}
    package var processes: [ProcessID] { [] }
    @discardableResult package func end() -> Int { 0 }
    package static var allowedProcessors: Double? { nil }
  }
#endif
