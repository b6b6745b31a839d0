package import BuildAnalysis
import Documents

/// The reports of a run, derived from the run alone.
package struct RunReport: Report {
  let findings: RunFindings
  /// The paths of recorded builds' pages relative to the report, by trace.
  let recordedPages: [String: String]
  /// Whether the pictures that the Markdown shows lie beside it.
  let hasPictures: Bool

  package init(_ findings: RunFindings, recordedPages: [String: String] = [:], hasPictures: Bool = true) {
    (self.findings, self.recordedPages, self.hasPictures) = (findings, recordedPages, hasPictures)
  }

  package static let hasDetails = true

  /// The rendering that only a recorded run has.
  package static let modulesName = "modules"

  /// Whether any build was recorded.
  package var hasModules: Bool { findings.recordedCase != nil }

  /// A run's folder contains those with a file name, and the pictures of ``pictures``.
  package static let renderings: [Rendering<Self>] = [
    Rendering("markdown", "md", file: "report.md") { Markdown.builds($0.findings, hasPictures: $0.hasPictures) },
    .text { Text.document(tables($0.findings), $1) }.forTerminal,
    .html(file: "report.html") { try $0.page(laidOutBy: $1).html },
    .chart(.svg, file: "chart.svg") { DOT.charts(of: $0.findings) },
    .chart(.png, file: "chart.png") { DOT.charts(of: $0.findings) },
    Rendering("csv", "csv", file: "builds.csv") { CSV.builds($0.findings) },
    Rendering(modulesName, "csv", file: "modules.csv") { CSV.modules($0.findings) ?? "" },
    Rendering("json", "json", file: "run.json") { try $0.findings.json() },
    Rendering("hyperfine", "json", file: "hyperfine.json") { try JSON.hyperfine($0.findings) },
  ]
}

extension RunReport {
  private func page(laidOutBy engine: LayoutEngine) throws -> RunPage {
    // The graph of a single module would be a box alone.
    let isGraph = Set(findings.run.arms.flatMap(\.modules)).count > 1
    return RunPage(
      findings, recordedPages: recordedPages, graph: isGraph ? try GraphPage(findings).part(laidOutBy: engine) : nil)
  }

  /// What a command prints: the requested rendering, or by default the tables, as text at a terminal and as Markdown
  /// elsewhere.
  package func printed(as rendering: Rendering<Self>?, _ style: TextStyle) throws -> String {
    if case .text(let text) = rendering?.content { return try text(self, style) }
    let tables = Self.tables(findings)
    return style.columns == nil ? Markdown.document(tables) : Text.document(tables, style)
  }
}

extension Markdown {
  /// For a pull request or a wiki: what was measured, the tables, and the limits of the figures. Pictures are links.
  package static func builds(_ findings: RunFindings, hasPictures: Bool = true) -> String {
    document(RunReport.page(findings).filter { block in if case .picture = block { hasPictures } else { true } })
  }
}
