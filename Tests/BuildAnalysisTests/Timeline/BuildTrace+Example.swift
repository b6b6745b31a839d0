import BuildTrace

/// A process of a made-up build; times in milliseconds.
struct Process {
  var id: Int
  var parent: Int?
  var kind: Job.Kind
  var module: String?
  var start: Int
  var end: Int
  var cpu: Int?
  var isTool = false
  var files: [String] = []
  var output: String?
  var exitCode = 0
  var source = CompilerEvent.Source.recorder
}

extension BuildTrace {
  /// Where the made-up clock stands when a build starts.
  static let zero = 7_000_000_000

  /// - Parameters:
  ///   - end: the build's end in milliseconds; `nil` for one that did not get there.
  ///   - cpu: of the whole build, in milliseconds.
  init(
    cores: Int = 2, end: Int?, cpu: Int = 0, exitCode: Int = 0, stopped: SupervisedBuild.StopReason? = nil,
    arguments: [String] = [], flaws: [Flaw] = [], _ processes: [Process]
  ) {
    self.init(
      header: Header(
        build: "b", startNanoseconds: Self.zero, cores: cores, toolchain: nil, arguments: arguments),
      events: processes.map(\.event),
      supervised: end.map {
        SupervisedBuild(
          startNanoseconds: Self.zero, endNanoseconds: Self.zero + $0 * 1_000_000, userMicroseconds: cpu * 1000,
          systemMicroseconds: 0, peakBytes: 1, termination: .exited(code: exitCode), stopped: stopped, survivors: 0)
      }, flaws: flaws)
  }
}

extension Process {
  fileprivate var event: CompilerEvent {
    CompilerEvent(
      source: source, processID: id, parentProcessID: parent, startNanoseconds: BuildTrace.zero + start * 1_000_000,
      endNanoseconds: BuildTrace.zero + end * 1_000_000, userMicroseconds: (cpu ?? end - start) * 1000,
      systemMicroseconds: 0, peakBytes: id << 20, termination: .exited(code: exitCode), program: "swift-frontend",
      job: Job(kind: kind, module: module, isTool: isTool, files: files, output: output))
  }
}
