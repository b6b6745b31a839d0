import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Workspace

/// The cases of `Tests/Cases/imports.md` that sources and manifests decide together.
@Suite(.serialized) struct ConformanceTests {
  private static let cases = (try? ConformancePage().cases.filter(\.hasManifest)) ?? []

  @Test func thePageHasCases() { #expect(Self.cases.count > 10) }

  @Test(arguments: cases) func theFindingsAreWhatThePageSays(example: ConformancePage.Case) async throws {
    let workspace = try TemporaryWorkspace(example.files)
    let loaded = try await workspace.load(reads: .imports)
    let findings = ImportFindings(of: loaded.graph, imports: try #require(loaded.imports))
    // The sources are read until here.
    withExtendedLifetime(workspace) {}
    let lines =
      findings.undeclared.map(Self.line) + findings.unused.flatMap(Self.lines) + findings.undecided.flatMap(Self.lines)
    let found = lines.isEmpty ? "no findings\n" : lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["MODGAUGE_RECORD_SNAPSHOTS"] != nil, found != example.expected {
      try ConformancePage.record(found, of: example)
      Issue.record("recorded \(example.title)")
    }
    #expect(found == example.expected)
  }

  private static func line(_ finding: ImportFindings.Undeclared) -> String {
    let place = "\(finding.location.file):\(finding.location.line)" + (finding.column.map { ":\($0)" } ?? "")
    var reached = finding.isReachable ? "built before, through others" : "built before by luck alone"
    if let traits = finding.traits {
      let enabled = traits.isEmpty ? "without traits" : "with traits \(traits.joined(separator: ", "))"
      reached = "\(enabled), declared for \(finding.declaredFor.joined(separator: ", "))"
    } else if !finding.declaredFor.isEmpty, case .some(let platforms) = finding.platforms {
      reached = "on \(platforms.joined(separator: ", ")), declared for \(finding.declaredFor.joined(separator: ", "))"
    }
    return "\(place): imported but not declared: \(finding.module.name) -> \(finding.imported.name) (\(reached))"
  }

  private static func lines(_ finding: ImportFindings.Unused) -> [String] {
    finding.dependencies.map { dependency in
      let place = dependency.location.map { "\($0.file):\($0.line): " } ?? ""
      let tests = finding.tests.isEmpty ? "" : " (only \(finding.tests.map(\.name).joined(separator: ", ")) imports it)"
      return "\(place)declared but never imported: \(finding.module.name) -> \(dependency.to.name)\(tests)"
    }
  }

  private static func lines(_ open: ImportFindings.Undecided) -> [String] {
    let reason =
      switch open.reason {
      case .plugin: "a plugin writes sources"
      case .unread: "sources cannot be read"
      case .resources: "it has resources"
      case .xcodeProject: "Xcode"
      }
    return open.dependencies.map { "not decided: \(open.module.name) -> \($0.name) (\(reason))" }
  }
}
