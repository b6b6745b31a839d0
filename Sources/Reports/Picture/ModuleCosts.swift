package import BuildAnalysis
package import Documents
package import ModuleGraph

/// The costs of modules in recorded builds, for the colours of pictures and columns of tables.
package struct ModuleCosts: Sendable, Hashable {
  /// For a module that was built both for the product and as a tool, the sum of both.
  package let byModule: [ModuleID: BuildCost]
  /// The workspace that was built.
  package let workspace: String
  /// For a legend, as in `clean build of App`.
  package let build: String

  /// The medians of a run's combined app; empty if its builds were not recorded.
  package init(_ findings: RunFindings) {
    let recorded = findings.recordedCase
    let summaries = recorded.map(findings.moduleSummaries(of:)) ?? []
    byModule = Dictionary(
      summaries.compactMap { summary in
        summary.id.map {
          ($0, BuildCost(cpuSeconds: summary.cpuSeconds.median, wallSeconds: summary.seconds.median))
        }
      }, uniquingKeysWith: +)
    workspace = findings.run.workspace.name
    let rounds = summaries.map(\.rounds).max() ?? 0
    build = recorded.map { "\($0.scenario.rawValue) build of \($0.arm), median of \(rounds)" } ?? ""
  }

  /// The costs in one recorded build.
  package init(_ document: TimelineDocument) {
    byModule = Dictionary(
      document.modules.compactMap { module in
        // Logs of older versions of Xcode have no CPU times.
        guard let id = module.id, let cpuSeconds = module.cpuSeconds else { return nil }
        // Where an old document lacks the wall time, its pauses count as well.
        let wallSeconds = module.wallSeconds ?? module.end - module.start
        return (id, BuildCost(cpuSeconds: cpuSeconds, wallSeconds: wallSeconds))
      }, uniquingKeysWith: +)
    workspace = document.build.workspace
    build = "\(document.build.isClean ? "clean" : "incremental") build of \(document.build.target)"
  }

  /// A colouring of pictures by cost.
  package var coloring: PictureStyle.Coloring {
    .values(title: "CPU seconds, \(build)", unit: "CPU s", byModule.mapValues(\.cpuSeconds))
  }
}
