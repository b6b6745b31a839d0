/// The processes of a build that are sampled, and the events derived from the samples.
///
/// The start and the end of an event are late by at most its resolution, and never early.
package struct ObservedProcesses: Sendable {
  private var processes: [Int: ObservedProcess] = [:]

  package init() {}

  /// Unordered.
  package var processIDs: some Collection<Int> { processes.keys }

  package func contains(_ processID: Int) -> Bool { processes[processID] != nil }

  /// When the process was started; together with its number, this identifies a process.
  package func started(_ processID: Int) -> ClosedRange<Int>? { processes[processID]?.sight.started }

  /// Whether the process runs a compiler, a driver or a linker, so that an event is recorded for it.
  package func compiles(_ processID: Int) -> Bool {
    if case .compiler? = processes[processID]?.program { true } else { false }
  }

  /// Adds a process that the previous sample did not contain. After its ancestors have been added as well, call `saw`
  /// to determine its program.
  ///
  /// - Parameters:
  ///   - now: the time of the sample, in nanoseconds.
  ///   - before: the time of the previous sample; `Int.min` if there was none.
  package mutating func appeared(_ processID: Int, _ sight: ProcessSight, at now: Int, before: Int) {
    let first = min(max(sight.started.lowerBound, before), now)
    let last = max(first, min(sight.started.upperBound, now))
    processes[processID] = ObservedProcess(sight: sight, began: first...last, seenNanoseconds: now)
  }

  /// Records a full sample of a process.
  ///
  /// - Parameter program: reads the program that the process runs; called only if that is unknown or may have changed.
  /// - Returns: if the process runs another program now, the event of the previous one.
  package mutating func saw(
    _ processID: Int, _ sight: ProcessSight, at now: Int, program read: () -> ObservedProgram
  ) -> CompilerEvent? {
    guard var process = processes[processID] else { return nil }
    defer { processes[processID] = process }
    let before = process
    process.update(sight, at: now)
    // A forked process shows its parent's program until it calls `exec`.
    if process.image == sight.image || processes[process.parentProcessID]?.image == sight.image { return nil }
    let program = read()
    guard program != .notKnown else { return nil }
    process.image = sight.image
    guard program != before.program else { return nil }
    process.program = program
    process.parentEvent = nearestEvent(above: process)
    guard !before.isFirstLook else { return nil }
    process.begin(after: before, at: now)
    return before.event(processID, ending: now)
  }

  /// Records that the process still runs.
  ///
  /// - Parameter processorMicroseconds: its own CPU time so far; `nil` if it was not read.
  package mutating func isThere(_ processID: Int, processorMicroseconds: Int? = nil, at now: Int) {
    processes[processID]?.seenNanoseconds = now
    guard let sum = processorMicroseconds, let time = processes[processID]?.sight.processorTime else { return }
    if sum > time.microseconds { processes[processID]?.sight.processorTime = time.scaled(toMicroseconds: sum) }
  }

  /// Removes a process that has ended.
  ///
  /// - Parameters:
  ///   - last: its final CPU time, if the system still reported it.
  ///   - now: when its end was noticed, in nanoseconds.
  /// - Returns: the event of the process; `nil` if it was not a compiler.
  package mutating func ended(_ processID: Int, last: ProcessSight? = nil, at now: Int) -> CompilerEvent? {
    guard var process = processes.removeValue(forKey: processID) else { return nil }
    if let last {
      process.sight.processorTime = last.processorTime
      process.sight.childrenProcessorTime = last.childrenProcessorTime
    }
    let parent = process.parentProcessID
    processes[parent]?.usedByChildren.add(process.used)
    // The number may be reused by a process that is not the parent of these children.
    for (child, orphan) in processes where orphan.parentProcessID == processID {
      processes[child]?.parentProcessID = parent
    }
    return process.event(processID, ending: now)
  }

  private func nearestEvent(above process: ObservedProcess) -> Int? {
    var above = process.parentProcessID
    // Bounded, in case reused numbers form a cycle.
    for _ in processes {
      guard let parent = processes[above] else { return nil }
      if case .compiler = parent.program { return above }
      above = parent.parentProcessID
    }
    return nil
  }
}
