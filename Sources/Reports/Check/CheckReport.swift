package import ModuleGraph

/// The result of a check, and whether it passes.
package struct CheckReport: Report {
  package struct Folders: Sendable {
    /// The workspace's folder, absolute.
    package let workspace: String
    /// The workspace's folder relative to the root of its repository, empty for the root itself; `nil` if there is no
    /// repository.
    package let inRepository: String?

    package init(workspace: String, inRepository: String? = nil) {
      (self.workspace, self.inRepository) = (workspace, inRepository)
    }

    /// A path of the graph, relative to the root of the repository.
    func inRepository(_ path: String) -> String {
      inRepository.map { $0.isEmpty ? path : "\($0)/\(path)" } ?? path
    }

    func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(workspace)/\(path)" }
  }

  package let judged: JudgedCheck
  /// The lowest severity that fails the check; absent if none does.
  package let failsAt: Rule.Severity?
  /// The source of the known violations: a file or a revision; absent if none are known.
  package let origin: String?
  package let folders: Folders
  /// Where a revision is compared with: the baseline of the configuration, and its entries that no longer occur.
  package var outdated: (file: String, entries: [Baseline.Entry])?
  package let version: String
  private let style: PictureStyle
  /// In the order of the rules, followed by problems of the baseline and of comments.
  let rows: [Row]
  /// The same for people: what one dependency causes is one row, which names the other rules that it breaks.
  let findings: [Row]

  package init(
    _ judged: JudgedCheck, failsAt: Rule.Severity?, origin: String?, folders: Folders, version: String,
    style: PictureStyle = PictureStyle()
  ) {
    (self.judged, self.failsAt, self.origin, self.folders) = (judged, failsAt, origin, folders)
    (self.version, self.style) = (version, style)
    let others = Self.otherRows(of: judged, origin: origin)
    rows = judged.counting.map { Row($0) } + others
    findings = judged.grouped.compactMap { Row($0) } + others
  }

  package var passes: Bool { failsAt.map { !judged.fails(at: $0) } ?? true }

  package static let renderings: [Rendering<Self>] =
    [
      .text(Text.check), .markdown(Markdown.check), .json(JSON.check),
      Rendering("sarif", "sarif", SARIF.check), Rendering("junit", "xml", JUnit.check),
      Rendering("code-quality", "code-quality.json", CodeQuality.check),
      Rendering("github", "github", Annotations.github), Rendering("xcode", "xcode", Annotations.xcode),
      .html { try CheckPage($0, style: $0.style).html(laidOutBy: $1) },
    ] + Rendering.pictures { try Mermaid.text($0.picture) }

  package var pictures: PictureChoice? { PictureChoice(picture) }

  private var picture: GraphPicture { GraphPicture(judged, style: style) }

  /// The violating modules and their neighbours; absent if there are none, or too many.
  var neighbourhood: GraphPicture? { GraphPicture(neighbourhoodOf: judged, limit: 16) }
}

extension CheckReport {
  /// Remarks: undecided modules, needed dependencies, fixed violations, improvements, smaller figures, stale
  /// entries that do not count, and violations that pass.
  var remarks: [String] {
    let reasons = judged.check.undecided.map { "\($0.rule): \($0.message)" }
    let counts = Dictionary(reasons.map { ($0, 1) }, uniquingKeysWith: +)
    var told: Set<String> = []
    let open = reasons.filter { told.insert($0).inserted }.map { reason in
      "not decided: \(reason)" + (counts[reason, default: 1] > 1 ? " (\(counts[reason, default: 1]) modules)" : "")
    }
    let mended = judged.mended.map { "fixed: \($0.key.rule): \($0.key.description)" }
    let better = judged.check.improvements.map { "better: \($0.rule): \($0.message)" }
    return open + needed.map { "needed: \($0.rule): \($0.description)" } + mended + better + fallen + staleElsewhere
      + passedOver
  }

  /// They fail only the check without a revision.
  private var staleElsewhere: [String] {
    outdated.map { file, entries in
      entries.map { entry in
        "stale: \(entry.key.rule): \(file) lists \(entry.key.description), which no longer occurs (--prune-baseline removes it)"
      }
    } ?? []
  }

  /// Figures that have become smaller than those of the baseline, which would let them rise again.
  private var fallen: [String] {
    judged.fallen.map { fallen in
      let (violation, before) = (fallen.violation, Figures.count(fallen.before))
      let words = "better: \(violation.rule): \(violation.message), it was \(before)"
      return judged.isBranch ? words : words + " (--prune-baseline lowers that in \(origin ?? "the baseline"))"
    }
  }

  /// A finding that counts: a violation, or a stale baseline entry or unused comment.
  struct Row: Sendable {
    /// The rule's id, or the name of a built-in check.
    let rule: String
    let severity: Rule.Severity
    let message: String
    let place: Dependency.Location?
    var violation: Violation?

    /// What the same dependency causes besides.
    var others: [JudgedCheck.Finding] = []

    /// The steps of a path or cycle, or other places; and what the same dependency causes besides.
    var details: [ViolationDetail] { (violation?.details ?? []) + ViolationDetail.others(others, besides: message) }
    /// The rules that it is about, its own first.
    var rules: [String] {
      others.lazy.map(\.violation.rule).reduce(into: [rule]) { if !$0.contains($1) { $0.append($1) } }
    }
  }

