import BuildAnalysis
import Foundation
import ModuleGraph

/// What does a large graph in which almost everything depends on everything cost?
struct CyclicGraph: Question {
  let name = "cyclic-graph"
  let summary = """
    10,000 modules, 60,000 dependencies between random ones, in one literal manifest: wall time of `modgauge cycles`, as \
    text and as JSON, goal under 0.5 s; then ÷ `modgauge packages`, which only loads them, goal at most 2, and CPU time
    """

  private static let modules = 10_000

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let workspace = try Self.workspace()
    let options = try ["--quiet", "--package-path", workspace, "--cache-dir", Command.workFolder + "/cyclic-cache"]
    let packages = Command([Command.sibling("modgauge"), "packages"] + options)
    var lines: [String] = []
    for format in ["text", "json"] {
      let cycles = Command([Command.sibling("modgauge"), "cycles", "--format", format] + options)
      let answer = try await Pairs(count: pairs, seed: seed, first: cycles.seconds, second: packages.seconds)
      let seconds = answer.seconds.first
      let verdict = GoalVerdict(seconds.medianInterval(alpha: 0.05), goal: 0...0.5)
      lines.append(
        "\(format): median \(Pairs.text(seconds.median, 3)) s, \(seconds.count) runs; goal 0.5 s: \(verdict); "
          + "÷ packages: \(answer.line(goal: 0...2)); CPU time \(Pairs.text(try await cycles.processorSeconds(), 3)) s")
    }
    return lines
  }

  /// Written once, and the same everywhere.
  private static func workspace() throws -> String {
    let path = try Command.workFolder + "/Cyclic\(modules)"
    guard !FileManager.default.fileExists(atPath: path + "/Package.swift") else { return path }
    var generator = SeededGenerator(seed: 1)
    var dependencies = [Set<Int>](repeating: [], count: modules)
    var left = 6 * modules
    while left > 0 {
      let (from, to) = (generator.below(modules), generator.below(modules))
      if from != to, dependencies[from].insert(to).inserted { left -= 1 }
    }
    var targets = ""
    for (module, dependencies) in dependencies.enumerated() {
      let names = dependencies.sorted().map { "\"M\($0)\"" }.joined(separator: ", ")
      targets += "  .target(name: \"M\(module)\", dependencies: [\(names)]),\n"
      let folder = "\(path)/Sources/M\(module)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("let a = 1\n".utf8).write(to: URL(filePath: folder + "/a.swift"))
    }
    let text = """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(name: "Cyclic", targets: [
      \(targets)])

      """
    try Data(text.utf8).write(to: URL(filePath: path + "/Package.swift"))
    return path
  }
}
