package import ModuleGraph

/// The cost of one module in one recorded build.
package struct ModuleSample: Sendable, Hashable, Codable {
  /// The name that the compiler uses.
  package var module: String
  /// The module's id in the run's graph; `nil` if it is not there.
  package var id: ModuleID?
  /// Whether it was built as a tool that runs during the build, like macros and the modules of plugins.
  package var isTool = false
  /// Wall time during which at least one of its processes ran.
  package var seconds: Double
  /// User and system time of its processes.
  package var cpuSeconds: Double
  /// `nil` if only some of its files were compiled, or if its lines are unknown.
  package var cpuSecondsPerThousandLines: Double?
  /// The peak memory of its largest single process.
  package var peakBytes: Int?
  /// When at least one of its processes ran, to the millisecond: disjoint, sorted. `nil` in runs of older versions.
  package var spans: [Span]?

  package var builtModule: BuiltModule { BuiltModule(name: module, isTool: isTool) }

  package init(
    module: String, id: ModuleID? = nil, isTool: Bool = false, seconds: Double, cpuSeconds: Double,
    cpuSecondsPerThousandLines: Double? = nil, peakBytes: Int? = nil, spans: [Span]? = nil
  ) {
    (self.module, self.id, self.isTool) = (module, id, isTool)
    (self.seconds, self.cpuSeconds) = (seconds, cpuSeconds)
    self.cpuSecondsPerThousandLines = cpuSecondsPerThousandLines
    (self.peakBytes, self.spans) = (peakBytes, spans)
  }
}

extension Timeline {
  /// The wall time during which a linker ran, except for manifests and tools of the build; `nil` if none ran.
  package var linkSeconds: Double? {
    let start = phases.first { $0.kind == .compile }?.span.startNanoseconds ?? 0
    let links = jobs.filter { $0.kind == .link && $0.module?.isTool != true && $0.span.startNanoseconds >= start }
    return links.isEmpty ? nil : Double(links.map(\.span).sorted().union.nanoseconds) / 1e9
  }

  /// The figures of each module, as stored in a run, sorted by module.
  package var moduleSamples: [ModuleSample] {
    modules.sorted { $0.module < $1.module }.map { timing in
      ModuleSample(
        module: timing.module.name, id: timing.id, isTool: timing.module.isTool,
        seconds: timing.wallNanoseconds.asSeconds,
        cpuSeconds: timing.cpuMicroseconds.fromMicroseconds,
        cpuSecondsPerThousandLines: timing.cpuSecondsPerThousandLines.map { $0.rounded(decimals: 6) },
        peakBytes: timing.peakBytes, spans: timing.active.map(\.rounded))
    }
  }
}
