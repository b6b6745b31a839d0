package import BuildTrace

/// One process of a build: a bar in a timeline.
package struct JobTiming: Equatable, Sendable {
  /// `nil` for a process without a module, such as asking a compiler for its version, or linking several modules.
  package let module: BuiltModule?
  package let kind: Job.Kind
  package let span: Span
  /// The maximal parts of `span` during which none of its child processes ran. A driver works while it plans, and waits
  /// while its compilers run; a process without children works all the time. A macro plugin server never counts as
  /// working, since it works on behalf of a compiler that already counts.
  package let working: [Span]
  /// User and system time of this process alone: its total minus that of its recorded child processes.
  package let cpuMicroseconds: Int
  /// The peak memory of the largest single process among this one and its descendants.
  package let peakBytes: Int?
  /// File names without folders, in the order of the arguments; may be truncated.
  package let files: [String]
  package let fileCount: Int
  /// The number of objects that it wrote; `nil` if unknown.
  package let writtenObjects: Int?
  /// The name of the output if it is a single file.
  package let output: String?
  /// The index in `Timeline.jobs` of the process that started this one; `nil` if that was not recorded.
  package let driver: Int?
  /// `false` if it failed or was killed; `nil` if unknown.
  package let succeeded: Bool?
  /// The kind of a step of a log, such as `CompileC`; empty for a process that was recorded.
  package let step: String

  package init(
    module: BuiltModule?, kind: Job.Kind, span: Span, working: [Span], cpuMicroseconds: Int, peakBytes: Int? = nil,
    files: [String] = [], fileCount: Int = 0, writtenObjects: Int? = nil, output: String? = nil, driver: Int? = nil,
    succeeded: Bool? = nil, step: String = ""
  ) {
    self.module = module
    self.kind = kind
    self.span = span
    self.working = working
    self.cpuMicroseconds = cpuMicroseconds
    self.peakBytes = peakBytes
    self.files = files
    self.fileCount = fileCount
    self.writtenObjects = writtenObjects
    self.output = output
    self.driver = driver
    self.succeeded = succeeded
    self.step = step
  }
}

extension JobTiming {
  /// The same process in a changed build.
  package func replacing(
    module: BuiltModule? = nil, cpuMicroseconds: Int? = nil, files: [String]? = nil, driver: Int?? = nil
  ) -> JobTiming {
    JobTiming(
      module: module ?? self.module, kind: kind, span: span, working: working,
      cpuMicroseconds: cpuMicroseconds ?? self.cpuMicroseconds, peakBytes: peakBytes, files: files ?? self.files,
      fileCount: files?.count ?? fileCount, writtenObjects: writtenObjects, output: output,
      driver: driver ?? self.driver,
      succeeded: succeeded, step: step)
  }
}
