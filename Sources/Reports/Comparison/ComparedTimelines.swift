package import BuildAnalysis

/// Recorded builds of two states, drawn in one chart.
package struct ComparedTimelines: Sendable {
  /// The case, under the arm's name that is the same in both states.
  let build: Case
  let base: Timeline
  let head: Timeline

  package init(of build: Case, base: Timeline, head: Timeline) {
    (self.build, self.base, self.head) = (build, base, head)
  }

  private static let mostRows = 40

  private struct Row {
    let module: BuiltModule
    let base: Span?
    let head: Span?

    var start: Int { (head ?? base)?.startNanoseconds ?? 0 }
    var length: Int { [base, head].compactMap { $0?.nanoseconds }.max() ?? 0 }
  }

  /// The modules in the order in which the head builds them.
  private var rows: [Row] {
    func spans(_ timeline: Timeline) -> [BuiltModule: Span] {
      timeline.modules.keyed { ($0.module, $0.span) }
    }
    let (before, after) = (spans(base), spans(head))
    let all = Set(before.keys).union(after.keys).sorted { $0.name < $1.name }.map {
      Row(module: $0, base: before[$0], head: after[$0])
    }
    let longest = all.sorted { ($1.length, $0.module.name) < ($0.length, $1.module.name) }.prefix(Self.mostRows)
    return longest.sorted { ($0.start, $0.module.name) < ($1.start, $1.module.name) }
  }

  /// Whether no module was compiled, as in a null build.
  var isEmpty: Bool { base.modules.isEmpty && head.modules.isEmpty }

  func section(_ names: (base: String, head: String)) -> HTML {
    let ticks = BarChart.ticks(to: Double(max(base.span.nanoseconds, head.span.nanoseconds)) / 1e9)
    let greatest = BarChart.greatest(of: ticks)
    let rows = self.rows
    let left = Set(base.modules.map(\.module)).union(head.modules.map(\.module)).count - rows.count
    let hidden: Phrase = left > 0 ? " \(Phrase.counted(left, "module")) with shorter builds are not shown." : ""
    let key: Phrase =
      "When each module was built: gray in \(names.base), blue below it in \(names.head). Of each "
      + "state, the recorded build whose time is nearest to the median.\(hidden)"
    let figure = HTML.chart(rows: rows.map { Self.item($0, in: greatest) }, ticks: ticks, key: key)
    let scenario = build.scenario == .clean ? "" : ", \(build.scenario.rawValue)"
    return .element("section", [:], .element("h2", [:], HTML("Timelines: \(build.arm)\(scenario)" as Phrase)), figure)
  }

  private static func item(_ row: Row, in greatest: Double) -> HTML {
    let bars = [("combined", row.base, 3), ("feature", row.head, 14)].map { kind, span, top in
      span.map { bar($0, kind, top: top, in: greatest) } ?? .empty
    }
    let times = [row.base, row.head].map { Phrase(.seconds($0?.seconds)) }
    return .chartRow(
      name: HTML(row.module.label), height: 26,
      title: "\(row.module.name): \(times[0]) before, \(times[1]) after", shapes: bars,
      figures: HTML("\(times[0]) → \(times[1])" as Phrase))
  }

  private static func bar(_ span: Span, _ kind: String, top: Int, in greatest: Double) -> HTML {
    .element(
      "g", ["class": kind],
      .element(
        "rect",
        [
          "class": "bar", "x": Markup.percentage(Double(span.startNanoseconds) / 1e9, of: greatest), "y": "\(top)",
          "width": Markup.percentage(Double(span.nanoseconds) / 1e9, of: greatest), "height": "9", "rx": "2",
        ]))
  }
}
