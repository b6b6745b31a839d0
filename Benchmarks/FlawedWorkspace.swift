import BuildAnalysis
import Foresight
import ModuleGraph

/// A simulated workspace of layers with one planted flaw.
struct FlawedWorkspace {
  enum Flaw: String, CaseIterable {
    case god = "god module"
    case needlessEdge = "needless edge"
    case chain = "chain that could be parallel"
    case cycle
    case confetti = "confetti modules"
  }

  let flaw: Flaw
  let seed: UInt64
  let workspace: SimulatedWorkspace
  /// The modules that the flaw consists of.
  private let guilty: Set<String>

  init(_ flaw: Flaw, seed: UInt64) {
    var draft = WorkspaceDraft(seed: seed)
    draft.plant(flaw)
    workspace = SimulatedWorkspace(modules: draft.modules, cores: 2 + 2 * Int(seed % 4))
    (self.flaw, self.seed, guilty) = (flaw, seed, draft.guilty)
  }

  /// Whether a change addresses the flaw.
  func isNamed(by suggestion: Suggestion) -> Bool {
    suggestion.changes.allSatisfy { change in
      switch (flaw, change) {
      case (.god, .split(let module, _)), (.god, .interface(let module)): guilty.contains(module)
      case (.needlessEdge, .cut("Service2", "Service1")): true
      case (.chain, .interface(let module)), (.chain, .split(let module, _)): guilty.contains(module)
      case (.chain, .cut(let from, let to)), (.cycle, .cut(let from, let to)):
        guilty.contains(from) && guilty.contains(to)
      case (.confetti, .merge(let modules, _)): 2 * guilty.intersection(modules).count > modules.count
      default: false
      }
    }
  }
}

/// A workspace without a flaw, into which one is planted.
private struct WorkspaceDraft {
  private typealias Target = SimulatedWorkspace.Target

  private(set) var modules: [SimulatedWorkspace.Target] = []
  /// The modules that the flaw consists of.
  private(set) var guilty: Set<String> = []
  private let seed: UInt64
  private let features: Int
  private var generator: SeededGenerator

  init(seed: UInt64) {
    self.seed = seed
    features = 4 + Int(seed % 4) * 2
    generator = SeededGenerator(seed: seed)
    modules = [
      Target(name: "Core", files: files(500)), Target(name: "Design", files: files(400), dependencies: ["Core"]),
    ]
    for index in 0..<3 {
      modules.append(Target(name: "Service\(index)", files: files(500 + generator.below(300)), dependencies: ["Core"]))
    }
    for index in 0..<features {
      modules.append(
        Target(
          name: "Feature\(index)", files: files(700 + generator.below(500)),
          dependencies: ["Design", "Service\(generator.below(3))"]))
    }
    modules.append(Target(name: "App", files: files(200), dependencies: (0..<features).map { "Feature\($0)" }))
  }

  private mutating func files(_ lines: Int) -> [Int] {
    let count = max(2, lines / 120)
    return (0..<count).map { _ in lines / count * (80 + generator.below(40)) / 100 + 1 }
  }

  private mutating func change(_ name: String, _ edit: (inout SimulatedWorkspace.Target) -> Void) {
    if let index = modules.firstIndex(where: { $0.name == name }) { edit(&modules[index]) }
  }

  mutating func plant(_ flaw: FlawedWorkspace.Flaw) {
    switch flaw {
    case .god:
      guilty = ["Commons"]
      modules.append(Target(name: "Commons", files: files(5000 + generator.below(3000)), dependencies: ["Core"]))
      for index in 0..<features { change("Feature\(index)") { $0.dependencies.append("Commons") } }
    case .needlessEdge:
      guilty = ["Service1", "Service2"]
      for name in guilty.sorted() {
        let sizes = files(2200 + generator.below(600))
        change(name) { $0.files = sizes }
      }
      change("Service2") {
        $0.dependencies.append("Service1")
        $0.unused = ["Service1"]
      }
      for index in 0..<features { change("Feature\(index)") { $0.dependencies = ["Design", "Service\(index % 3)"] } }
    case .chain:
      let length = 4 + Int(seed % 3)
      for index in 0..<length {
        guilty.insert("Step\(index)")
        modules.append(
          Target(
            name: "Step\(index)", files: files(1300 + generator.below(400)),
            dependencies: ["Core"] + (index > 0 ? ["Step\(index - 1)"] : [])))
      }
      change("App") { $0.dependencies.append("Step\(length - 1)") }
    case .cycle:
      guilty = ["Account", "Session", "Profile"]
      let circle = ["Account", "Session", "Profile"]
      for (index, name) in circle.enumerated() {
        let next = circle[(index + 1) % 3]
        modules.append(
          Target(
            name: name, files: files(1600 + generator.below(500)), dependencies: ["Core", next], imports: [next: 3],
            unkept: index == 2 ? [next] : []))
      }
      for index in 0..<features where index % 2 == 0 { change("Feature\(index)") { $0.dependencies.append("Account") } }
    case .confetti:
      let count = 16 + Int(seed % 4) * 8
      for index in 0..<count {
        guilty.insert("Bit\(index)")
        modules.append(
          Target(name: "Bit\(index)", files: [15 + generator.below(30)], dependencies: ["Core"]))
        change("Feature\(index % features)") { $0.dependencies.append("Bit\(index)") }
      }
    }
  }
}
