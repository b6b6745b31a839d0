/// What does a graph cost beyond the one thing that it cannot do without?
struct GraphCommand: Question {
  let name = "graph-command"
  let summary =
    "`modgauge graph --format json` ÷ `swift package dump-package`, on swift-nio 2.101.2; goal at most 1.3"

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let package = try await Command.package("apple/swift-nio", "2.101.2")
    let graph = Command([Command.sibling("modgauge"), "graph", "--package-path", package, "--format", "json"])
    let dump = Command(["swift", "package", "dump-package"], in: package)
    let answer = try await Pairs(count: pairs, seed: seed, first: graph.seconds, second: dump.seconds)
    return [answer.line(goal: 0...1.3)]
  }
}
