package import BuildTrace

/// One process of a build: a bar in a timeline.
package struct JobTiming: Equatable, Sendable {
  /// `nil` for a process without a module, such as asking a compiler for its version, or linking several modules.
  package var module: BuiltModule?
  package let kind: Job.Kind
  package let span: Span
  /// The maximal parts of `span` during which none of its child processes ran. A driver works while it plans, and waits
  /// while its compilers run; a process without children works all the time. A macro plugin server never counts as
  /// working, since it works on behalf of a compiler that already counts.
  package let working: [Span]
  /// User and system time of this process alone: its total minus that of its recorded child processes.
  package var cpuMicroseconds: Int
  /// The peak memory of the largest single process among this one and its descendants.
  package internal(set) var peakBytes: Int?
  /// File names without folders, in the order of the arguments; may be truncated.
  package var files: [String] = []
  package var fileCount = 0
  /// The number of objects that it wrote; `nil` if unknown.
  package internal(set) var writtenObjects: Int?
  /// The name of the output if it is a single file.
  package internal(set) var output: String?
  /// The index in `Timeline.jobs` of the process that started this one; `nil` if that was not recorded.
  package var driver: Int?
  /// `false` if it failed or was killed; `nil` if unknown.
  package internal(set) var succeeded: Bool?
  /// The kind of a step of a log, such as `CompileC`; empty for a process that was recorded.
  package internal(set) var step = ""
}

extension JobTiming {
  /// The planning of a module in a changed build.
  package init(planning module: BuiltModule, span: Span) {
    self.init(module: module, kind: .plan, span: span, working: [], cpuMicroseconds: 0)
  }
}
