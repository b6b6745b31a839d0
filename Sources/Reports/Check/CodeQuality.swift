import ModuleGraph

/// GitLab's format for reports of code quality, which merge requests show beside the code.
///
/// Source: GitLab's documentation, “Code Quality report format”. An array; each entry needs all fields.
enum CodeQuality {
  /// All violations that count, sorted as in the other formats. Paths are relative to the root of the repository.
  static func check(_ report: CheckReport) throws -> String {
    try JSON.pretty(report.rows.map { Entry($0, report.folders) })
  }

  private struct Entry: Encodable {
    struct Location: Encodable {
      struct Lines: Encodable { let begin: Int }

      let path: String
      let lines: Lines
    }

    enum CodingKeys: String, CodingKey {
      case description, fingerprint, severity, location
      case checkName = "check_name"
    }

    let description: String
    let checkName: String
    /// Identifies the violation in another report, so that GitLab tells new ones from known ones.
    let fingerprint: String
    let severity: String
    let location: Location

    init(_ row: CheckReport.Row, _ folders: CheckReport.Folders) {
      description = ([row.message] + row.details.map { $0.line(folders) }).joined(separator: "; ")
      checkName = row.rule
      fingerprint = ([row.rule] + (row.violation?.subject ?? [row.message])).joined(separator: "|")
      severity =
        switch row.severity {
        case .error: "major"
        case .warning: "minor"
        case .info: "info"
        }
      // What has no line of its own, such as an outdated entry of the baseline, is about the configuration.
      location = Location(
        path: folders.inRepository(row.place?.file ?? ".modgauge.yml"), lines: .init(begin: row.place?.line ?? 1))
    }
  }
}
