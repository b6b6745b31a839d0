/// The trace of one build: its processes and its totals.
package struct BuildTrace: Equatable, Sendable {
  /// The properties of a build that are known before its first process starts.
  package struct Header: Equatable, Sendable {
    /// Identifies the build; no other build has the same value.
    package let build: String

    /// When the build was about to be started, in nanoseconds of the machine's monotonic clock.
    package let startNanoseconds: Int

    /// How many logical processors the build could use.
    package let cores: Int

    /// How many jobs the builder runs at once unless its arguments state a number: `swift build` runs one for each
    /// online processor, even if it may use fewer processors.
    package let jobs: Int

    /// The compiler's version, as in `6.3.1`; `nil` if it is not known.
    package let toolchain: String?

    /// The arguments of `swift build`, without those for the package and the scratch folder.
    package let arguments: [String]

    /// Whether stand-ins close what a driver's children inherit besides the standard streams. Otherwise a child that
    /// starts at the same moment as another one may keep its output open, so that the driver notices the end of either
    /// only when both have ended.
    package let closesInherited: Bool

    /// What is known of a build that was not recorded while it ran, but read from a log; `nil` for any other.
    package let logged: LoggedBuild?

    /// - Parameter jobs: `nil` for one job for each core.
    package init(
      build: String, startNanoseconds: Int, cores: Int, jobs: Int? = nil, toolchain: String?, arguments: [String],
      closesInherited: Bool = false, logged: LoggedBuild? = nil
    ) {
      self.build = build
      self.startNanoseconds = startNanoseconds
      self.cores = cores
      self.jobs = jobs ?? cores
      self.toolchain = toolchain
      self.arguments = arguments
      self.closesInherited = closesInherited
      self.logged = logged
    }

    /// Whether the build was made by SwiftPM's newer build system, as its arguments state.
    package var usesSwiftBuild: Bool {
      arguments.contains("--build-system=swiftbuild")
        || zip(arguments, arguments.dropFirst()).contains { $0 == "--build-system" && $1 == "swiftbuild" }
    }
  }

  /// A defect of the trace file. Its other events could still be read.
  package enum Flaw: Hashable, Sendable {
    /// The last line is truncated and was left out.
    case cut
    /// This many other lines could not be read and were left out: two processes wrote at once, or the disk was full.
    case damaged(lines: Int)
    /// This many events end before they start, or start before the build did, and were left out.
    case clockWentBack(events: Int)
    /// Another build appended to the file before this one had ended, so events may belong to the other build.
    case overlapping
  }

  package let header: Header

  /// Ordered by start, then end, then process number.
  package let events: [CompilerEvent]

  /// The totals of the whole build; `nil` if it did not reach its end.
  package let supervised: SupervisedBuild?

  /// At most one of each kind, in the order of `Flaw`'s cases.
  package let flaws: [Flaw]

  /// - Parameter events: in any order.
  package init(header: Header, events: [CompilerEvent], supervised: SupervisedBuild?, flaws: [Flaw] = []) {
    self.header = header
    // Events are large, and most are in order already.
    let keys = events.map(\.order)
    self.events = keys.indices.sorted { keys[$0] < keys[$1] }.map { events[$0] }
    self.supervised = supervised
    self.flaws = flaws
  }

  /// Whether the build succeeded and the whole trace could be read.
  package var isComplete: Bool {
    supervised?.stopped == nil && supervised?.termination == .exited(code: 0) && flaws.isEmpty
  }
}

extension CompilerEvent {
  fileprivate var order: (Int, Int, Int) { (startNanoseconds, endNanoseconds, processID) }
}
