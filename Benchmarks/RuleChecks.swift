import BuildAnalysis
import Foundation
import ModuleGraph

/// What does holding a large workspace to its rules cost? Four of them read every source or resource.
struct RuleChecks: Question {
  let name = "rule-checks"
  let summary = """
    `modgauge check`, 20 rules on a synthesized workspace of 1,000 modules and 10,000 files with literal manifests: under 2 s \
    with an empty cache, under 0.5 s with a warm one
    """

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let workspace = try await Self.workspace()
    let cache = try Command.workFolder + "/rules-cache"
    let check = Command([
      Command.sibling("modgauge"), "check", "--package-path", workspace, "--cache-dir", cache, "--fail-on", "nothing",
    ])
    var cold: [Double] = []
    var warm: [Double] = []
    for _ in 0..<max(1, min(pairs, 10)) {
      try? FileManager.default.removeItem(atPath: cache)
      cold.append(try await check.seconds())
      warm.append(try await check.seconds())
    }
    return [Self.line("cold", cold, goal: 2), Self.line("warm", warm, goal: 0.5)]
  }

  private static func line(_ name: String, _ seconds: [Double], goal: Double) -> String {
    let slowest = seconds.max() ?? .nan
    return "\(name): median \(Pairs.text(seconds.median, 3)) s, the slowest \(Pairs.text(slowest, 3)) s, "
      + "\(seconds.count) runs; goal \(goal) s: \(slowest < goal ? "met" : "missed")"
  }

  private static func workspace() async throws -> String {
    let path = try Command.workFolder + "/Rules1000"
    if !FileManager.default.fileExists(atPath: path + "/Package.swift") {
      let description = try Command.workFolder + "/rules-1000.yml"
      try Data(Self.description.utf8).write(to: URL(filePath: description))
      try await Command([Command.sibling("modgauge"), "synthesize", description, "--output", path]).seconds()
    }
    for index in stride(from: 0, to: 1000, by: 10) { try addCopies(to: "\(path)/Sources/\(name(index))") }
    try Data(rules.utf8).write(to: URL(filePath: path + "/.modgauge.yml"))
    return path
  }

  /// A model and an image that a tenth of the modules have alike.
  private static func addCopies(to module: String) throws {
    let image = module + "/Assets.xcassets/Logo.imageset"
    try FileManager.default.createDirectory(atPath: image, withIntermediateDirectories: true)
    try Data("struct CopiedUser {\n  let id: Int\n  let name: String\n}\n".utf8).write(
      to: URL(filePath: module + "/CopiedUser.swift"))
    try Data(repeating: 7, count: 20_000).write(to: URL(filePath: image + "/logo.png"))
    try Data(#"{ "images": [{ "idiom": "universal", "filename": "logo.png" }] }"#.utf8).write(
      to: URL(filePath: image + "/Contents.json"))
  }

  /// Ten layers of a hundred modules, each with five dependencies below.
  private static var description: String {
    var generator = SeededGenerator(seed: 1)
    let modules = (0..<1000).map { index -> String in
      let below = (index / 100) * 100
      let names = below == 0 ? [] : Set((0..<5).map { _ in generator.below(below) }).sorted().map(name)
      return
        "  - { name: \(name(index)), kind: library, lines: 200, files: 10, dependencies: [\(names.joined(separator: ", "))] }"
    }
    return "name: Rules\nmodules:\n" + modules.joined(separator: "\n") + "\n"
  }

  private static func name(_ index: Int) -> String { "L\(index / 100)M\(index)" }

  private static var rules: String {
    let layers = (0..<10).reversed().map { "  - { name: l\($0), modules: [\"L\($0)M*\"] }" }
    let independent = (0..<3).map {
      "  - { id: apart\($0), type: independent, modules: \"L\($0)M*\", transitive: true }"
    }
    let forbidden = (0..<3).map {
      "  - { id: no\($0), type: forbidden, from: \"L\($0 + 5)M*\", to: L0M\($0), transitive: true }"
    }
    return """
      layers:
      \(layers.joined(separator: "\n"))
      rules:
        - { type: layers, closed: [l5], exhaustive: true }
      \((independent + forbidden).joined(separator: "\n"))
        - { type: acyclic }
        - { id: layers-acyclic, type: acyclic, of: layers }
        - { type: protected, to: "L0M*", from: { layer: [l1, l2] } }
        - { type: allowed-only, from: { layer: l1 }, to: { layer: l0 } }
        - { type: max-height, max: 8 }
        - { type: max-dependencies, max: 4 }
        - { type: max-dependents, max: 20 }
        - { type: max-transitive, max: 300 }
        - { type: max-lines, max: 250 }
        - { type: imports }
        - { type: same-model, types: "*" }
        - { type: no-reexport }
        - { type: unique-resources }

      """
  }
}
