import BuildAnalysis
import Foundation
import ModuleGraph

/// Runs of a made-up workspace, each of another commit, which changes two modules.
struct ManyRuns {
  private var generator: SeededGenerator
  private var number = 0
  private var graph: ModuleGraph
  private let arms: [Arm]
  private let rounds: Int
  private let areRecorded: Bool

  /// - Parameters:
  ///   - modules: at least two for each arm.
  ///   - arms: the combined app, and sample apps.
  ///   - areRecorded: whether builds were recorded, with figures of each module.
  init(seed: UInt64, modules count: Int = 100, arms armCount: Int = 50, rounds: Int = 3, areRecorded: Bool = false) {
    (self.rounds, self.areRecorded) = (rounds, areRecorded)
    generator = SeededGenerator(seed: seed)
    let company = MadeCompany(modules: count, apps: armCount)
    (graph, arms) = (company.graph, company.arms)
  }

  private mutating func changeModule() {
    let index = generator.below(graph.modules.count)
    var modules = graph.modules
    let old = modules[index]
    modules[index] = Module(
      id: old.id, kind: old.kind, path: old.path, sources: old.sources, lines: 1000 + generator.below(9000),
      bytes: 30 * generator.below(300_000), languages: old.languages)
    graph = ModuleGraph(
      environment: graph.environment, packages: graph.packages, products: graph.products, modules: modules,
      dependencies: graph.dependencies)
  }

  mutating func next() -> Run {
    number += 1
    for _ in 0..<2 { changeModule() }
    let moment = Date(timeIntervalSince1970: 1_700_000_000 + 3600 * Double(number)).formatted(.iso8601)
    var run = Run(
      started: moment,
      environment: Run.Machine(
        cpu: "Example CPU", cores: 8, memoryBytes: 32 << 30, os: "Linux", kernel: "Linux 6.1", compiler: "Swift 6.3.1",
        load: share * 2),
      workspace: Run.Subject(
        name: "Company", revision: (0..<5).map { _ in hexadecimal }.joined(), committed: moment, branch: "main",
        dirty: false, graph: graph),
      plan: Run.Plan(
        arms: arms.map(\.name), warmups: 0, rounds: rounds, seed: UInt64(generator.below(1_000_000)),
        configuration: "debug"), arms: arms)
    var offset = 0.0
    for round in 1...rounds {
      for (position, arm) in generator.shuffled(arms).enumerated() {
        let seconds = ((20 + share + (number > 5000 ? 1 : 0)) * 1e6).rounded() / 1e6
        run.samples.append(sample(of: arm, round, position + 1, offset, seconds))
        offset += seconds
      }
    }
    return run
  }

  private mutating func sample(
    of arm: Arm, _ round: Int, _ position: Int, _ offset: Double, _ seconds: Double
  ) -> Sample {
    var sample = Sample(
      arm: arm.name, round: round, position: position, offsetSeconds: (offset * 1e6).rounded() / 1e6,
      build: BuildMeasurement(
        seconds: seconds, cpuSeconds: ((80 + 3 * share) * 1e6).rounded() / 1e6,
        peakBytes: (300 << 20) + 4096 * generator.below(10_000),
        noise: BuildNoise(otherShare: (share * 1e3).rounded() / 1e4, stolenShare: (share * 1e2).rounded() / 1e4)))
    sample.compiledModules = arm.modules.map(\.name)
    if areRecorded { record(&sample, of: arm) }
    return sample
  }

  /// Eight modules at a time, for as long as the build takes.
  private mutating func record(_ sample: inout Sample, of arm: Arm) {
    let length = (sample.seconds ?? 0) * 8 / Double(arm.modules.count + 8)
    sample.trace = "traces/\(arm.name)-\(sample.round).jsonl"
    sample.modules = arm.modules.enumerated().map { index, id in
      let start = (Double(index / 8) + 0.1 * share) * length
      let seconds = ((0.5 + 0.4 * share) * length * 1e6).rounded() / 1e6
      return ModuleSample(
        module: id.name, id: id, seconds: seconds, cpuSeconds: ((seconds * (1 + share)) * 1e6).rounded() / 1e6,
        cpuSecondsPerThousandLines: (share * 1e6).rounded() / 1e6,
        peakBytes: (100 << 20) + 4096 * generator.below(10_000),
        spans: [Span(Int(start * 1e9), Int((start + seconds) * 1e9))])
    }
    sample.cpuShares = CPUShares(
      modulesSeconds: 70, manifestsSeconds: 0, otherJobsSeconds: 0, builderSeconds: 5, unrecordedSeconds: 5)
    let critical = (sample.modules ?? []).filter { $0.module.hasSuffix("1") }
    sample.schedule = BuildSchedule(
      criticalPathSeconds: 0.8 * (sample.seconds ?? 0), criticalModules: critical.map(\.module),
      criticalSpans: critical.compactMap { $0.spans?.first }, dependencyWaitSeconds: 10 * share, coreWaitSeconds: share)
  }

  private var share: Double {
    mutating get { Double(generator.below(1 << 30)) / Double(1 << 30) }
  }

  private var hexadecimal: String {
    mutating get {
      let digits = String(generator.below(1 << 32), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }
  }
}
