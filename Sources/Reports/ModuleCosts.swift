package import BuildAnalysis
package import ModuleGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What modules cost in builds that were recorded: what pictures colour by, and columns of tables.
package struct ModuleCosts: Sendable, Hashable {
  /// Of a module that was also built to run during the build, both together.
  package let byModule: [ModuleID: BuildCost]
  /// The workspace whose builds they are of.
  package let workspace: String
  /// `clean build of App`, for a legend.
  package let build: String

  /// The medians of a run's combined app; no figures where its builds were not recorded.
  package init(_ run: Run) {
    let recorded = run.recordedCase
    let summaries = recorded.map(run.moduleSummaries(of:)) ?? []
    byModule = Dictionary(
      summaries.compactMap { summary in
        summary.id.map {
          ($0, BuildCost(cpuSeconds: summary.cpuSeconds.median, wallSeconds: summary.seconds.median))
        }
      }, uniquingKeysWith: +)
    workspace = run.workspace.name
    let rounds = summaries.map(\.rounds).max() ?? 0
    build = recorded.map { "\($0.scenario.rawValue) build of \($0.arm), median of \(rounds)" } ?? ""
  }

  fileprivate init(_ document: Document) {
    byModule = Dictionary(
      document.modules.compactMap { module in
        module.id.map { ($0, BuildCost(cpuSeconds: module.cpuSeconds, wallSeconds: module.wallSeconds)) }
      }, uniquingKeysWith: +)
    workspace = document.build.workspace
    build = "\(document.build.isClean ? "clean" : "incremental") build of \(document.build.target)"
  }

  /// How a picture shows them.
  package var coloring: PictureStyle.Coloring {
    .values(title: "CPU seconds, \(build)", unit: "CPU s", byModule.mapValues(\.cpuSeconds))
  }

  /// What is read of `modgauge.timeline/1`.
  fileprivate struct Document: Decodable {
    struct Build: Decodable {
      let workspace: String
      let target: String
      let isClean: Bool
    }
    struct Module: Decodable {
      let id: ModuleID?
      let cpuSeconds: Double
      let wallSeconds: Double
    }
    let build: Build
    let modules: [Module]
  }
}

extension JSON {
  private struct Schema: Decodable {
    let schema: String
  }

  /// Reads what modules cost from a recorded build (`modgauge.timeline/1`), or from a run or its journal.
  /// - Throws: `JSON.Malformed`.
  package static func moduleCosts(from bytes: [UInt8]) throws -> ModuleCosts {
    let decoder = JSONDecoder()
    guard (try? decoder.decode(Schema.self, from: Data(bytes)))?.schema == TimelineDocument.schema else {
      return ModuleCosts(try run(from: bytes))
    }
    do { return ModuleCosts(try decoder.decode(ModuleCosts.Document.self, from: Data(bytes))) } catch {
      throw Malformed(error)
    }
  }
}
