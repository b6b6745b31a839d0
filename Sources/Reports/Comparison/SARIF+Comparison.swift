import BuildAnalysis
import ModuleGraph

extension SARIF {
  /// The checks of a gate that did not pass; without a gate, the builds that failed or became slower. Each is located at
  /// the manifest line of a new dependency of the arm, otherwise at the start of the manifest.
  static func comparison(_ report: ComparisonReport) throws -> String {
    let lonely = report.lonelyRows.map {
      Finding(rule: timeRule, level: "note", message: "\($0.name): \($0.words)", arm: $0.name, subject: [$0.name])
    }
    let findings = (report.gate == nil ? broken(report) + slower(report) : failed(report)) + lonely
    let ids = rules.map(\.id)
    let results = findings.map { finding in
      Result(
        finding.rule, ids.firstIndex(of: finding.rule) ?? 0, level: finding.level, finding.message,
        at: place(of: finding.arm, report), knownBy: finding.subject)
    }
    let tool = Tool(driver: Driver(version: nil, rules: rules))
    return try JSON.pretty(Log(runs: [Run(tool: tool, results: results)]))
  }

  private struct Finding {
    let rule: String
    let level: String
    let message: String
    let arm: String
    let subject: [String]
  }

  private static let timeRule = "build-time"

  private static let rules =
    [descriptor(timeRule, "Builds fail, or became slower than allowed.")]
    + GateSettings.countedFigures.map { descriptor($0.rawValue, "A count of an arm grew by more than allowed.") }

  private static func descriptor(_ id: String, _ summary: String) -> Descriptor {
    Descriptor(
      id: id, shortDescription: Message(text: summary), fullDescription: nil,
      defaultConfiguration: .init(level: "error"))
  }

  private static func broken(_ report: ComparisonReport) -> [Finding] {
    zip(report.comparison.cases, report.ungatedRows).filter { $0.1.outcome == .failed }.map { change, row in
      Finding(
        rule: timeRule, level: "error", message: "\(row.name): \(row.words)", arm: change.arm,
        subject: [change.arm, change.scenario.rawValue, "build"])
    }
  }

  private static func slower(_ report: ComparisonReport) -> [Finding] {
    report.comparison.cases.filter { $0.telling?.change.verdict == .slower }.map { change in
      Finding(
        rule: timeRule, level: "warning", message: "\(change.title) became slower: \(change.sentence)", arm: change.arm,
        subject: [change.arm, change.scenario.rawValue])
    }
  }

  private static func failed(_ report: ComparisonReport) -> [Finding] {
    guard let gate = report.gate else { return [] }
    var subjects: [(rule: String, arm: String, more: [String])] = gate.times.map {
      (timeRule, $0.arm, [$0.scenario.rawValue] + ($0.limit.measure == .cpu ? [TimeMeasure.cpu.rawValue] : []))
    }
    subjects += gate.counts.map { ($0.change.figure.rawValue, $0.arm, [$0.change.scenario?.rawValue ?? ""]) }
    subjects += gate.brokenCases.map { (timeRule, $0.arm, [$0.scenario.rawValue, "build"]) }
    return zip(report.gateRows, subjects).filter { $0.0.outcome != .passed }.map { row, subject in
      Finding(
        rule: subject.rule, level: row.outcome == .failed ? "error" : "warning", message: "\(row.name): \(row.words)",
        arm: subject.arm, subject: [subject.arm] + subject.more)
    }
  }

  private static func place(of arm: String, _ report: ComparisonReport) -> Location {
    let added = report.comparison.arms.first { $0.arm == arm }?.addedDependencies ?? []
    let stated = added.lazy.compactMap(\.location).first
    return Location(path: report.pathInRepository(stated?.file ?? "Package.swift"), line: stated?.line ?? 1)
  }
}
