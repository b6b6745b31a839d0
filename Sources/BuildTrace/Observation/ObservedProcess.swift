/// What is known of a process that was looked at now and then.
struct ObservedProcess: Sendable {
  /// The last one.
  var sight: ProcessSight
  /// Who started it, or who started that one if it has ended.
  var parentProcessID: Int
  var program = ObservedProgram.notKnown
  /// That of the program; `nil` while that is not known.
  var image: Int?
  /// When it became this program: between these.
  var began: ClosedRange<Int>
  /// The event that this one descends from.
  var parentEvent: Int?
  /// The last time that it was there.
  var seenNanoseconds: Int
  var isFirstLook = true
  /// What its children used that were seen, and have ended.
  var usedByChildren = ProcessorTime.none
  /// What it had used before it became this program.
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

  /// It became another program since the last look.
  mutating func begin(after before: ObservedProcess, at now: Int) {
    let first = min(max(before.began.lowerBound, before.seenNanoseconds), now)
    began = first...now
    usedBefore = before.used
    // That of the program before.
    sight.peakBytes = nil
  }

  /// With its children: those that were seen, or all that it waited for, short ones too.
  var used: ProcessorTime {
    let waited = sight.childrenProcessorTime
    var sum = sight.processorTime
    sum.add(waited.microseconds > usedByChildren.microseconds ? waited : usedByChildren)
    return sum
  }

  /// - Returns: `nil` for what is no compiler.
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
