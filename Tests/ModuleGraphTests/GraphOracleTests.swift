import Foundation
import ModuleGraph
import TestSupport
import Testing

/// The algorithms' answers beside networkx's, on the graphs of `Oracles/graphs.py`.
struct GraphOracleTests {
  @Test(arguments: Answer.allCases) func networkxGivesTheSame(answer: Answer) throws {
    var compared = 0
    let rows = try Self.rows.get()
    for (row, question) in rows {
      let expected = row.digest(of: answer)
      guard expected != "------" else { continue }
      // Not one expectation a row: there are thousands.
      if !answer.digests(for: question).contains(expected) { Issue.record("\(answer) of seed \(row.seed)") }
      compared += 1
    }
    #expect(compared > rows.count * 3 / 4)
  }

  /// What every answer is asked of: read and made once.
  private static let rows = Result {
    try Row.all.map { row in
      let random = RandomGraph(seed: row.seed)
      try #require(random.vertexCount == row.vertexCount && random.edges.count == row.edgeCount)
      return (row, GraphQuestion(random))
    }
  }

  /// One line of `graphs.json`.
  struct Row: Decodable {
    let seed: UInt64
    let vertexCount: Int
    let edgeCount: Int
    let answers: String

    init(from decoder: any Decoder) throws {
      var fields = try decoder.unkeyedContainer()
      seed = try fields.decode(UInt64.self)
      vertexCount = try fields.decode(Int.self)
      edgeCount = try fields.decode(Int.self)
      answers = try fields.decode(String.self)
    }

    func digest(of answer: Answer) -> String {
      String(answers.dropFirst(6 * (Answer.allCases.firstIndex(of: answer) ?? 0)).prefix(6))
    }

    static var all: [Row] {
      get throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracles/graphs.json")
        // Eight kinds of graphs take turns.
        return Campaign.part(of: try JSONDecoder().decode([Row].self, from: Data(contentsOf: file)), every: 17)
      }
    }
  }

  /// In the order of `ANSWERS` in `graphs.py`.
  enum Answer: CaseIterable {
    case components, heights, depths, successors, predecessors, reduction, distances, shortest, shortestCount
    case simplePaths, simpleCount, chain, heaviest, dominators, feedback, cycles

    /// One, but for feedback edges that are not proved to be the fewest: then the digests of all lesser sizes, too.
    func digests(for question: GraphQuestion) -> [String] {
      guard self == .feedback else { return [digest(numbers(question))] }
      let found = question.graph.feedbackEdges
      return (found.isMinimum ? found.edges.count...found.edges.count : 0...found.edges.count).map { digest([$0]) }
    }

    private func digest(_ numbers: [Int]) -> String {
      let hash = numbers.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64(bitPattern: Int64($1))) &* 0x100_0000_01b3 }
      let digits = String(hash >> 40, radix: 16)
      return String(repeating: "0", count: 6 - digits.count) + digits
    }

    private func numbers(_ question: GraphQuestion) -> [Int] {
      let (graph, source, target) = (question.graph, question.source, question.target)
      switch self {
      case .components:
        let condensation = graph.condensation
        return condensation.componentOf.map { condensation.members(of: $0).first ?? -1 }
      case .heights: return graph.heights
      case .depths: return graph.depths
      case .successors: return graph.transitiveSuccessorCounts
      case .predecessors: return graph.transitivePredecessorCounts
      case .reduction: return flat(graph.transitiveReduction.edges.map { [$0.from, $0.to] })
      case .distances: return graph.distances(from: [source]).map { $0 ?? -1 }
      case .shortest: return graph.shortestPath(from: source, to: target) ?? []
      case .shortestCount: return [graph.shortestPathCount(from: source, to: target)]
      case .simplePaths: return flat(graph.simplePaths(from: source, to: target, limit: 40).paths)
      case .simpleCount: return [graph.simplePathCount(from: source, to: target, limit: 3001).value]
      case .chain: return [graph.longestChain.count]
      case .heaviest: return [graph.longestPath(weights: question.weights)?.weight ?? 0]
      case .dominators: return graph.immediateDominators(from: question.roots).map { $0 ?? -1 }
      case .feedback: return []
      case .cycles: return flat(graph.cyclicComponents.map { graph.shortestCycle(within: $0)?.vertices ?? [] })
      }
    }

    private func flat(_ rows: [[Int]]) -> [Int] { rows.flatMap { [$0.count] + $0 } }
  }

  /// A random graph and what is asked of it.
  struct GraphQuestion {
    let graph: IndexedGraph
    let source: Int
    let target: Int
    let roots: [Int]
    let weights: [Int]

    init(_ random: RandomGraph) {
      var generator = random.generator
      graph = random.indexed
      source = generator.below(graph.vertexCount)
      target = generator.below(graph.vertexCount)
      roots = [source, generator.below(graph.vertexCount)]
      weights = (0..<graph.vertexCount).map { _ in generator.below(10) }
    }
  }
}
