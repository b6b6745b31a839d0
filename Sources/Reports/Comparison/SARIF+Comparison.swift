import BuildAnalysis
import ModuleGraph

extension SARIF {
  /// The checks of a gate that did not pass; without a gate, the builds that failed or became slower. Each is located at
  /// the manifest line of a new dependency of the arm, otherwise at the start of the manifest.
  static func comparison(_ report: ComparisonReport) throws -> String {
    let rows = report.gate == nil ? report.ungatedRows.filter { $0.outcome == .failed } : report.gateRows
    let findings = rows.filter { $0.outcome != .passed }.map { row in
      finding(row, level: row.outcome == .failed ? "error" : "warning", report)
    }
    let lonely = report.lonelyRows.map { finding($0, level: "note", report) }
    let counts = GateSettings.countedFigures.map {
      Descriptor(id: $0.rawValue, summary: "A count of an arm grew by more than allowed.")
    }
    let times = Descriptor(id: timeRule, summary: "Builds fail, or became slower than allowed.")
    return try log(
      version: nil, [times] + counts, findings + (report.gate == nil ? slower(report) : []) + lonely)
  }

  private static let timeRule = "build-time"

  private static func finding(_ row: GateRow, level: String, _ report: ComparisonReport) -> Result {
    Result(
      rule: row.figure?.rawValue ?? timeRule, level: level, message: "\(row.name): \(row.description)",
      location: place(of: row.arm, report), subject: [row.arm] + row.subject)
  }

  private static func slower(_ report: ComparisonReport) -> [Result] {
    report.comparison.cases.filter { $0.telling?.change.verdict == .slower }.map { change in
      Result(
        rule: timeRule, level: "warning", message: "\(change.title) became slower: \(change.sentence)",
        location: place(of: change.arm, report), subject: [change.arm, change.scenario.rawValue])
    }
  }

  private static func place(of arm: String, _ report: ComparisonReport) -> JSON.Object {
    let added = report.comparison.arms.first { $0.arm == arm }?.addedDependencies ?? []
    let stated = added.lazy.compactMap(\.location).first
    return location(path: report.pathInRepository(stated?.file ?? "Package.swift"), line: stated?.line ?? 1)
  }
}
