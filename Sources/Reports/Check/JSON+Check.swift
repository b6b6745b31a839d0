import ModuleGraph

extension JSON {
  static func check(_ report: CheckReport) throws -> String {
    let judged = report.judged
    return try pretty([
      "schema": "modgauge.check/1", "passed": report.passes, "failsAt": report.failsAt?.rawValue,
      "comparedWith": report.origin, "modules": judged.check.moduleCount,
      "rules": judged.check.rules.map(judged.json),
      "violations": judged.findings.map(\.json),
      "undecided": judged.check.undecided,
      "stale": judged.stale.map(\.key), "mended": judged.mended.map(\.key),
      "improvements": judged.check.improvements,
      "unusedComments": judged.unusedComments.map { comment -> Object in
        ["rule": comment.rule, "reason": comment.reason, "location": comment.place]
      },
    ])
  }
}

extension JudgedCheck {
  fileprivate func json(_ rule: Rule) -> JSON.Object {
    let own = findings.filter { $0.violation.rule == rule.id }
    return [
      "id": rule.id, "type": rule.type, "severity": rule.severity.rawValue, "comment": rule.comment,
      "new": own.count { $0.standing.counts }, "known": own.count { $0.standing == .known },
      "excused": own.count { $0.standing.word == "excused" }, "needed": own.count { $0.standing.word == "needed" },
    ]
  }
}

extension JudgedCheck.Finding {
  fileprivate var json: JSON.Object {
    let reason: String? =
      switch (standing, violation.proof) {
      case (.excused(let reason), _), (_, .untried(let reason)?): reason
      case (.needed(let error), _): error
      default: nil
      }
    let amountBefore: Int? = if case .grown(let before) = standing { before } else { nil }
    let others = violation.otherPlaces
    return [
      "rule": violation.rule, "severity": violation.severity.rawValue, "standing": standing.word,
      "subject": violation.subject, "message": violation.message, "modules": violation.modules,
      "path": violation.path.isEmpty ? nil : violation.path,
      "dependencies": violation.dependencies.isEmpty ? nil : violation.dependencies,
      "amount": violation.amount, "amountBefore": amountBefore,
      "reason": reason, "proof": violation.proof?.word,
      "location": violation.places.first, "otherLocations": others.isEmpty ? nil : others,
    ]
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
  var word: String {
    switch self {
    case .proven: "proven"
    case .needed: "needed"
    case .untried: "untried"
    }
  }
}
