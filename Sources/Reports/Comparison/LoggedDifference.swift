package import BuildAnalysis

/// Where two builds that were read from logs differ. Of single builds, it is a hint: there is no interval.
package enum LoggedDifference {
  private static let shownTargets = 10

  private struct Row {
    let name: String
    let before: Double?
    let after: Double?

    var difference: Double { (after ?? 0) - (before ?? 0) }
  }

  /// The phases, and the targets whose cost differs most.
  package static func text(from base: Timeline, to head: Timeline, _ style: TextStyle = .plain) -> String {
    let seconds = head.span.seconds - base.span.seconds
    let title = "Where the \(signed(seconds)) lie; a hint without an interval, since each side is a single build:\n\n"
    let hasCPU = base.hasCPUTimes && head.hasCPUTimes
    let targets = rows(base, head) { timeline in
      timeline.modules.map { ($0.module.label, hasCPU ? $0.cpuSeconds ?? 0 : $0.wallNanoseconds.asSeconds) }
    }.filter { abs($0.difference) >= 0.005 }.sorted { (abs($1.difference), $0.name) < (abs($0.difference), $1.name) }
    var phases = rows(base, head) { timeline in
      guard let phases = timeline.loggedPhases else { return [] }
      return phases.rows.map { ($0.phase.rawValue, $0.shareNanoseconds.asSeconds) }
        + [("no step ran", phases.idleNanoseconds.asSeconds)]
    }
    phases.append(Row(name: "all", before: base.span.seconds, after: head.span.seconds))
    let rest = targets.count > shownTargets ? "… and \((targets.count - shownTargets).counted("target")) more\n" : ""
    let costs = table("target, \(hasCPU ? "CPU" : "wall") time", Array(targets.prefix(shownTargets)), style)
    return title + table("phase, part of the time", phases, style)
      + (targets.isEmpty ? "" : "\n" + costs + rest)
  }

  /// In the order of the head; what only the base has comes last.
  private static func rows(_ base: Timeline, _ head: Timeline, _ figures: (Timeline) -> [(String, Double)]) -> [Row] {
    let (first, second) = (figures(base), figures(head))
    let before = Dictionary(first) { $0 + $1 }
    let after = Dictionary(second) { $0 + $1 }
    let names = second.map(\.0) + first.map(\.0).filter { after[$0] == nil }
    return names.uniqued.map { Row(name: $0, before: before[$0], after: after[$0]) }
  }

  private static func table(_ title: String, _ rows: [Row], _ style: TextStyle) -> String {
    let columns: [Column<Row>] = [
      .text(title) { Text.printable($0.name) }, .figures("before") { Figures.seconds($0.before) },
      .figures("after") { Figures.seconds($0.after) }, .figures("difference") { signed($0.difference) },
    ]
    return Text.table(Table(rows, columns: columns), style)
  }

  private static func signed(_ seconds: Double) -> String {
    (seconds < 0 ? "−" : "+") + Figures.seconds(abs(seconds))
  }
}
