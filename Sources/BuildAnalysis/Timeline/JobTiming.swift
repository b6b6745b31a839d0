package import BuildTrace

/// One process of a build, as a bar on the time line.
package struct JobTiming: Equatable, Sendable {
  /// `nil` for what belongs to no module: asking a compiler for its version, linking several modules.
  package let module: BuiltModule?
  package let kind: Job.Kind
  package let span: Span
  /// The largest parts of `span` in which none of the processes that it started ran. A driver works while it plans and
  /// waits while its compilers run; a process that starts none works all the time. A server of macros never does: it
  /// answers its compiler, which counts already.
  package let working: [Span]
  /// User and system time of this process alone: what the system charged, less what it charged for the recorded
  /// processes below it.
  package let cpuMicroseconds: Int
  /// Of the largest single process at or below this one.
  package let peakBytes: Int?
  /// Without folders, in the order of the arguments; may be cut.
  package let files: [String]
  package let fileCount: Int
  /// The name of what was written, where that is one file.
  package let output: String?
  /// The place in `Timeline.jobs` of the process that started this one, if it was recorded.
  package let driver: Int?
  /// `false` where it failed or was killed, `nil` where that was not seen.
  package let succeeded: Bool?

  package init(
    module: BuiltModule?, kind: Job.Kind, span: Span, working: [Span], cpuMicroseconds: Int, peakBytes: Int? = nil,
    files: [String] = [], fileCount: Int = 0, output: String? = nil, driver: Int? = nil, succeeded: Bool? = nil
  ) {
    self.module = module
    self.kind = kind
    self.span = span
    self.working = working
    self.cpuMicroseconds = cpuMicroseconds
    self.peakBytes = peakBytes
    self.files = files
    self.fileCount = fileCount
    self.output = output
    self.driver = driver
    self.succeeded = succeeded
  }
}
