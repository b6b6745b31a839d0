package import ModuleGraph

/// The cost of one module in one recorded build.
package struct ModuleSample: Sendable, Hashable, Codable {
  /// The name that the compiler uses.
  package var module: String
  /// The module in the run's graph; `nil` if it is not there.
  package var id: ModuleID?
  /// Whether it was built to run during the build, as macros and the modules of plugins are.
  package var isTool: Bool
  /// Wall time during which at least one of its processes ran.
  package var seconds: Double
  /// User and system time of its processes.
  package var cpuSeconds: Double
  /// `nil` if not all of its files were compiled, or its lines are not known.
  package var cpuSecondsPerThousandLines: Double?
  /// The peak memory of its largest single process.
  package var peakBytes: Int?

  package init(
    module: String, id: ModuleID? = nil, isTool: Bool = false, seconds: Double, cpuSeconds: Double,
    cpuSecondsPerThousandLines: Double? = nil, peakBytes: Int? = nil
  ) {
    self.module = module
    self.id = id
    self.isTool = isTool
    self.seconds = seconds
    self.cpuSeconds = cpuSeconds
    self.cpuSecondsPerThousandLines = cpuSecondsPerThousandLines
    self.peakBytes = peakBytes
  }
}

extension Timeline {
  /// Wall time during which a linker ran, except for manifests and modules that run during the build; `nil` if none
  /// did.
  package var linkSeconds: Double? {
    let start = phases.first { $0.kind == .compile }?.span.startNanoseconds ?? 0
    let links = jobs.filter { $0.kind == .link && $0.module?.isTool != true && $0.span.startNanoseconds >= start }
    return links.isEmpty ? nil : Double(links.map(\.span).sorted().coveredNanoseconds) / 1e9
  }

  /// The figures of each module that a run stores, sorted by module.
  package var moduleSamples: [ModuleSample] {
    modules.sorted { $0.module < $1.module }.map { timing in
      ModuleSample(
        module: timing.module.name, id: timing.id, isTool: timing.module.isTool,
        seconds: (Double(timing.wallNanoseconds) / 1e3).rounded() / 1e6,
        cpuSeconds: Double(timing.cpuMicroseconds) / 1e6,
        cpuSecondsPerThousandLines: timing.cpuSecondsPerThousandLines.map { ($0 * 1e6).rounded() / 1e6 },
        peakBytes: timing.peakBytes)
    }
  }
}
