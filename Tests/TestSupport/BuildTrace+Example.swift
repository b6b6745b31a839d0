package import BuildTrace

/// A process of a made-up build; times in milliseconds.
package struct TracedProcess {
  package var id: Int
  package var parent: Int?
  package var kind: Job.Kind
  package var module: String?
  package var start: Int
  package var end: Int
  package var cpu: Int?
  package var isTool = false
  package var files: [String] = []
  package var output: String?
  package var exitCode = 0
  package var source = CompilerEvent.Source.recorder

  package init(
    id: Int, parent: Int? = nil, kind: Job.Kind, module: String? = nil, start: Int, end: Int, cpu: Int? = nil,
    isTool: Bool = false, files: [String] = [], output: String? = nil, exitCode: Int = 0,
    source: CompilerEvent.Source = .recorder
  ) {
    (self.id, self.parent, self.kind, self.module) = (id, parent, kind, module)
    (self.start, self.end, self.cpu, self.isTool) = (start, end, cpu, isTool)
    (self.files, self.output, self.exitCode, self.source) = (files, output, exitCode, source)
  }
}

extension BuildTrace {
  /// Where the made-up clock stands when a build starts.
  package static let zero = 7_000_000_000

  /// - Parameters:
  ///   - end: the build's end in milliseconds; `nil` for one that did not get there.
  ///   - cpu: of the whole build, in milliseconds.
  package init(
    cores: Int = 2, end: Int?, cpu: Int = 0, exitCode: Int = 0, stopped: SupervisedBuild.StopReason? = nil,
    arguments: [String] = [], flaws: [Flaw] = [], _ processes: [TracedProcess]
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

extension TracedProcess {
  fileprivate var event: CompilerEvent {
    CompilerEvent(
      source: source, processID: id, parentProcessID: parent, startNanoseconds: BuildTrace.zero + start * 1_000_000,
      endNanoseconds: BuildTrace.zero + end * 1_000_000, userMicroseconds: (cpu ?? end - start) * 1000,
      systemMicroseconds: 0, peakBytes: id << 20, termination: .exited(code: exitCode), program: "swift-frontend",
      job: Job(kind: kind, module: module, isTool: isTool, files: files, output: output))
  }
}
