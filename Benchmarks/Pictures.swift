import BuildAnalysis
import Foundation
import GraphImages
import ModuleGraph
import Reports

/// How long is the way from a loaded graph to SVG?
struct Pictures: Question {
  let name = "pictures"
  let summary = """
    seconds from a loaded graph to SVG, random graphs (RandomModules, seed 1); then the same DOT text drawn in process ÷ \
    by the `dot` program, goal at most 1.1
    """

  private struct Case {
    let modules: Int
    let edges: Int
    let budget: Int?
    let goalSeconds: Double
  }

  private let cases = [
    Case(modules: 60, edges: 150, budget: nil, goalSeconds: 0.3),
    Case(modules: 300, edges: 1422, budget: nil, goalSeconds: 1),
    Case(modules: 1000, edges: 4658, budget: PictureStyle.defaultBudget, goalSeconds: 1),
    Case(modules: 1000, edges: 4658, budget: nil, goalSeconds: 6),
    Case(modules: 10_000, edges: 100_000, budget: PictureStyle.defaultBudget, goalSeconds: 2),
  ]

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    var lines: [String] = []
    for each in cases { lines.append(try line(each, runs: min(pairs, 7))) }
    lines.append(try await ratio(pairs: pairs, seed: seed))
    return lines
  }

  private func line(_ each: Case, runs: Int) throws -> String {
    let graph = RandomModules(modules: each.modules, edges: each.edges, seed: 1).graph
    var seconds: [Double] = []
    var picture: (nodes: Int, edges: Int, bytes: Int) = (0, 0, 0)
    // The first finds fonts and plug-ins not yet loaded, which a command pays for: it counts.
    for _ in 0..<runs {
      let start = ContinuousClock.now
      let (value, svg) = try Self.drawn(graph, budget: each.budget)
      seconds.append(start.duration(to: .now) / .seconds(1))
      picture = (value.nodeCount, value.edges.count, svg.count)
    }
    let median = seconds.median ?? .nan
    let budget = each.budget.map { "budget \($0)" } ?? "no budget"
    return "\(each.modules) modules, \(each.edges) edges, \(budget): median \(Pairs.text(median, 3)) s of \(runs) "
      + "(\(picture.nodes) nodes, \(picture.edges) edges, \(picture.bytes) bytes); goal under \(each.goalSeconds) s: "
      + (median < each.goalSeconds ? "met" : "missed")
  }

  private static func drawn(_ graph: ModuleGraph, budget: Int?) throws -> (GraphPicture, [UInt8]) {
    var style = PictureStyle()
    style.budget = budget
    let picture = GraphPicture(SelectedGraph(graph), style: style)
    let image = try GraphDrawing(dot: DOT.text(picture), as: [.svg]).images[0]
    return (picture, SVG.finished(image.bytes, picture))
  }

  private func ratio(pairs: Int, seed: UInt64) async throws -> String {
    let graph = RandomModules(modules: 300, edges: 1422, seed: 1).graph
    var style = PictureStyle()
    style.budget = nil
    let text = DOT.text(GraphPicture(SelectedGraph(graph), style: style))
    let file = try Command.workFolder + "/picture.dot"
    try Data(text.utf8).write(to: URL(filePath: file))
    let program = Command(["dot", "-Tsvg", file])
    let answer = try await Pairs(
      count: pairs, seed: seed,
      first: {
        let start = ContinuousClock.now
        _ = try GraphDrawing(dot: text, as: [.svg])
        return start.duration(to: .now) / .seconds(1)
      }, second: program.seconds)
    return "300 modules, 1,422 edges, in process ÷ dot: " + answer.line(goal: 0...1.1)
  }
}

/// Modules of one package with so many dependencies among them, each between two by chance, from the later to the earlier.
struct RandomModules {
  let graph: ModuleGraph

  init(modules: Int, edges: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let ids = (0..<modules).map { ModuleID(package: "Random", name: "Module\($0)") }
    var pairs: Set<[Int]> = []
    while pairs.count < edges {
      let (first, second) = (generator.below(modules), generator.below(modules))
      if first != second { pairs.insert([max(first, second), min(first, second)]) }
    }
    graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular, path: "Sources/\($0.name)", sources: 5, lines: 700) },
      dependencies: pairs.map { Dependency(from: ids[$0[0]], to: ids[$0[1]]) })
  }
}
