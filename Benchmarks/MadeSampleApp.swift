import BuildAnalysis
import Documents
import Foundation
import ModuleGraph

/// Does a made sample app cost what one costs that was written by hand?
struct MadeSampleApp: Question {
  let name = "made-sample-app"
  let summary = """
    a clean build of a feature's made sample app ÷ that of the same app written by hand, in turns and recorded; goal \
    of the ratio 0.99 to 1.01
    """

  /// A chain, whose builds differ less than those whose tasks may run in different orders.
  private static let description = """
    name: ByHand
    modules:
      - { name: Core, kind: library, lines: 600, files: 6 }
      - { name: API, kind: library, lines: 600, files: 6, dependencies: [Core] }
      - { name: Cart, kind: library, lines: 600, files: 6, dependencies: [API] }
      - { name: CartByHand, kind: executable, lines: 30, dependencies: [Cart] }

    """

  /// Recorded compilers close what they inherit, so that no driver starts one later by chance.
  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let folder = try Command.workFolder + "/" + name
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(Self.description.utf8).write(to: URL(filePath: folder + "/workspace.yml"))
    let (modgauge, workspace) = (Command.sibling("modgauge"), folder + "/Workspace")
    try await Command([modgauge, "synthesize", folder + "/workspace.yml", "--output", workspace]).seconds()
    let sources = workspace + "/Sources/CartByHand"
    try FileManager.default.removeItem(atPath: sources)
    try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: false)
    try Data("import Cart\n".utf8).write(to: URL(filePath: sources + "/main.swift"))
    try await Command([
      modgauge, "bench", "--package-path", workspace, "--combined", "CartByHand", "--feature", "Cart", "--in-turns",
      "on", "--record", "--rounds", "\(pairs)", "--seed", "\(seed)", "--cache-dir", folder + "/cache", "--output",
      folder + "/run",
      "--build-argument", "--disable-index-store", "--quiet",
    ]).seconds()
    let run = try Run(json: Array(Data(contentsOf: URL(filePath: folder + "/run/run.json"))))
    func line(_ title: String, _ figure: (Sample) -> Double?) throws -> String {
      let rounds = Dictionary(grouping: run.samples.filter { !$0.warmup }, by: \.round).sorted { $0.key < $1.key }.map(
        \.value)
      let ratios = rounds.compactMap { round -> (Double, Double)? in
        let seconds = ["Cart", "CartByHand"].map { arm in round.first { $0.arm == arm }.flatMap(figure) }
        guard let made = seconds[0], let byHand = seconds[1] else { return nil }
        return (made, byHand)
      }
      return "\(title): \(try Pairs(ratios).line(goal: 0.99...1.01))"
    }
    return [try line("wall time", \.seconds), try line("CPU time", \.cpuSeconds)]
  }
}
