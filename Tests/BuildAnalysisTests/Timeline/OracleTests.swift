import BuildAnalysis
import BuildTrace
import Foundation
import ModuleGraph
import TestSupport
import Testing

/// Random builds, with what networkx makes of them (`Oracles/timelines.py`).
struct TimelineOracleTests {
  struct Case: Decodable {
    let seed: Int
    let cores: Int
    let dependencies: [String: [String]]
    /// TracedProcess, parent, start, end, kind, module.
    let events: [[Value]]
    let model: String
    let longest: Int
    let slack: [String: Int]
  }

  enum Value: Decodable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    var number: Int? { if case .number(let number) = self { number } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
  }

  static let cases: [Case] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Oracles/timelines.json")
    return (try? JSONDecoder().decode([Case].self, from: Data(contentsOf: file))) ?? []
  }()

  /// - Parameter cores: with a core for each process, their work is as long as they ran.
  private func timeline(_ oracle: Case, cores: Int? = nil) throws -> Timeline {
    let processes = try oracle.events.map { event in
      TracedProcess(
        id: try #require(event[0].number), parent: event[1].number,
        kind: try #require(event[4].text.flatMap(Job.Kind.init)), module: event[5].text,
        start: try #require(event[2].number), end: try #require(event[3].number))
    }
    let modules = oracle.dependencies.keys.map { Module(id: ModuleID(package: "P", name: $0), kind: .regular) }
    let dependencies = oracle.dependencies.flatMap { from, tos in
      tos.map { Dependency(from: ModuleID(package: "P", name: from), to: ModuleID(package: "P", name: $0)) }
    }
    let end = (processes.map(\.end).max() ?? 0) + 50
    return Timeline(
      BuildTrace(cores: cores ?? oracle.cores, end: end, processes),
      graph: ModuleGraph(modules: modules, dependencies: dependencies))
  }

  @Test func thereAreCases() {
    #expect(Self.cases.count == 400)
    #expect(Self.cases.count { $0.model == "atEmitModule" } > 40)
  }

  private static let manyCores = 1000

  @Test func criticalPathAndSlackAreThoseOfNetworkx() throws {
    for oracle in Campaign.part(of: Self.cases, every: 7) {
      let timeline = try timeline(oracle, cores: Self.manyCores)
      #expect(timeline.unblocking.model.rawValue == oracle.model, "seed \(oracle.seed)")
      #expect(timeline.criticalPath.workNanoseconds == oracle.longest * 1_000_000, "seed \(oracle.seed)")
      #expect(
        timeline.modules.allSatisfy { $0.slackNanoseconds == oracle.slack[$0.module.name].map { $0 * 1_000_000 } },
        "seed \(oracle.seed)")
    }
  }

  @Test func thePathIsAChainInTimeAndNotLongerThanTheBuild() throws {
    for oracle in Campaign.part(of: Self.cases, every: 7) {
      let timeline = try timeline(oracle, cores: Self.manyCores)
      let pieces = timeline.criticalPath.pieces
      #expect(timeline.criticalPath.workNanoseconds <= timeline.span.nanoseconds, "seed \(oracle.seed)")
      #expect(
        zip(pieces, pieces.dropFirst()).allSatisfy { $0.span.endNanoseconds <= $1.span.startNanoseconds },
        "seed \(oracle.seed)")
      #expect(try self.timeline(oracle).criticalPath.workNanoseconds <= timeline.criticalPath.workNanoseconds)
      // No chain within one module is longer.
      #expect(
        timeline.jobs.allSatisfy { $0.driver == nil || $0.span.nanoseconds <= timeline.criticalPath.workNanoseconds },
        "seed \(oracle.seed)")
    }
  }

  /// One compiler of each module, from a module to one that it depends on, and so on: where dependents wait for the
  /// interface alone, the one that wrote it.
  @Test func noChainOfModulesIsLongerThanThePath() throws {
    for oracle in Campaign.part(of: Self.cases, every: 7) {
      let timeline = try timeline(oracle, cores: Self.manyCores)
      var random = SeededGenerator(seed: UInt64(oracle.seed))
      let compilers = Dictionary(grouping: timeline.jobs.filter { $0.kind != .plan }) { $0.module?.name ?? "" }
      for start in oracle.dependencies.keys.sorted() {
        var length = try #require(compilers[start]?.randomElement(using: &random)).span.nanoseconds
        var module = start
        while let next = oracle.dependencies[module]?.randomElement(using: &random) {
          let waitedFor = compilers[next]?.filter { oracle.model == "atModuleEnd" || $0.kind == .emitModule }
          length += try #require(waitedFor?.randomElement(using: &random)).span.nanoseconds
          module = next
        }
        #expect(length <= timeline.criticalPath.workNanoseconds, "seed \(oracle.seed), from \(start)")
      }
    }
  }

  @Test func anUnchangedReplayRepeatsWhatAListSchedulerDid() throws {
    for oracle in Campaign.part(of: Self.cases, every: 7) {
      let timeline = try timeline(oracle)
      let error = try #require(timeline.replay.relativeError)
      #expect(abs(error) < 0.02, "seed \(oracle.seed): \(error)")
    }
  }

  @Test func waitsAddUpToTheStart() throws {
    for oracle in Campaign.part(of: Self.cases, every: 7) {
      let timeline = try timeline(oracle)
      let origin = timeline.modules.map(\.span.startNanoseconds).min() ?? 0
      for module in timeline.modules {
        let waits =
          module.waitingForDependenciesNanoseconds + module.waitingForCoreNanoseconds
          + module.waitingForOtherNanoseconds
        #expect(origin + waits == module.span.startNanoseconds, "seed \(oracle.seed), \(module.module.name)")
      }
    }
  }
}
