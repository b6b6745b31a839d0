package import BuildAnalysis

extension RunReport {
  /// What each arm gains for developers of its feature, as a sentence; the same in every report. By CPU time where wall
  /// times cannot be trusted, or readers are told to compare CPU times.
  static func sentences(_ findings: RunFindings) -> [Phrase] {
    findings.features.compactMap { $0.phrase(in: findings) }
  }
}

extension RunFindings {
  /// ``RunReport/sentences(_:)`` without marks.
  package var sentences: [String] { RunReport.sentences(self).map(\.text) }
}

extension FeatureFindings {
  /// A sentence such as `Work on NFC in NFCApp: 2.51 times faster clean, 4.12 times faster after a change, its own
  /// tests 3.20 times faster than all; 61.0 % of what is left is Core and API.`; `nil` if nothing was measured yet.
  func phrase(in findings: RunFindings) -> Phrase? {
    let quietness = findings.quietness
    let isWallTrusted =
      quietness?.verdict != .unusable && quietness?.shiftWords(findings.unevenComparison) == nil
    let measured = telling.filter { $0.summary != nil }
    if measured.isEmpty {
      return telling.contains { !$0.failedSamples.isEmpty } ? "\(subject): its builds failed." : nil
    }
    let compared = measured.filter { $0.comparison != nil }
    let clauses =
      compared.isEmpty ? [withoutComparison] : compared.map { Self.clause($0, isWallTrusted: isWallTrusted) }
    let fewest = compared.compactMap { $0.comparison?.wall.pairs }.min() ?? RunFindings.roundsForClaim
    let caveat: Phrase = fewest < RunFindings.roundsForClaim ? "; too few rounds for a conclusion" : ""
    return "\(subject): \(clauses.joined(separator: ", "))\(rest ?? "")\(caveat)."
  }

  private var withoutComparison: Phrase {
    let failed = telling.filter { $0.summary == nil && !$0.failedSamples.isEmpty }
    guard !failed.isEmpty else { return "there is no such figure of the combined app" }
    return "its builds failed (\(failed.map { Phrase($0.scenario.rawValue) }.joined(separator: ", ")))"
  }

  private var subject: Phrase {
    switch (arm.role, arm.feature) {
    case (.sampleApp, let feature?) where telling.allSatisfy({ $0.scenario == .tests }): "Work on \(feature)"
    case (.sampleApp, let feature?):
      arm.made == true ? "Work on \(feature) in a sample app" : "Work on \(feature) in **\(arm.name)**"
    case (.feature, _): "Work on \(arm.name) alone"
    default: "**\(arm.name)**"
    }
  }

  /// For example `2.51 times faster clean`; a ratio whose interval contains 1 is not called faster. CPU time is
  /// mentioned if it alone shows a difference.
  private static func clause(_ row: CaseFindings, isWallTrusted: Bool) -> Phrase {
    let (before, after): (Phrase, Phrase) =
      switch row.scenario {
      case .clean: ("", " clean")
      case .tests: ("its own tests ", " than all")
      case .null: ("null builds ", "")
      default: ("", " after a change")
      }
    guard let comparison = row.comparison else { return before + after }
    let (wall, cpu) = (comparison.wall, comparison.cpu)
    if !isWallTrusted, let cpu {
      let factor = max(cpu.ratio, 1 / cpu.ratio)
      guard cpu.isDifferent == true, factor >= 1.005 else { return "\(before)no difference in CPU time\(after)" }
      return "\(before)\(Figure.ratio(factor)) times \(cpu.ratio < 1 ? "less" : "more") CPU time\(after)"
    }
    if wall.isDifferent == false {
      let none: Phrase = before.text.isEmpty ? "no difference\(after)" : "\(before)no faster\(after)"
      guard let cpu, cpu.isDifferent == true else { return none }
      return "\(none) (but \(Figure.percent(abs(cpu.ratio - 1))) \(cpu.ratio < 1 ? "less" : "more") CPU time)"
    }
    let isFaster = wall.ratio < 1
    let factor = isFaster ? 1 / wall.ratio : wall.ratio
    // Such a factor would be written as 1.00.
    guard factor >= 1.005 else { return "\(before)no faster\(after)" }
    return "\(before)\(Figure.ratio(factor)) times \(isFaster ? "faster" : "slower")\(after)"
  }

  /// For example `; 61.0 % of what is left is Core and API`.
  private var rest: Phrase? {
    guard let shared, !shared.largest.isEmpty, telling.contains(where: { $0.scenario != .null }) else { return nil }
    let share = Figure.percent(shared.largestShare)
    let names = shared.largest.map { Phrase($0) }.joined(separator: " and ")
    return switch shared.measure {
    case .cpuSeconds: "; \(share) of what is left is \(names)"
    case .lines where scope.part.externalProducts > 0:
      "; \(share) of the lines that are left, without other packages, are \(names)"
    case .lines: "; \(share) of the lines that are left are \(names)"
    }
  }
}
