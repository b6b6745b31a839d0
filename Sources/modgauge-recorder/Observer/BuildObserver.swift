import BuildTrace
import Platform

#if os(Linux) || os(Android)

  /// Watches the processes of a build from outside, and appends an event to the trace for each compiler that has ended.
  ///
  /// It is part of the supervisor, which has the session, waits anyway, and lives exactly as long as the build.
  struct BuildObserver {
    /// Between two looks. It bounds only what is overlooked: the system tells by itself when processes end, and says of
    /// those that are found when they were started.
    private static let intervalNanoseconds = 20_000_000
    /// Files below `/proc` are read at the first looks at a process, and then at each of so many.
    private static let looksBetweenCloseOnes = 8

    private let log: TraceLog
    private var scan = SessionScan()
    private var processes = ObservedProcesses()
    /// Descriptors that tell when a process has ended, for `poll`, and whose they are.
    private(set) var descriptors = DescriptorPoll()
    private var watched: [ProcessID] = []
    /// Higher ones are left for files to read and to write.
    private let highestDescriptor: Int32
    /// Those that there was no descriptor for.
    private var unwatched: Set<ProcessID> = []
    /// How often each was looked at.
    private var looks: [ProcessID: Int] = [:]
    private var lastScanNanoseconds = Int.min
    private(set) var nextLookNanoseconds = 0

    /// Before the build is started.
    init(trace: String) throws(RecorderError) {
      log = TraceLog(path: trace)
      highestDescriptor = Int32(clamping: CurrentProcess.mostOpenFiles) - Self.sparedDescriptors
    }

    private static let sparedDescriptors: Int32 = 8

    mutating func begin(session: ProcessID) {
      scan.begin(session: session)
    }

    /// Looks at the processes, if it is time.
    ///
    /// - Parameters:
    ///   - polled: files that were waited for, `descriptors` among them.
    ///   - first: where these begin.
    mutating func look(_ polled: DescriptorPoll, from first: Int) {
      let now = MonotonicClock.nowNanoseconds
      endThose(polled, from: first, at: now)
      guard now >= nextLookNanoseconds else { return }
      nextLookNanoseconds = now + Self.intervalNanoseconds
      for process in watched { lookAgain(process, at: now) }
      for process in unwatched { lookAgain(process, at: now) }
      discover(at: now)
    }

    /// Tells of all that is left.
    ///
    /// - Parameter now: when the build had ended.
    mutating func finish(at now: Int) {
      if (try? descriptors.wait(milliseconds: 0)) == true { endThose(descriptors, from: 0, at: now) }
    }

    /// Tells of those that outlived the build, and were ended.
    mutating func finishSurvivors() {
      let now = MonotonicClock.nowNanoseconds
      for process in processes.processIDs.sorted() { tell(processes.ended(process, at: now)) }
    }

    private mutating func discover(at now: Int) {
      let new = scan.candidates().filter { !processes.contains(Int($0)) && watch($0) }
      let sights = new.compactMap { process in sight(of: process).map { (process, $0) } }
      for (process, sight) in sights { processes.appeared(Int(process), sight, at: now, before: lastScanNanoseconds) }
      for (process, sight) in sights { saw(process, sight, at: now) }
      lastScanNanoseconds = now
    }

    /// - Returns: `false` where this is a thread, or gone.
    private mutating func watch(_ process: ProcessID) -> Bool {
      do throws(Errno) {
        let descriptor = try ProcessDescriptor.open(process)
        if descriptor.rawValue <= highestDescriptor {
          descriptors.append(descriptor)
          watched.append(process)
          looks[process] = 0
          return true
        }
        try? descriptor.close()
      } catch {
        if [.noSuchProcess, .invalidArgument, .noSuchFileOrDirectory].contains(error) { return false }
      }
      // No descriptors are left, or the system is too old for them, and nobody tells what is a thread.
      scan.distrustNumbers()
      guard ProcessFile.isProcess(process) else { return false }
      unwatched.insert(process)
      looks[process] = 0
      return true
    }

    private mutating func endThose(_ polled: DescriptorPoll, from first: Int, at now: Int) {
      for index in watched.indices.reversed() {
        let process = watched[index]
        guard polled.isReady(first + index) else {
          processes.isThere(Int(process), at: now)
          continue
        }
        try? descriptors[index].close()
        watched.remove(at: index)
        descriptors.remove(at: index)
        end(process, at: now)
      }
    }

    /// What it used in the end is still told, as long as nobody has waited for it.
    private mutating func end(_ process: ProcessID, at now: Int) {
      looks[process] = nil
      let last = ProcessStatus(process).map { sight($0, of: process, peakBytes: nil) }
      let isSame = last?.started.overlaps(processes.started(Int(process)) ?? 0...0) == true
      tell(processes.ended(Int(process), last: isSame ? last : nil, at: now))
    }

    private mutating func lookAgain(_ process: ProcessID, at now: Int) {
      let look = looks[process, default: 0] + 1
      looks[process] = look
      // The first, the second, the fourth: each as late as what was seen so far is long.
      guard look & (look - 1) == 0 || look % Self.looksBetweenCloseOnes == 0 || unwatched.contains(process) else {
        if processes.compiles(Int(process)) {
          processes.isThere(
            Int(process), processorMicroseconds: ProcessTable.processorMicroseconds(of: process), at: now)
        }
        return
      }
      if let sight = sight(of: process), sight.started.overlaps(processes.started(Int(process)) ?? 0...0) {
        saw(process, sight, at: now)
      } else if unwatched.remove(process) != nil {
        end(process, at: now)
      }
    }

    private mutating func saw(_ process: ProcessID, _ sight: ProcessSight, at now: Int) {
      tell(
        processes.saw(Int(process), sight, at: now) {
          ObservedProgram(commandLine: ProcessFile.bytes("/proc/\(process)/cmdline") ?? []) { path in
            SmallFile.contents(path.hasPrefix("/") ? path : "/proc/\(process)/cwd/\(path)")
          }
        })
    }

    private func tell(_ event: CompilerEvent?) {
      if let event { log.append(event) }
    }
  }

  extension BuildObserver {
    /// - Returns: `nil` for who has ended.
    private func sight(of process: ProcessID) -> ProcessSight? {
      guard let status = ProcessStatus(process), status.isRunning else { return nil }
      return sight(status, of: process, peakBytes: processes.compiles(Int(process)) ? peakBytes(process) : nil)
    }

    private func sight(_ status: ProcessStatus, of process: ProcessID, peakBytes: Int?) -> ProcessSight {
      let ticks = ProcessorTime(status.processorMicroseconds)
      let microseconds = ProcessTable.processorMicroseconds(of: process)
      return ProcessSight(
        parentProcessID: Int(status.parent), started: status.startedNanoseconds, image: status.image,
        processorTime: microseconds.map(ticks.scaled) ?? ticks,
        childrenProcessorTime: ProcessorTime(status.childrenProcessorMicroseconds), peakBytes: peakBytes)
    }

    private func peakBytes(_ process: ProcessID) -> Int? {
      ProcessFile.statusNumber("VmHWM", of: process).map { $0 * 1024 }
    }
  }

  extension ProcessorTime {
    fileprivate init(_ microseconds: (user: Int, system: Int)) {
      self.init(userMicroseconds: microseconds.user, systemMicroseconds: microseconds.system)
    }
  }
#else
  /// Absent: nothing here tells another process's words and times as `/proc` does.
  struct BuildObserver {
    var descriptors: DescriptorPoll { DescriptorPoll() }
    var nextLookNanoseconds: Int { .max }

    init(trace: String) throws(RecorderError) { throw .cannotObserve }
    mutating func begin(session: ProcessID) {}
    mutating func look(_ polled: DescriptorPoll, from first: Int) {}
    mutating func finish(at now: Int) {}
    mutating func finishSurvivors() {}
  }
#endif
