/// The violations of a check, and which of them count.
package struct JudgedCheck: Hashable, Sendable {
  package enum Standing: Hashable, Sendable {
    case new
    /// It is in the baseline, or in the revision compared with.
    case known
    /// Likewise, but its figure was smaller.
    case grown(from: Int)
    /// A comment in a manifest excuses it.
    case excused(reason: String)
    /// A build needs the dependency that the rule would remove: without it, it fails with this error.
    case needed(error: String)

    package var counts: Bool {
      switch self {
      case .new, .grown: true
      case .known, .excused, .needed: false
      }
    }

    /// Whether a baseline contains it, or would.
    fileprivate var isForBaselines: Bool {
      switch self {
      case .new, .grown, .known: true
      case .excused, .needed: false
      }
    }
  }

  package struct Finding: Hashable, Sendable {
    package let violation: Violation
    package let standing: Standing
  }

  /// A known violation that has become better, and still is one.
  package struct Fallen: Hashable, Sendable {
    package let violation: Violation
    /// The figure that the baseline, or the earlier state, has.
    package let before: Int
  }

  /// The source of the violations that do not count.
  package enum Known: Hashable, Sendable {
    /// A file that lists them. Entries that no longer occur fail the check.
    case baseline(Baseline)
    /// The state that this one is based on. Violations that are gone since then were fixed.
    case earlier(Baseline)

    fileprivate var entries: [Baseline.Entry] {
      switch self {
      case .baseline(let baseline), .earlier(let baseline): baseline.entries
      }
    }
  }

  package let check: RuleCheck
  /// In the order of the check.
  package let findings: [Finding]
  /// Entries of the baseline that no longer match a violation.
  package private(set) var stale: [Baseline.Entry]
  /// Violations of the earlier state that no longer occur.
  package let mended: [Baseline.Entry]
  /// Known violations whose figure is smaller than it was, in order.
  package let fallen: [Fallen]
  /// Comments that excuse nothing.
  package private(set) var unusedComments: [IgnoreComment]
  private let comments: [IgnoreComment]

  /// - Parameters:
  ///   - known: absent if no violations are known.
  ///   - comments: those of the manifests.
  ///   - isWhole: whether all rules of the configuration were checked; otherwise comments and entries of other rules
  ///     cannot be judged.
  package init(_ check: RuleCheck, known: Known? = nil, comments: [IgnoreComment] = [], isWhole: Bool = true) {
    self.check = check
    self.comments = comments
    let entries = known?.entries ?? []
    let amounts = Dictionary(entries.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    // A cycle that became smaller is not new. A baseline would have to list it as it is now.
    let acyclic = Set(check.rules.filter { $0.type == AcyclicRule.name }.map(\.id))
    let cycles =
      if case .earlier? = known { entries.filter { acyclic.contains($0.key.rule) } } else { [Baseline.Entry]() }
    var used: Set<IgnoreComment> = []
    var matched: Set<Violation.Key> = []
    var fallen: [Fallen] = []
    let unread = Set(check.graph.modules.lazy.filter(\.hasUnreadSources).map(\.id))
    findings = check.violations.map { violation in
      let excuses = comments.filter { $0.excuses(violation) }
      used.formUnion(excuses)
      if let reason = excuses.first?.reason { return Finding(violation: violation, standing: .excused(reason: reason)) }
      if case .needed(let error) = violation.proof {
        // Not a stale entry: without builds, it is a violation again.
        matched.insert(violation.key)
        return Finding(violation: violation, standing: .needed(error: error))
      }
      guard let entry = amounts[violation.key] ?? cycles.first(where: { $0.holds(violation) }) else {
        return Finding(violation: violation, standing: .new)
      }
      matched.insert(entry.key)
      if let before = entry.amount, let amount = violation.amount {
        if amount.value > before { return Finding(violation: violation, standing: .grown(from: before)) }
        // What could not be read did not become less.
        if amount.value < before, unread.isDisjoint(with: violation.modules) {
          fallen.append(Fallen(violation: violation, before: before))
        }
      }
      return Finding(violation: violation, standing: .known)
    }
    self.fallen = fallen
    let rules = Set(check.rules.map(\.id))
    let open = Dictionary(grouping: check.undecided, by: \.rule).mapValues { Set($0.map(\.module.description)) }
    let gone = entries.filter { entry in
      !matched.contains(entry.key) && (isWhole || rules.contains(entry.key.rule))
        && open[entry.key.rule]?.isDisjoint(with: entry.key.subject) ?? true
    }
    isBranch = if case .earlier? = known { true } else { false }
    (stale, mended) = isBranch ? ([], gone) : (gone, [])
    let isOfBranch = isBranch
    unusedComments = comments.filter { comment in
      !used.contains(comment) && (isWhole || rules.contains(comment.rule))
        && (isOfBranch || !BranchRules.apply(to: comment.rule, among: check.rules))
    }
  }

  /// The same check, judged by another baseline.
  package func judgedAgain(by baseline: Baseline) -> JudgedCheck {
    JudgedCheck(check, known: .baseline(baseline), comments: comments)
  }

  /// The same without the unused comments for which the closure returns `true`.
  package func withoutUnused(where isKnown: (IgnoreComment) -> Bool) -> JudgedCheck {
    var judged = self
    judged.unusedComments.removeAll(where: isKnown)
    return judged
  }

  /// The same without the stale entries for which the closure returns `true`.
  package func withoutStale(where isUnknown: (Baseline.Entry) -> Bool) -> JudgedCheck {
    var judged = self
    judged.stale.removeAll(where: isUnknown)
    return judged
  }

  /// Whether only additions of a branch count.
  package let isBranch: Bool

  /// The findings that count, in order.
  package var counting: [Finding] { findings.filter(\.standing.counts) }

  /// The findings that count, in order. Those that one declared dependency causes are together, in the place of the first
  /// of them: the most severe ones first, and among those the ones that are about this dependency alone.
  package var grouped: [[Finding]] {
    var groups: [[Finding]] = []
    var places: [Dependency.Declaration: Int] = [:]
    for finding in counting {
      let cause = check.cause(of: finding.violation)
      if let cause, let place = places[cause] {
        groups[place].append(finding)
      } else {
        if let cause { places[cause] = groups.count }
        groups.append([finding])
      }
    }
    return groups.map { $0.count > 1 ? $0.sortedByWeight : $0 }
  }

  /// The baseline that `--write-baseline` would write for this check.
  package var baseline: Baseline {
    Baseline(findings.filter(\.standing.isForBaselines).map(\.violation))
  }

  /// Whether any finding of at least this severity counts. Unused comments and stale entries are errors.
  package func fails(at severity: Rule.Severity) -> Bool {
    !stale.isEmpty || !unusedComments.isEmpty || counting.contains { $0.violation.severity >= severity }
  }
}

extension RuleCheck {
  fileprivate func cause(of violation: Violation) -> Dependency.Declaration? {
    violation.declaration ?? causes[violation.key]
  }
}

extension Violation {
  /// The only declaration that it is about; `nil` if it is about several, or none.
  fileprivate var declaration: Dependency.Declaration? {
    let declarations = Set(dependencies.lazy.map(\.declaration))
    return declarations.count == 1 ? declarations.first : nil
  }
}

extension [JudgedCheck.Finding] {
  fileprivate var sortedByWeight: [Element] {
    enumerated().sorted { left, right in
      let (one, other) = (left.element.violation, right.element.violation)
      if one.severity != other.severity { return one.severity > other.severity }
      let (isOwn, isOther) = (one.declaration != nil, other.declaration != nil)
      return isOwn == isOther ? left.offset < right.offset : isOwn
    }.map(\.element)
  }
}

extension Baseline.Entry {
  /// Whether this entry's cycle contains the violation's cycle.
  fileprivate func holds(_ violation: Violation) -> Bool {
    key.rule == violation.rule && Set(key.subject).isSuperset(of: violation.subject)
  }
}
