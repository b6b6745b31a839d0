/// The processes of a build that somebody looks at now and then, and the events that these looks add up to.
///
/// An event starts and ends rather late than early: at most its resolution after the process really did.
package struct ObservedProcesses: Sendable {
  private var processes: [Int: ObservedProcess] = [:]

  package init() {}

  /// Unordered.
  package var processIDs: some Collection<Int> { processes.keys }

  package func contains(_ processID: Int) -> Bool { processes[processID] != nil }

  /// When the system says that the process was started; with its number, this makes it one that no other is.
  package func started(_ processID: Int) -> ClosedRange<Int>? { processes[processID]?.sight.started }

  package func compiles(_ processID: Int) -> Bool {
    if case .compiler? = processes[processID]?.program { true } else { false }
  }

  /// A process was there that was not there at the look before. What it runs, `saw` finds out; those above it should
  /// have appeared by then.
  ///
  /// - Parameters:
  ///   - now: when it was seen, in nanoseconds.
  ///   - before: when the look before was, `Int.min` if there was none.
  package mutating func appeared(_ processID: Int, _ sight: ProcessSight, at now: Int, before: Int) {
    let first = min(max(sight.started.lowerBound, before), now)
    let last = max(first, min(sight.started.upperBound, now))
    processes[processID] = ObservedProcess(sight: sight, began: first...last, seenNanoseconds: now)
  }

  /// The process was looked at.
  ///
  /// - Parameter program: reads what it runs; called only where that is not known yet, or may be something else now.
  /// - Returns: the event of the program that it ran before, if it runs another now.
  package mutating func saw(
    _ processID: Int, _ sight: ProcessSight, at now: Int, program read: () -> ObservedProgram
  ) -> CompilerEvent? {
    guard var process = processes[processID] else { return nil }
    defer { processes[processID] = process }
    let before = process
    process.update(sight, at: now)
    // A fork is its parent, until it becomes what it was forked for.
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

  /// The process was still there.
  ///
  /// - Parameter processorMicroseconds: what it alone had used by then; `nil` where nobody asked.
  package mutating func isThere(_ processID: Int, processorMicroseconds: Int? = nil, at now: Int) {
    processes[processID]?.seenNanoseconds = now
    guard let sum = processorMicroseconds, let time = processes[processID]?.sight.processorTime else { return }
    if sum > time.microseconds { processes[processID]?.sight.processorTime = time.scaled(toMicroseconds: sum) }
  }

  /// The process was there no more.
  ///
  /// - Parameters:
  ///   - last: what the system still told of its processor time.
  ///   - now: when that was seen, in nanoseconds.
  /// - Returns: its event, if it ran what makes one.
  package mutating func ended(_ processID: Int, last: ProcessSight? = nil, at now: Int) -> CompilerEvent? {
    guard var process = processes.removeValue(forKey: processID) else { return nil }
    if let last {
      process.sight.processorTime = last.processorTime
      process.sight.childrenProcessorTime = last.childrenProcessorTime
    }
    let parent = process.parentProcessID
    processes[parent]?.usedByChildren.add(process.used)
    // Its number may soon be another's, which is not the parent of these.
    for (child, orphan) in processes where orphan.parentProcessID == processID {
      processes[child]?.parentProcessID = parent
    }
    return process.event(processID, ending: now)
  }

  private func nearestEvent(above process: ObservedProcess) -> Int? {
    var above = process.parentProcessID
    // Bounded, should numbers that were given again make a ring.
    for _ in processes {
      guard let parent = processes[above] else { return nil }
      if case .compiler = parent.program { return above }
      above = parent.parentProcessID
    }
    return nil
  }
}