  /// The findings of each rule and each built-in check that has any. A rule may have a comment, a check has a summary.
  var sections: [(rule: String, title: String, comment: String?, summary: String?, rows: [Row])] {
    let found = Dictionary(grouping: findings, by: \.rule)
    let rules = judged.check.rules.map { rule in
      (rule.id, rule.id == rule.type ? rule.id : "\(rule.id) (\(rule.type))", rule.comment, String?.none)
    }
    let own = Self.ownRules.map { ($0.id, $0.id, String?.none, String?.some($0.summary)) }
    return (rules + own).compactMap { id, title, comment, summary in
      found[id].map { (id, title, comment, summary, $0) }
    }
  }

  /// Built-in checks, which apply to every configuration.
  package static let ownRules = [
    (id: Rule.staleBaseline, summary: "Each entry of the baseline is a violation that still occurs."),
    (
      id: Rule.unusedIgnore,
      summary: "Each comment `modgauge:ignore` names a rule and a reason, and excuses a violation."
    ),
  ]

  private static func otherRows(of judged: JudgedCheck, origin: String?) -> [Row] {
    judged.stale.map { entry in
      Row(
        rule: ownRules[0].id, severity: .error,
        message: "\(origin ?? "the baseline") lists a violation of \(entry.key.rule) that no longer occurs: "
          + "\(entry.key.description) (--prune-baseline removes it)", place: nil)
    }
      + judged.unusedComments.map { comment in
        Row(
          rule: ownRules[1].id, severity: .error, message: comment.complaint(among: judged.check.rules.map(\.id)),
          place: comment.place)
      }
  }

  /// `2 errors, 1 warning`; `nil` if nothing counts.
  var countWords: String? {
    let parts = Rule.Severity.allCases.reversed().compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : Figures.counted(count, severity.noun, severity == .info ? severity.noun : nil)
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  var verdict: String {
    let check = judged.check
    let scope = "\(Figures.counted(check.rules.count, "rule")), \(Figures.counted(check.moduleCount, "module"))"
    guard let words = countWords else { return "Passed: no \(origin == nil ? "" : "new ")violations (\(scope))." }
    if failsAt == nil { return "Found \(words), none of which fails this check (\(scope))." }
    return "\(passes ? "Passed" : "Failed"): \(words) (\(scope))."
  }

  /// Dependencies that rules report but builds need: the rule, and a sentence without a full stop.
  var needed: [(rule: String, description: String)] {
    judged.findings.compactMap { finding in
      guard case .needed(let error) = finding.standing else { return nil }
      return (finding.violation.rule, "\(finding.violation.message), but a build without it fails: \(error)")
    }
  }

  var passedOver: [String] {
    let known = judged.findings.count { $0.standing == .known }
    let excused = judged.findings.count { if case .excused = $0.standing { true } else { false } }
    return [
      known == 0
        ? nil : "\(Figures.counted(known, "violation")) \(known == 1 ? "is" : "are") known from \(origin ?? "before").",
      excused == 0
        ? nil : "\(Figures.counted(excused, "violation")) \(excused == 1 ? "is" : "are") excused by comments.",
    ].compactMap { $0 }
  }
}

extension CheckReport.Row {
  fileprivate init(_ finding: JudgedCheck.Finding) {
    self.init(
      rule: finding.violation.rule, severity: finding.violation.severity, message: finding.message,
      place: finding.violation.places.first, violation: finding.violation)
  }

  fileprivate init?(_ group: [JudgedCheck.Finding]) {
    guard let first = group.first else { return nil }
    self.init(first)
    others = Array(group.dropFirst())
  }
}

extension Dependency.Location {
  /// `Package.swift:12`, with the column if known.
  var description: String { "\(file):\(line)" + (column.map { ":\($0)" } ?? "") }
}

extension JudgedCheck.Finding {
  /// The message with the former figure, if it has grown, and with the result of builds.
  var message: String {
    if case .grown(let before) = standing {
      guard let amount = violation.amount, let unit = amount.unit else {
        return violation.message + ", it was \(Figures.count(before))"
      }
      return violation.message + "; \(unit): \(Figures.count(amount.value)), before \(Figures.count(before))"
    }
    return switch violation.proof {
    case .proven?: violation.message + " (proven: everything builds without it)"
    case .untried(let reason)?: violation.message + " (not tried: \(reason))"
    case .needed?, nil: violation.message
    }
  }
}

extension Violation.Key {
  var description: String { subject.joined(separator: ", ") }
}

extension IgnoreComment {
  fileprivate func complaint(among rules: [String]) -> String {
    if rule.isEmpty { return "“modgauge:ignore” needs the name of a rule and a reason" }
    guard rules.contains(rule) else {
      return "“modgauge:ignore \(rule)” names no rule" + rules.nearest(to: rule).suggestionInSentence
    }
    return reason == nil
      ? "“modgauge:ignore \(rule)” needs a reason after the rule’s name"
      : "“modgauge:ignore \(rule)” excuses nothing here; remove it"
  }
}

extension Rule.Severity {
  var noun: String { self == .info ? "info" : rawValue }
}
