import BuildAnalysis
import Documents
import Foundation
import ModuleGraph
import RunHistory

/// Does a history of years stay small and quick?
struct HistorySize: Question {
  let name = "history"
  let summary = """
    10,000 runs of 50 arms and 3 rounds (`ManyRuns`, seed 1): database under 200 MB, `history trend` under 0.3 s, `history \
    import` of 1,000 runs under 10 s
    """

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let folder = try Command.workFolder + "/history"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder + "/runs", withIntermediateDirectories: true)
    var runs = ManyRuns(seed: 1)
    let path = folder + "/history.sqlite"
    var history: RunHistory? = try RunHistory(at: path, creates: true)
    for _ in 0..<90 {
      _ = try history?.add((0..<100).compactMap { _ in try StoredRun(runs.next()) })
    }
    history = nil
    var bytes = 0
    for index in 0..<1000 {
      let text = try runs.next().json()
      bytes += text.utf8.count
      try text.write(toFile: "\(folder)/runs/\(index).json", atomically: false, encoding: .utf8)
    }
    let files = (0..<1000).map { "\(folder)/runs/\($0).json" }
    let modgauge = Command.sibling("modgauge")
    let place = ["--history", path]
    let imported = try await Command([modgauge, "history", "import"] + files + place).seconds()
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    return [
      "import of 1,000 runs (\(bytes >> 20) MB): \(Pairs.text(imported, 2)) s; goal 10 s: "
        + (imported < 10 ? "met" : "missed"),
      "database: \(size / 1_000_000) MB; goal 200 MB: \(size < 200_000_000 ? "met" : "missed")",
      try await Self.trend([modgauge, "history", "trend", "--format", "json"] + place, "all arms", runs: pairs),
      try await Self.trend(
        [modgauge, "history", "trend", "--format", "svg"] + place, "all arms, drawn", runs: pairs),
      try await Self.trend(
        [modgauge, "history", "trend", "--format", "json", "--arm", "App", "--last", "20000"] + place,
        "one arm, all 10,000 runs", runs: pairs),
    ]
  }

  private static func trend(_ words: [String], _ name: String, runs: Int) async throws -> String {
    var seconds: [Double] = []
    for _ in 0..<max(1, runs) { seconds.append(try await Command(words).seconds()) }
    let slowest = seconds.max() ?? .nan
    return "trend, \(name): median \(Pairs.text(seconds.median, 3)) s, the slowest of \(seconds.count) "
      + "\(Pairs.text(slowest, 3)) s; goal 0.3 s: \(slowest < 0.3 ? "met" : "missed")"
  }
}

/// Runs of a made-up workspace of 100 modules and 50 arms, each of another commit, which changes two modules.
struct ManyRuns {
  private var generator: SeededGenerator
  private var number = 0
  private var graph: ModuleGraph
  private let arms: [Arm]

  private static let rounds = 3

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    func id(_ index: Int) -> ModuleID { ModuleID(package: "Company", name: "Module\(index)") }
    let modules = (0..<100).map { index in
      Module(
        id: id(index), kind: index == 0 ? .executable : .regular, path: "Sources/Module\(index)", sources: 12,
        lines: 1000 + 17 * index, bytes: 30_000 + 511 * index, languages: ["swift"])
    }
    let edges = (0..<99).flatMap { from in
      (1...4).map { Dependency(from: id(from), to: id(min(99, from + $0 * $0))) }
    }
    graph = ModuleGraph(
      packages: [
        Package(
          key: "Company", identity: "company", name: "Company", path: ".", toolsVersion: "6.0.0", dependencies: [])
      ], modules: modules, dependencies: Array(Set(edges)).sorted { ($0.from, $0.to) < ($1.from, $1.to) })
    arms = (0..<50).map { index in
      Arm(
        name: index == 0 ? "App" : "Feature\(index)App", role: index == 0 ? .combined : .sampleApp,
        feature: index == 0 ? nil : "Feature\(index)", targets: ["Feature\(index)App"],
        modules: (2 * index..<min(100, 2 * index + 40)).map(id).sorted())
    }
  }

  mutating func next() -> Run {
    number += 1
    for _ in 0..<2 {
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
        arms: arms.map(\.name), warmups: 0, rounds: Self.rounds, seed: UInt64(generator.below(1_000_000)),
        configuration: "debug"), arms: arms)
    var offset = 0.0
    for round in 1...Self.rounds {
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
    Sample(
      arm: arm.name, round: round, position: position, offsetSeconds: (offset * 1e6).rounded() / 1e6, seconds: seconds,
      cpuSeconds: ((80 + 3 * share) * 1e6).rounded() / 1e6, peakBytes: (300 << 20) + 4096 * generator.below(10_000),
      outcome: .ok, compiledModules: arm.modules.map(\.name),
      noise: BuildNoise(otherShare: (share * 1e3).rounded() / 1e4, stolenShare: (share * 1e2).rounded() / 1e4))
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
