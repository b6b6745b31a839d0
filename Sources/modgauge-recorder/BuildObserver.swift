import BuildTrace
import Platform

#if os(Linux) || os(Android)

  /// Samples the processes of a build from outside, and appends an event to the trace for each compiler that has ended.
  ///
  /// It is part of the supervisor, which owns the session, waits for the build anyway, and lives as long as it.
  struct BuildObserver {
    /// The interval between samples. A process that is shorter may be missed. The times of others are more precise: the
    /// system reports when a process was started, and notifies when it ends.
    private static let intervalNanoseconds = 20_000_000
    /// After the first samples of a process, its files in `/proc` are read only in every eighth sample.
    private static let looksBetweenCloseOnes = 8

    private let log: TraceLog
    private var scan = SessionScan()
    private var processes = ObservedProcesses()
    /// Descriptors (`pidfd`) that become readable when a process ends, for `poll`.
    private(set) var descriptors = DescriptorPoll()
    private var watched: [ProcessID] = []
    /// The highest descriptor to use here; higher numbers are left for files that are read and written.
    private let highestDescriptor: Int32
    /// Processes without a `pidfd`.
    private var unwatched: Set<ProcessID> = []
    /// The number of samples of each process.
    private var looks: [ProcessID: Int] = [:]
    private var lastScanNanoseconds = Int.min
    private(set) var nextLookNanoseconds = 0

    /// Creates an observer. Call it before the build is started.
    init(trace: String) throws(RecorderError) {
      log = TraceLog(path: trace)
      highestDescriptor = Int32(clamping: CurrentProcess.mostOpenFiles) - Self.sparedDescriptors
    }

    private static let sparedDescriptors: Int32 = 8

    mutating func begin(session: ProcessID) {
      scan.begin(session: session)
    }

    /// Takes a sample, if it is due.
    ///
    /// - Parameters:
    ///   - polled: descriptors that were waited for, `descriptors` among them.
    ///   - first: the index in `polled` at which `descriptors` begin.
    mutating func look(_ polled: DescriptorPoll, from first: Int) {
      let now = MonotonicClock.nowNanoseconds
      endThose(polled, from: first, at: now)
      guard now >= nextLookNanoseconds else { return }
      nextLookNanoseconds = now + Self.intervalNanoseconds
      for process in watched { lookAgain(process, at: now) }
      for process in unwatched { lookAgain(process, at: now) }
      discover(at: now)
    }

    /// Writes the events of the processes that have ended since the last sample.
    ///
    /// - Parameter now: when the build ended.
    mutating func finish(at now: Int) {
      if (try? descriptors.wait(milliseconds: 0)) == true { endThose(descriptors, from: 0, at: now) }
    }

    /// Writes the events of the processes that outlived the build and were then ended by the supervisor.
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

    /// Starts to watch a process.
    /// - Returns: `false` if it is a thread, or has ended.
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
      // No descriptors are left, or the system does not support `pidfd`: threads must be recognized in another way.
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

    /// Writes the event of a process that has ended. Its final CPU time can be read until its parent waits for it.
    private mutating func end(_ process: ProcessID, at now: Int) {
      looks[process] = nil
      let last = ProcessStatus(process).map { sight($0, of: process, peakBytes: nil) }
      let isSame = last?.started.overlaps(processes.started(Int(process)) ?? 0...0) == true
      tell(processes.ended(Int(process), last: isSame ? last : nil, at: now))
    }

    private mutating func lookAgain(_ process: ProcessID, at now: Int) {
      let look = looks[process, default: 0] + 1
      looks[process] = look
      // Samples 1, 2 and 4, then every eighth: the error in time stays proportional to the age of the process.
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
    /// - Returns: `nil` if the process has ended.
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
  /// Unavailable: only Linux provides the command lines and CPU times of other processes (`/proc`).
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
