package import BuildAnalysis
package import Documents
package import ModuleGraph

/// What modules cost in builds that were recorded: what pictures colour by, and columns of tables.
package struct ModuleCosts: Sendable, Hashable {
  /// Of a module that was also built to run during the build, both together.
  package let byModule: [ModuleID: BuildCost]
  /// The workspace whose builds they are of.
  package let workspace: String
  /// `clean build of App`, for a legend.
  package let build: String

  /// The medians of a run's combined app; no figures where its builds were not recorded.
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

  /// Of one recorded build.
  package init(_ document: TimelineDocument) {
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
}
