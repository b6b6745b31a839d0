import ModuleGraph

/// The Static Analysis Results Interchange Format, version 2.1.0 (OASIS), for code scanning services.
enum SARIF {
  struct Descriptor {
    let id: String
    let summary: String
    var details: String?
    var level = "error"

    fileprivate var json: JSON.Object {
      [
        "id": id, "shortDescription": text(summary), "fullDescription": details.map(text),
        "defaultConfiguration": ["level": level],
      ]
    }
  }

  struct Result {
    let rule: String
    let level: String
    let message: String
    let location: JSON.Object?
    /// Identifies the result across runs.
    let subject: [String]?
    var others: JSON.Object = [:]

    fileprivate func json(index: Int) -> JSON.Object {
      others + [
        "ruleId": rule, "ruleIndex": index, "level": level, "message": text(message),
        "locations": location.map { [$0] },
        "partialFingerprints": subject.map { ["modgaugeSubject/v1": ([rule] + $0).joined(separator: "|")] },
      ]
    }
  }

  /// - Parameter version: of modgauge; `nil` if the report does not know it.
  static func log(version: String?, _ rules: [Descriptor], _ results: [Result]) throws -> String {
    let indices = rules.enumerated().keyed { ($1.id, $0) }
    let driver: JSON.Object = ["name": "modgauge", "version": version, "rules": rules.map(\.json)]
    let run: JSON.Object = [
      "tool": ["driver": driver], "columnKind": "unicodeCodePoints",
      "results": results.map { $0.json(index: indices[$0.rule] ?? 0) },
    ]
    return try JSON.pretty([
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
    ])
  }

  private static func text(_ text: String) -> [String: String] { ["text": text] }

  /// - Parameter path: relative to the root of the repository.
  static func location(path: String, line: Int, column: Int? = nil) -> JSON.Object {
    let physical: JSON.Object = [
      "artifactLocation": ["uri": uri(path), "uriBaseId": "%SRCROOT%"],
      "region": ["startLine": line, "startColumn": column] as JSON.Object,
    ]
    return ["physicalLocation": physical]
  }

  /// All violations: known ones are `unchanged`, excused and needed ones suppressed.
  static func check(_ report: CheckReport) throws -> String {
    let rules = report.judged.check.rules.map { rule in
      Descriptor(
        id: rule.id, summary: RuleTypes.named(rule.type)?.summary ?? rule.type, details: rule.comment,
        level: rule.severity.level)
    }
    let own = CheckReport.ownRules.map { Descriptor(id: $0.id, summary: $0.summary) }
    let others = report.rows.filter { $0.violation == nil }.map { row in
      Result(
        rule: row.rule, level: row.severity.level, message: row.message,
        location: row.place.map { location($0, report) }, subject: nil)
    }
    return try log(version: report.version, rules + own, report.judged.findings.map { result($0, report) } + others)
  }

  private static func result(_ finding: JudgedCheck.Finding, _ report: CheckReport) -> Result {
    let violation = finding.violation
    let others = violation.places.dropFirst().map { location($0, report) }
    let standing: JSON.Object =
      switch finding.standing {
      case .new: ["baselineState": report.origin == nil ? nil : "new"]
      case .grown: ["baselineState": "updated"]
      case .known: ["baselineState": "unchanged"]
      case .excused(let reason): ["suppressions": [["kind": "inSource", "justification": reason]]]
      case .needed(let error):
        ["suppressions": [["kind": "external", "justification": "A build without it fails: \(error)"]]]
      }
    return Result(
      rule: violation.rule, level: violation.severity.level, message: finding.message,
      location: violation.places.first.map { location($0, report) }, subject: violation.subject,
      others: standing + [
        "relatedLocations": others.isEmpty ? nil : others,
        "properties": violation.proof.map { ["proof": $0.word] },
      ])
  }

  private static func location(_ place: Dependency.Location, _ report: CheckReport) -> JSON.Object {
    location(path: report.folders.inRepository(place.file), line: place.line, column: place.column)
  }

  /// A path as a relative reference by RFC 3986.
  static func uri(_ path: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    let digits = Array("0123456789ABCDEF")
    return path.utf8.reduce(into: "") { uri, byte in
      if plain.contains(byte) {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        uri += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }
}

extension Rule.Severity {
  fileprivate var level: String { self == .info ? "note" : rawValue }
}
