@testable import BuildAnalysis
@testable import Foresight
import Foundation
import ModuleGraph
import Testing

/// App → Feat, Side → Core, with the remarks of ``DriverRemarksTests``: a private function in Core has both files of Feat compiled,
/// which use `alpha` and `beta`, and that of Side, which uses `Box`.
struct LeakCostsTests {
  private static func id(_ name: String) -> ModuleID { ModuleID(package: "chain", name: name) }

  private static func change(cpuSeconds: [String: Double] = ["Core": 4, "Feat": 2, "Side": 1]) throws -> PrivateChange {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../Traces/remarks-native-private.log")
    let log = String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n")
    return PrivateChange(
      of: id("Core"), path: "Sources/Core/A.swift", remarks: DriverRemarks(log: log), cpuSeconds: cpuSeconds, total: 10)
  }

  /// Each commit changes the file of the modules it names.
  private static func churn(_ commits: [[String]]) -> Churn {
    let places = SourceLocations(
      sources: Dictionary(uniqueKeysWithValues: ["Core", "Feat", "Side", "App"].map { ("\($0).swift", [id($0)]) }))
    let history = CommitHistory(
      commits: commits.enumerated().map { index, names in
        Commit(
          hash: "\(index)", time: 0, author: "A", subject: "",
          changes: names.map { .init(path: "\($0).swift", kind: .modified) })
      }, since: 0, end: 365 * 86_400, ending: .period, oldest: nil)
    return Churn(history, in: places)
  }

  @Test func `a declaration costs what compiling the files that use it costs`() throws {
    let costs = LeakCosts([try Self.change()], in: Self.churn([["Core"], ["Core"], ["App"]])) { module, name in
      ["\(module.name)/\(name).swift"]
    }
    #expect(costs.declarations.map(\.name) == ["Box", "alpha", "beta"])
    #expect(costs.declarations.map(\.cpuSeconds) == [1, 1, 1])
    #expect(costs.declarations.map(\.users) == [1, 1, 1])
    #expect(costs.declarations.map(\.dependents) == [["Side"], ["Feat"], ["Feat"]])
    #expect(costs.declarations.allSatisfy { $0.changes == 2 && $0.files == ["Core/\($0.name).swift"] })
  }

  @Test func `what a commit changes itself is not compiled for nothing`() throws {
    let commits = [["Core"], ["Core", "Feat"], ["App"], ["Core", "Feat", "Side"]]
    let total = try #require(LeakCosts([try Self.change()], in: Self.churn(commits)) { _, _ in [] }.total)
    // Each of the three commits costs 7 s of the 10 s besides the leaks: 3 s, 1 s and nothing.
    #expect(total == LeakCosts.Total(commits: 3, leakedCPUSeconds: 4, otherCPUSeconds: 21))
    #expect(total.share == 4.0 / 25)
  }

  @Test func `without all costs there is no total`() throws {
    let unknown = LeakCosts([try Self.change(cpuSeconds: ["Feat": 2])], in: Self.churn([["Core"]])) { _, _ in [] }
    #expect(unknown.total == nil)
    #expect(unknown.declarations.map(\.cpuSeconds) == [1, 1, nil])
    let none = LeakCosts([], in: Self.churn([["Core"]])) { _, _ in [] }
    #expect(none.total == nil && none.declarations.isEmpty)
  }
}
