import ModuleGraph

/// The Static Analysis Results Interchange Format, version 2.1.0 (OASIS), for code scanning services.
enum SARIF {
  /// All violations: known ones are `unchanged`, excused and needed ones suppressed.
  static func check(_ report: CheckReport) throws -> String { try JSON.pretty(Log(runs: [Run(report)])) }

  struct Log: Encodable {
    enum CodingKeys: String, CodingKey {
      case schema = "$schema"
      case version, runs
    }

    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let version = "2.1.0"
    let runs: [Run]
  }

  struct Run: Encodable {
    let tool: Tool
    let columnKind = "unicodeCodePoints"
    let results: [Result]

    init(tool: Tool, results: [Result]) { (self.tool, self.results) = (tool, results) }

    init(_ report: CheckReport) {
      let rules = report.judged.check.rules
      let descriptors =
        rules.map { rule in
          Descriptor(
            id: rule.id, shortDescription: Message(text: RuleTypes.named(rule.type)?.summary ?? rule.type),
            fullDescription: rule.comment.map(Message.init), defaultConfiguration: .init(level: rule.severity.level))
        }
        + CheckReport.ownRules.map {
          Descriptor(
            id: $0.id, shortDescription: Message(text: $0.summary), fullDescription: nil,
            defaultConfiguration: .init(level: "error"))
        }
      tool = Tool(driver: Driver(version: report.version, rules: descriptors))
      let places = Dictionary(descriptors.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      let isCompared = report.origin != nil
      results =
        report.judged.findings.map { Result($0, places[$0.violation.rule] ?? 0, isCompared: isCompared, report) }
        + report.rows.filter { $0.violation == nil }.map { Result($0, places[$0.rule] ?? 0, report) }
    }
  }

  struct Tool: Encodable { let driver: Driver }

  struct Driver: Encodable {
    let name = "modgauge"
    /// `nil` if the report does not know it.
    let version: String?
    let rules: [Descriptor]
  }

  struct Descriptor: Encodable {
    struct Configuration: Encodable { let level: String }

    let id: String
    let shortDescription: Message
    let fullDescription: Message?
    let defaultConfiguration: Configuration
  }

  struct Message: Encodable { let text: String }

  struct Result: Encodable {
    struct Suppression: Encodable {
      let kind: String
      let justification: String
    }

    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Message
    let locations: [Location]?
    let relatedLocations: [Location]?
    /// Identifies the violation across runs.
    let partialFingerprints: [String: String]?
    let baselineState: String?
    let suppressions: [Suppression]?
    /// `proof`, if builds were made.
    let properties: [String: String]?

    /// A new result at one location.
    init(_ rule: String, _ index: Int, level: String, _ message: String, at place: Location, knownBy subject: [String])
    {
      (ruleId, ruleIndex, self.level, self.message) = (rule, index, level, Message(text: message))
      (locations, relatedLocations) = ([place], nil)
      partialFingerprints = ["modgaugeSubject/v1": ([rule] + subject).joined(separator: "|")]
      (baselineState, suppressions, properties) = (nil, nil, nil)
    }

    init(_ finding: JudgedCheck.Finding, _ index: Int, isCompared: Bool, _ report: CheckReport) {
      let violation = finding.violation
      ruleId = violation.rule
      ruleIndex = index
      level = violation.severity.level
      message = Message(text: finding.message)
      locations = violation.places.first.map { [Location($0, report)] }
      let others = violation.places.dropFirst().map { Location($0, report) }
      relatedLocations = others.isEmpty ? nil : others
      partialFingerprints = ["modgaugeSubject/v1": ([violation.rule] + violation.subject).joined(separator: "|")]
      switch finding.standing {
      case .new: (baselineState, suppressions) = (isCompared ? "new" : nil, nil)
      case .grown: (baselineState, suppressions) = ("updated", nil)
      case .known: (baselineState, suppressions) = ("unchanged", nil)
      case .excused(let reason):
        (baselineState, suppressions) = (nil, [Suppression(kind: "inSource", justification: reason)])
      case .needed(let error):
        let words = "A build without it fails: \(error)"
        (baselineState, suppressions) = (nil, [Suppression(kind: "external", justification: words)])
      }
      properties = violation.proof.map { ["proof": $0.word] }
    }

    init(_ row: CheckReport.Row, _ index: Int, _ report: CheckReport) {
      ruleId = row.rule
      ruleIndex = index
      level = row.severity.level
      message = Message(text: row.message)
      locations = row.place.map { [Location($0, report)] }
      (relatedLocations, partialFingerprints, baselineState, suppressions) = (nil, nil, nil, nil)
      properties = nil
    }
  }

  struct Location: Encodable {
    struct Physical: Encodable {
      struct Artifact: Encodable {
        let uri: String
        let uriBaseId = "%SRCROOT%"
      }

      struct Region: Encodable {
        let startLine: Int
        let startColumn: Int?
      }

      let artifactLocation: Artifact
      let region: Region
    }

    let physicalLocation: Physical

    init(_ place: Dependency.Location, _ report: CheckReport) {
      self.init(path: report.folders.inRepository(place.file), line: place.line, column: place.column)
    }

    /// - Parameter path: relative to the root of the repository.
    init(path: String, line: Int, column: Int? = nil) {
      physicalLocation = Physical(
        artifactLocation: .init(uri: SARIF.uri(path)), region: .init(startLine: line, startColumn: column))
    }
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
