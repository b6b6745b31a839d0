import ActivityLog
import BuildAnalysis
import Foundation
import Testing

@testable import Workspace

/// Logs of real builds, with what an independent reader found in them. They are not part of the project.
private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appending(path: "../../../shared/data/xcode-logs").standardized

private func names(in folder: URL) -> [String] {
  let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  return files.filter { $0.hasSuffix(".xcactivitylog") }.map { String($0.dropLast(".xcactivitylog".count)) }.sorted()
}

private func read(_ folder: URL, _ name: String) throws -> ActivityLogFile {
  ActivityLogFile([UInt8](try Data(contentsOf: folder.appending(path: "\(name).xcactivitylog"))))
}

@Suite("Real logs of Xcode", .enabled(if: !names(in: folder).isEmpty, "the logs are not beside the project"))
struct RealActivityLogTests {
  @Test("All figures are those of the independent reader", arguments: names(in: folder))
  func figures(name: String) throws {
    let data = try Data(contentsOf: folder.appending(path: "expected/\(name).json"))
    let expected = try JSONDecoder().decode(Expected.self, from: data)
    let log = try read(folder, name).log
    let build = XcodeBuildLog(log)
    #expect(build.version == expected.slf)
    #expect(build.isComplete == expected.complete)
    #expect(log.sections.count(where: \.isWhole) == expected.wholeSections)
    #expect(log.bytes.count == expected.bytes)
    #expect(build.seconds?.isClose(expected.wallSeconds) == true)
    #expect(build.scheme == expected.scheme)
    #expect(build.container == expected.container)
    #expect(build.sdks == expected.sdks)
    #expect(build.result == expected.result)
    check(build, expected)
    let rows = Dictionary(uniqueKeysWithValues: expected.targets.map { (Key(name: $0.name, project: $0.project), $0) })
    let (targets, rest) = build.totalsByTarget
    #expect(rows.count == targets.count + (rest == nil ? 0 : 1))
    for (totals, key) in zip(targets, build.targets.map { Key(name: $0.name, project: $0.project) }) {
      check(totals, try #require(rows[key], "\(key)"), "\(key)")
    }
    if let rest { check(rest, try #require(rows[Key(name: nil, project: nil)]), "no target") }
  }

  private func check(_ build: XcodeBuildLog, _ expected: Expected) {
    let (totals, counts, found) = (build.totals, expected.counts, build.diagnostics)
    #expect(totals.steps == counts["steps"])
    #expect(totals.jobs == counts["jobs"])
    #expect(totals.stale == counts["stale"])
    #expect(totals.badTimes == counts["badTimes"])
    #expect(totals.cached == counts["cachedSteps"])
    #expect(totals.cancelled == counts["cancelledSteps"])
    #expect(totals.withMetrics == counts["withMetrics"])
    #expect(totals.inProcess == counts["inProcess"])
    #expect(build.steps.count(where: \.isNested) == counts["nestedSteps"])
    #expect(found.errors == counts["errors"])
    #expect(found.warnings == counts["warnings"])
    #expect(build.targets.count == expected.totals.targets)
    #expect(totals.cpuSeconds.isClose(expected.totals.cpuSeconds))
    #expect(totals.inProcessSeconds.isClose(expected.totals.inProcessSeconds))
    #expect(totals.busySeconds.isClose(expected.totals.busySeconds))
    #expect(totals.wallSeconds.isClose(expected.totals.wallSeconds))
    #expect(totals.peakBytes == expected.totals.maxRSS)
    let kinds = Dictionary(grouping: build.steps, by: \.kind).mapValues { XcodeTotals($0) }
    #expect(Set(kinds.keys) == Set(expected.kinds.keys))
    for (kind, row) in expected.kinds {
      #expect(kinds[kind]?.steps == row.steps, "\(kind)")
      #expect(kinds[kind]?.jobs == row.jobs, "\(kind)")
      #expect(kinds[kind]?.wallSeconds.isClose(row.wallSeconds) == true, "\(kind)")
      let cpuSeconds: Double = kinds[kind]?.cpuSeconds ?? 0
      #expect(cpuSeconds.isClose(row.cpuSeconds), "\(kind)")
    }
    check(build.graph, expected.graph)
  }

  private func check(_ totals: XcodeTotals, _ row: Expected.Row, _ name: Comment) {
    #expect(totals.steps == row.steps, name)
    #expect(totals.jobs == row.jobs, name)
    #expect(totals.stale == row.stale, name)
    #expect(totals.cached == row.cached, name)
    #expect(totals.jobsByClass[.compile, default: 0] == row.compile, name)
    #expect(totals.jobsByClass[.emitModule, default: 0] == row.emitModule, name)
    #expect(totals.jobsByClass[.link, default: 0] == row.link, name)
    #expect(totals.jobsByClass[.other, default: 0] == row.other, name)
    #expect(totals.firstSeconds.isClose(row.first), name)
    #expect(totals.lastSeconds.isClose(row.last), name)
    #expect(totals.busySeconds.isClose(row.busySeconds), name)
    #expect(totals.wallSeconds.isClose(row.wallSeconds), name)
    #expect(totals.cpuSeconds.isClose(row.cpuSeconds), name)
    #expect(totals.inProcessSeconds.isClose(row.inProcessSeconds), name)
    #expect(totals.peakBytes == row.maxRSS, name)
  }

  private func check(_ graph: XcodeTargetGraph?, _ expected: Expected.Graph?) {
    guard let expected, let graph else {
      #expect((graph == nil) == (expected == nil))
      return
    }
    #expect(graph.nodes.count == expected.nodes)
    #expect(graph.targets.count == expected.distinctTargets)
    #expect(graph.edges.count == expected.edges)
    #expect(graph.edges.count { $0.from == $0.to } == expected.selfEdges)
    #expect(graph.declared == expected.declaredTargets)
    let edges = graph.edges.map {
      Expected.Edge(
        target: $0.from.name, project: $0.from.project ?? "", on: $0.to.name, onProject: $0.to.project ?? "")
    }
    #expect(edges.sorted() == expected.dependencies.sorted())
  }

  @Test("The graph in a file beside a log is read as the one in its text", arguments: names(in: folder))
  func graphFiles(name: String) throws {
    let path = folder.appending(path: "\(name).target-graph.txt")
    guard FileManager.default.fileExists(atPath: path.path) else { return }
    let data = try Data(contentsOf: folder.appending(path: "expected/\(name).json"))
    let expected = try JSONDecoder().decode(Expected.self, from: data)
    check(XcodeTargetGraph(text: Array(try Data(contentsOf: path))[...]), expected.graphFile)
  }

  @Test(
    "Of a damaged log, everything before the damage is read", arguments: names(in: folder.appending(path: "damaged")))
  func damaged(name: String) throws {
    let data = try Data(contentsOf: folder.appending(path: "expected/damaged.json"))
    let expected = try #require(try JSONDecoder().decode([String: ExpectedDamaged].self, from: data)[name])
    let file = try read(folder.appending(path: "damaged"), name)
    let build = XcodeBuildLog(file.log)
    #expect((file.problem == nil) == file.log.isComplete)
    if name == "nested-10000" {
      // The other reader refuses what is nested deeper than 400 levels.
      #expect(file.log.isComplete)
      #expect(build.steps.count == 9999)
      return
    }
    #expect(file.log.isComplete == expected.complete)
    #expect(file.log.sections.count(where: \.isWhole) == expected.wholeSections)
    #expect(build.steps.count == expected.steps ?? 0)
    #expect(build.targets.count == expected.targets ?? 0)
    #expect(build.totals.withMetrics == expected.withMetrics ?? 0)
    #expect(build.totals.badTimes == expected.badTimes ?? 0)
    let odd = file.log.unknowns.map { ("\($0.kind.rawValue) \($0.name)", $0.count) }
    #expect(Dictionary(uniqueKeysWithValues: odd) == expected.odd)
  }
}

private struct Key: Hashable {
  let name: String?
  let project: String?
}

private struct ExpectedDamaged: Decodable {
  let complete: Bool
  let wholeSections: Int
  let steps: Int?
  let targets: Int?
  let withMetrics: Int?
  let badTimes: Int?
  let odd: [String: Int]
}

private struct Expected: Decodable {
  struct Row: Decodable {
    let name: String?
    let project: String?
    let steps: Int
    let jobs: Int
    let stale: Int
    let cached: Int
    let compile: Int
    let emitModule: Int
    let link: Int
    let other: Int
    let first: Double?
    let last: Double?
    let busySeconds: Double
    let wallSeconds: Double
    let cpuSeconds: Double?
    let inProcessSeconds: Double?
    let maxRSS: Int?
  }

  struct Kind: Decodable {
    let steps: Int
    let jobs: Int
    let wallSeconds: Double
    let cpuSeconds: Double
  }

  struct Totals: Decodable {
    let busySeconds: Double
    let wallSeconds: Double
    let cpuSeconds: Double?
    let inProcessSeconds: Double?
    let maxRSS: Int?
    let targets: Int
  }

  struct Edge: Decodable, Hashable, Comparable {
    let target: String
    let project: String
    let on: String
    let onProject: String

    static func < (left: Edge, right: Edge) -> Bool {
      let keys = { (edge: Edge) in [edge.project, edge.target, edge.onProject, edge.on] }
      return keys(left).lexicographicallyPrecedes(keys(right))
    }
  }

  struct Graph: Decodable {
    let declaredTargets: Int?
    let dependencies: [Edge]
    let distinctTargets: Int
    let edges: Int
    let nodes: Int
    let selfEdges: Int
  }

  let slf: Int
  let complete: Bool
  let wholeSections: Int
  let bytes: Int
  let wallSeconds: Double?
  let scheme: String?
  let container: String?
  let sdks: [String]
  let result: String?
  let counts: [String: Int]
  let kinds: [String: Kind]
  let targets: [Row]
  let totals: Totals
  let graph: Graph?
  let graphFile: Graph?
}

extension Double {
  fileprivate func isClose(_ other: Double?) -> Bool { other.map { abs(self - $0) <= 2e-6 } ?? false }
}

extension Double? {
  fileprivate func isClose(_ other: Double?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.isClose(other)
  }
}
