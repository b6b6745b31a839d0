/// The state of a process that is sampled.
struct ObservedProcess: Sendable {
  /// The last sample.
  var sight: ProcessSight
  /// The parent, or if that has ended, the nearest ancestor that still runs.
  var parentProcessID: Int
  var program = ObservedProgram.notKnown
  /// Identifies the program that it runs; `nil` while that is not known.
  var image: Int?
  /// When the process started this program: between these bounds.
  var began: ClosedRange<Int>
  /// The process number of the nearest ancestor for which an event is recorded.
  var parentEvent: Int?
  /// When the process was last seen running.
  var seenNanoseconds: Int
  var isFirstLook = true
  /// CPU time of its children that were sampled and have ended.
  var usedByChildren = ProcessorTime.none
  /// CPU time before it became this program.
  private var usedBefore = ProcessorTime.none

  init(sight: ProcessSight, began: ClosedRange<Int>, seenNanoseconds: Int) {
    self.sight = sight
    parentProcessID = sight.parentProcessID
    self.began = began
    self.seenNanoseconds = seenNanoseconds
  }

  mutating func update(_ sight: ProcessSight, at now: Int) {
    let peakBytes = self.sight.peakBytes
    self.sight = sight
    self.sight.peakBytes = sight.peakBytes ?? peakBytes
    seenNanoseconds = now
    isFirstLook = false
  }

  /// Records that the process has become another program since the last sample.
  mutating func begin(after before: ObservedProcess, at now: Int) {
    let first = min(max(before.began.lowerBound, before.seenNanoseconds), now)
    began = first...now
    usedBefore = before.used
    // The peak is that of the previous program.
    sight.peakBytes = nil
  }

  /// CPU time including that of its children: the children that were sampled, or all that it waited for, whichever is
  /// more.
  var used: ProcessorTime {
    let waited = sight.childrenProcessorTime
    var sum = sight.processorTime
    sum.add(waited.microseconds > usedByChildren.microseconds ? waited : usedByChildren)
    return sum
  }

  /// The event of the process; `nil` if it is not a compiler.
  func event(_ processID: Int, ending now: Int) -> CompilerEvent? {
    guard case .compiler(let name, let job) = program else { return nil }
    let end = max(now, began.upperBound)
    let time = used.subtracting(usedBefore)
    return CompilerEvent(
      source: .observer(
        resolutionNanoseconds: max(began.upperBound - began.lowerBound, end - seenNanoseconds)),
      processID: processID, parentProcessID: parentEvent, startNanoseconds: began.upperBound, endNanoseconds: end,
      userMicroseconds: time.userMicroseconds, systemMicroseconds: time.systemMicroseconds,
      peakBytes: sight.peakBytes, termination: nil, program: name, job: job)
  }
}
