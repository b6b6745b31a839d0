import ModuleGraph

extension JSON {
  /// `modgauge.check/1`.
  static func check(_ report: CheckReport) throws -> String { try pretty(Document(report)) }
}

private struct Document: Encodable {
  struct RuleCount: Encodable {
    let id: String
    let type: String
    let severity: String
    let comment: String?
    let new: Int
    let known: Int
    let excused: Int
    let needed: Int
  }

  struct Finding: Encodable {
    let rule: String
    let severity: String
    let standing: String
    let subject: [String]
    let message: String
    let modules: [ModuleID]
    let path: [ModuleID]?
    let dependencies: [Dependency]?
    let amount: Violation.Amount?
    let amountBefore: Int?
    let reason: String?
    let proof: String?
    let location: Dependency.Location?
    let otherLocations: [Dependency.Location]?

    init(_ finding: JudgedCheck.Finding) {
      let violation = finding.violation
      rule = violation.rule
      severity = violation.severity.rawValue
      subject = violation.subject
      message = violation.message
      proof = violation.proof?.word
      modules = violation.modules
      path = violation.path.isEmpty ? nil : violation.path
      dependencies = violation.dependencies.isEmpty ? nil : violation.dependencies
      amount = violation.amount
      location = violation.places.first
      let others = violation.otherPlaces
      otherLocations = others.isEmpty ? nil : others
      standing = finding.standing.word
      if case .grown(let before) = finding.standing { amountBefore = before } else { amountBefore = nil }
      reason =
        switch (finding.standing, violation.proof) {
        case (.excused(let reason), _), (_, .untried(let reason)?): reason
        case (.needed(let error), _): error
        default: nil
        }
    }
  }

  struct Open: Encodable {
    let rule: String
    let module: ModuleID
    let message: String
  }

  struct Entry: Encodable {
    let rule: String
    let subject: [String]
  }

  struct Comment: Encodable {
    let rule: String
    let reason: String?
    let location: Dependency.Location
  }

  let schema = "modgauge.check/1"
  let passed: Bool
  let failsAt: String?
  let comparedWith: String?
  let modules: Int
  let rules: [RuleCount]
  let violations: [Finding]
  let undecided: [Open]
  let stale: [Entry]
  let mended: [Entry]
  let improvements: [Open]
  let unusedComments: [Comment]

  init(_ report: CheckReport) {
    let judged = report.judged
    passed = report.passes
    failsAt = report.failsAt?.rawValue
    comparedWith = report.origin
    modules = judged.check.moduleCount
    rules = judged.check.rules.map { rule in
      let own = judged.findings.filter { $0.violation.rule == rule.id }
      return RuleCount(
        id: rule.id, type: rule.type, severity: rule.severity.rawValue, comment: rule.comment,
        new: own.count(where: \.standing.counts), known: own.count { $0.standing == .known },
        excused: own.count { $0.standing.word == "excused" }, needed: own.count { $0.standing.word == "needed" })
    }
    violations = judged.findings.map(Finding.init)
    undecided = judged.check.undecided.map { Open(rule: $0.rule, module: $0.module, message: $0.message) }
    stale = judged.stale.map { Entry(rule: $0.key.rule, subject: $0.key.subject) }
    mended = judged.mended.map { Entry(rule: $0.key.rule, subject: $0.key.subject) }
    improvements = judged.check.improvements.map { Open(rule: $0.rule, module: $0.module, message: $0.message) }
    unusedComments = judged.unusedComments.map { Comment(rule: $0.rule, reason: $0.reason, location: $0.place) }
  }
}

extension JudgedCheck.Standing {
  fileprivate var word: String {
    switch self {
    case .new: "new"
    case .known: "known"
    case .grown: "grown"
    case .excused: "excused"
    case .needed: "needed"
    }
  }
}

extension Proof {
  /// Its value in machine-readable output.
  var word: String {
    switch self {
    case .proven: "proven"
    case .needed: "needed"
    case .untried: "untried"
    }
  }
}

extension Array {
  fileprivate func count(where isCounted: KeyPath<Element, Bool>) -> Int { count { $0[keyPath: isCounted] } }
}
