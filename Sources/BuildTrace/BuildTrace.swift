/// What was seen of one build: its processes, and what the system charged for all of it.
package struct BuildTrace: Equatable, Sendable {
  /// What is known before the first process starts.
  package struct Header: Equatable, Sendable {
    /// A word that no other build has.
    package let build: String

    /// Before the build was started, in nanoseconds of the machine's monotonic clock.
    package let startNanoseconds: Int

    /// How many logical processors the build could use.
    package let cores: Int

    /// The compiler's version, as in `6.3.1`; `nil` where it was not asked.
    package let toolchain: String?

    /// What `swift build` was told besides where the package is and where to build.
    package let arguments: [String]

    package init(build: String, startNanoseconds: Int, cores: Int, toolchain: String?, arguments: [String]) {
      self.build = build
      self.startNanoseconds = startNanoseconds
      self.cores = cores
      self.toolchain = toolchain
      self.arguments = arguments
    }
  }

  /// What was wrong with the file; the events are what could be read all the same.
  package enum Flaw: Hashable, Sendable {
    /// The last line ends in its middle, and was left out.
    case cut
    /// So many lines in between could not be read, and were left out: two writers at once, or no space left.
    case damaged(lines: Int)
    /// So many events end before they start, or start before the build did, and were left out.
    case clockWentBack(events: Int)
    /// Another build wrote into the file before this one had ended, so that events may be the other's.
    case overlapping
  }

  package let header: Header

  /// By start, then end, then process.
  package let events: [CompilerEvent]

  /// The whole build; `nil` where it did not get to its end.
  package let supervised: SupervisedBuild?

  /// At most one of each kind, in the order of `Flaw`'s cases.
  package let flaws: [Flaw]

  /// - Parameter events: in any order.
  package init(header: Header, events: [CompilerEvent], supervised: SupervisedBuild?, flaws: [Flaw] = []) {
    self.header = header
    self.events = events.sorted { $0.order < $1.order }
    self.supervised = supervised
    self.flaws = flaws
  }

  /// Whether the build succeeded and all that was written of it could be read.
  package var isComplete: Bool {
    supervised?.stopped == nil && supervised?.termination == .exited(code: 0) && flaws.isEmpty
  }
}

extension CompilerEvent {
  fileprivate var order: (Int, Int, Int) { (startNanoseconds, endNanoseconds, processID) }
}
