import Documents
import ModuleGraph

/// GitLab's format for reports of code quality, which merge requests show beside the code.
///
/// Source: GitLab's documentation, “Code Quality report format”. An array; each entry needs all fields.
enum CodeQuality {
  /// All violations that count, sorted as in the other formats. Paths are relative to the root of the repository.
  static func check(_ report: CheckReport) throws -> String {
    try JSONCodec.text(report.rows.map { $0.codeQuality(report.folders) })
  }
}

extension CheckReport.Row {
  /// The fingerprint identifies the violation in another report, so that GitLab tells new ones from known ones. What has
  /// no line of its own, such as an outdated entry of the baseline, is about the configuration.
  fileprivate func codeQuality(_ folders: CheckReport.Folders) -> JSON.Object {
    let severity =
      switch severity {
      case .error: "major"
      case .warning: "minor"
      case .info: "info"
      }
    return [
      "description": ([message] + details.map { $0.line(folders) }).joined(separator: "; "),
      "check_name": rule, "severity": severity,
      "fingerprint": ([rule] + (violation?.subject ?? [message])).joined(separator: "|"),
      "location": [
        "path": folders.inRepository(place?.file ?? ".modgauge.yml"), "lines": ["begin": place?.line ?? 1],
      ] as JSON.Object,
    ]
  }
}
