package import Foresight
package import ModuleGraph

/// The hotspots of a workspace as tables: where build time goes over many commits.
package struct HotspotReport: Report {
  package static let renderings: [Rendering<Self>] = [
    .text { Text.document($0.blocks, $1) }, .markdown { Markdown.document($0.blocks) },
    .json { try JSON.pretty($0.json) },
    .csv { CSV.table($0.csvTable) },
  ]

  let hotspots: Hotspots
  /// The workspace's name.
  let name: String
  /// Rows of modules, or of files.
  let rows: [Hotspots.Row]
  let isOfFiles: Bool
  /// The source of seconds; `nil` without a recorded build.
  let estimate: BuildEstimate?
  /// What private changes rebuilt; `nil` if not measured.
  let leaks: LeakCosts?
  let labels: [String]
  /// The number of rows that the selection omits, and of those below the first `top` ones (`belowCount`).
  private let unselectedCount: Int
  private let belowCount: Int

  /// - Parameters:
  ///   - selected: the part of the graph whose modules become rows; `nil` for all.
  ///   - top: the maximum number of rows; `nil` for all.
  package init(
    _ hotspots: Hotspots, of name: String, selected: SelectedGraph? = nil, isOfFiles: Bool = false,
    sortedBy order: HotspotOrder = .cost, top: Int? = nil, estimate: BuildEstimate? = nil,
    leaks: LeakCosts? = nil
  ) {
    (self.hotspots, self.name, self.isOfFiles) = (hotspots, name, isOfFiles)
    (self.estimate, self.leaks) = (estimate, leaks)
    let (graph, labels) = (hotspots.graph, hotspots.graph.labels)
    self.labels = labels
    let nodes = selected.map { Set($0.nodes.map(\.id)) }
    let modules = selected.map { Set($0.nodes.flatMap(\.modules).map(\.id)) }
    let all = isOfFiles ? hotspots.files : hotspots.nodes
    let chosen = all.filter { row in
      switch row.subject {
      case .node(let node): nodes?.contains(graph.nodes[node].id) ?? true
      case .file(_, let owners): modules.map { owners.contains(where: $0.contains) } ?? true
      }
    }
    let sorted = order.sorted(chosen) { Self.title(of: $0, labels) }
    rows = Array(sorted.prefix(top ?? sorted.count))
    unselectedCount = all.count - chosen.count
    belowCount = chosen.count - rows.count
  }

  private static func title(of row: Hotspots.Row, _ labels: [String]) -> String {
    switch row.subject {
    case .node(let node): labels[node]
    case .file(let path, _): path
    }
  }

  func title(of row: Hotspots.Row) -> String { Self.title(of: row, labels) }

  // MARK: - Figures

  /// Whether totals of rows are per year; if the period is too short for that, they are those of the period.
  var isOfYear: Bool { hotspots.churn.history.yearFactor != nil }

  /// The total over all changes of a row, per year or for the period.
  func total(_ row: Hotspots.Row, _ figure: Double?) -> Double? {
    figure.map { $0 * Double(row.changes) * (hotspots.churn.history.yearFactor ?? 1) }
  }

  var hasSeconds: Bool { hotspots.nodes.contains { $0.again.seconds != nil } }
  var hasCPUSeconds: Bool { hotspots.nodes.contains { $0.again.cpuSeconds != nil } }

  // MARK: - Document

  private var blocks: [Block] {
    let noun = isOfFiles ? "file" : hotspots.graph.noun
    guard !hotspots.rebuilds.isEmpty else { return [.title("\(headline)")] + leakBlocks + .points(notes) }
    let hidden = [
      unselectedCount > 0 ? "\(Figures.counted(unselectedCount, noun)) outside of the selection" : nil,
      belowCount > 0 ? "\(Figures.counted(belowCount, noun)) below the first \(rows.count)" : nil,
    ].compactMap(\.self)
    return [
      .title("\(headline)"), .paragraph(verdict), .table(rowTable),
    ] + (hidden.isEmpty ? [] : [.paragraph("Not shown: \(hidden.joined(separator: "; ")).")]) + [
      .heading("What one commit rebuilds"), .table(spreadTable),
      .paragraph(
        "The median alone misleads: a few commits in modules with many dependents may cost more than all others together."
      ),
      .heading("The most expensive commits"), .table(commitTable),
      .heading("Who waits for what"), .table(waitingTable),
    ] + leakBlocks + .points(notes)
  }

  /// The module or file whose changes cost most, and what one commit costs.
  private var verdict: Phrase {
    let spreads = hotspots.spreads
    let typical: (String, RebuildSpread?, (Double) -> String) =
      spreads.seconds != nil
      ? ("of wall time, estimated", spreads.seconds, Figures.seconds)
      : ("lines", spreads.lines, { Figures.count(Int($0.rounded())) })
    let commit: Phrase =
      typical.1.map {
        " Half of the commits rebuild \(typical.2($0.median)) \(typical.0) or less, one in ten \(typical.2($0.high)) or more."
      } ?? ""
    guard let dearest = (isOfFiles ? hotspots.files : hotspots.nodes).first else { return commit }
    let modules = Figures.counted(dearest.again.modules, "module")
    let each: Phrase = dearest.changes == 1 ? "its change rebuilds" : "each of its \(dearest.changes) changes rebuilds"
    return "**\(title(of: dearest))** costs most: \(each) \(modules)." + commit
  }

  private var rowTable: Table {
    let per = isOfYear ? "a year" : "in the period"
    var columns: [Column<Hotspots.Row>] = [.text(isOfFiles ? "file" : hotspots.graph.noun) { title(of: $0) }]
    columns += [
      .figures("changes", phrase: { Phrase(.count($0.changes)) }),
      .figures("authors", phrase: { Phrase(.count($0.authors)) }),
      .figures("modules rebuilt", phrase: { Phrase(.count($0.again.modules)) }),
      .figures("lines rebuilt", phrase: { .tally($0.again.lines) }),
    ]
    if hasCPUSeconds { columns.append(.figure("CPU per change") { .seconds($0.again.cpuSeconds) }) }
    if hasSeconds { columns.append(.figure("wall per change") { .seconds($0.again.seconds) }) }
    if hasSeconds {
      columns.append(.figures("wall \(per)") { Self.long(total($0, $0.again.seconds)) })
    } else if hasCPUSeconds {
      columns.append(.figures("CPU \(per)") { Self.long(total($0, $0.again.cpuSeconds)) })
    } else {
      columns.append(
        .figures("lines \(per)") { row in
          total(row, row.again.lines.map { Double($0.value) }).map {
            (row.again.lines?.isExact == false ? "≥ " : "") + Figures.count(Int($0.rounded()))
          } ?? Figures.absent
        })
    }
    return Table(rows, columns: columns)
  }

  /// Seconds in units that fit.
  static func long(_ seconds: Double?) -> String {
    seconds.map { $0 < 1 ? Figures.seconds($0) : Figures.roughly($0) } ?? Figures.absent
  }

  private var spreadTable: Table {
    let spreads = hotspots.spreads
    func count(_ value: Double) -> String { Figures.count(Int(value.rounded())) }
    let rows: [(String, RebuildSpread?, (Double) -> String)] = [
      ("modules", spreads.modules, count), ("lines", spreads.lines, count),
      ("CPU, estimated", spreads.cpuSeconds, Figures.seconds), ("wall, estimated", spreads.seconds, Figures.seconds),
    ]
    let cells = rows.compactMap { title, spread, format -> [String]? in
      guard let spread else { return nil }
      let figures = [spread.sum, spread.median, spread.high, spread.greatest].map(format)
      return [title] + figures + [Figures.count(spread.commits)]
    }
    return cells.table([
      .text("") { $0[0] }, .figures("sum") { $0[1] }, .figures("median") { $0[2] },
      .figures("90th percentile") { $0[3] }, .figures("greatest") { $0[4] }, .figures("commits") { $0[5] },
    ])
  }

  private static let mostCommits = 5
  private static let mostWaiting = 15

  private var commitTable: Table {
    let dearest = hotspots.rebuilds.enumerated().sorted {
      let figures = ($0.element.cost.figure, $1.element.cost.figure)
      return figures.0 != figures.1 ? figures.0 > figures.1 : $0.offset < $1.offset
    }.prefix(Self.mostCommits).map(\.element)
    var columns: [Column<Hotspots.Rebuild>] = [
      .text("commit") { String($0.commit.hash.prefix(10)) },
      .figures("modules rebuilt", phrase: { Phrase(.count($0.cost.modules)) }),
      .figures("lines rebuilt", phrase: { .tally($0.cost.lines) }),
    ]
    if hasSeconds { columns.append(.figure("wall, estimated") { .seconds($0.cost.seconds) }) }
    columns.append(.text("changed") { list($0.changed) })
    columns.append(.text("subject") { $0.commit.subject })
    return Table(dearest, columns: columns)
  }

  private func list(_ nodes: [Int]) -> String { nodes.map { labels[$0] }.listed(atMost: 3) }

  private var waitingTable: Table {
    let commits = hotspots.rebuilds.count
    var columns: [Column<Hotspots.Waiting>] = [
      .text(hotspots.graph.noun) { labels[$0.node] },
      .figures("rebuilt by") { "\(Figures.count($0.commits)) of \(Figures.count(commits))" },
      .figures("own changes", phrase: { Phrase(.count($0.ownCommits)) }),
      .text("mostly for") { row in
        row.cause.map { "\(labels[$0]) (\(Figures.count(row.causeCommits)))" } ?? Figures.absent
      },
    ]
    if hasCPUSeconds { columns.append(.figures("CPU, estimated") { Self.long($0.cpuSeconds) }) }
    return Table(hotspots.waiting, columns: columns).cut(to: Self.mostWaiting)
  }
}

/// The order of rows of hotspots: by a figure, descending, or by name.
package enum HotspotOrder: String, CaseIterable, Sendable {
  /// The cost of the rebuilds after all changes.
  case cost
  case changes, authors
  /// The cost of the rebuild after one change.
  case again
  case name

  /// - Parameter rows: the rows by cost. The sort is stable.
  func sorted(_ rows: [Hotspots.Row], name: (Hotspots.Row) -> String) -> [Hotspots.Row] {
    guard self != .name else { return rows.sorted { name($0) < name($1) } }
    return rows.enumerated().sorted { left, right in
      let figures = (figure(left.element), figure(right.element))
      return figures.0 != figures.1 ? figures.0 > figures.1 : left.offset < right.offset
    }.map(\.element)
  }

  private func figure(_ row: Hotspots.Row) -> Double {
    switch self {
    case .cost, .name: 0
    case .changes: Double(row.changes)
    case .authors: Double(row.authors)
    case .again: row.again.figure
    }
  }
}
