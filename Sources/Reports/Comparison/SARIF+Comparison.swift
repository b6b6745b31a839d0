import BuildAnalysis
import ModuleGraph

extension SARIF {
  /// The checks of a gate that did not pass; without a gate, the builds that failed or became slower. Each is located at
  /// the manifest line of a new dependency of the arm, otherwise at the start of the manifest.
  static func comparison(_ report: ComparisonReport) throws -> String {
    let findings = report.gate == nil ? broken(report) + slower(report) : failed(report)
    let lonely = report.lonelyRows.map {
      finding(timeRule, level: "note", "\($0.name): \($0.description)", arm: $0.name, subject: [$0.name], report)
    }
    let counts = GateSettings.countedFigures.map {
      Descriptor(id: $0.rawValue, summary: "A count of an arm grew by more than allowed.")
    }
    let times = Descriptor(id: timeRule, summary: "Builds fail, or became slower than allowed.")
    return try log(version: nil, [times] + counts, findings + lonely)
  }

  private static func finding(
    _ rule: String, level: String, _ message: String, arm: String, subject: [String], _ report: ComparisonReport
  ) -> Result {
    Result(rule: rule, level: level, message: message, location: place(of: arm, report), subject: subject)
  }

  private static let timeRule = "build-time"

  private static func broken(_ report: ComparisonReport) -> [Result] {
    zip(report.comparison.cases, report.ungatedRows).filter { $0.1.outcome == .failed }.map { change, row in
      finding(
        timeRule, level: "error", "\(row.name): \(row.description)", arm: change.arm,
        subject: [change.arm, change.scenario.rawValue, "build"], report)
    }
  }

  private static func slower(_ report: ComparisonReport) -> [Result] {
    report.comparison.cases.filter { $0.telling?.change.verdict == .slower }.map { change in
      finding(
        timeRule, level: "warning", "\(change.title) became slower: \(change.sentence)", arm: change.arm,
        subject: [change.arm, change.scenario.rawValue], report)
    }
  }

  private static func failed(_ report: ComparisonReport) -> [Result] {
    guard let gate = report.gate else { return [] }
    var subjects: [(rule: String, arm: String, more: [String])] = gate.times.map {
      (timeRule, $0.arm, [$0.scenario.rawValue] + ($0.limit.measure == .cpu ? [TimeMeasure.cpu.rawValue] : []))
    }
    subjects += gate.counts.map { ($0.change.figure.rawValue, $0.arm, [$0.change.scenario?.rawValue ?? ""]) }
    subjects += gate.brokenCases.map { (timeRule, $0.arm, [$0.scenario.rawValue, "build"]) }
    return zip(report.gateRows, subjects).filter { $0.0.outcome != .passed }.map { row, subject in
      finding(
        subject.rule, level: row.outcome == .failed ? "error" : "warning", "\(row.name): \(row.description)",
        arm: subject.arm, subject: [subject.arm] + subject.more, report)
    }
  }

  private static func place(of arm: String, _ report: ComparisonReport) -> JSON.Object {
    let added = report.comparison.arms.first { $0.arm == arm }?.addedDependencies ?? []
    let stated = added.lazy.compactMap(\.location).first
    return location(path: report.pathInRepository(stated?.file ?? "Package.swift"), line: stated?.line ?? 1)
  }
}
