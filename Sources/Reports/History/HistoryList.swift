package import BuildAnalysis

package struct HistoryList: Report {
  package static let renderings: [Rendering<Self>] = [
    .text { $0.entries.isEmpty ? none + "\n" : Text.table($0.table, $1) + $0.lines($1) },
    .markdown { Markdown.document([$0.entries.isEmpty ? .paragraph(Phrase(none)) : .table($0.table)]) },
    .csv { CSV.table($0.fullTable) },
    .json { try JSON.pretty(["schema": "modgauge.history/1", "runs": $0.entries.map(\.json)]) },
  ]

  private static let none = "No runs found."

  /// The runs in display order.
  let entries: [HistoryEntry]

  package init(_ entries: [HistoryEntry]) { self.entries = entries }

  /// The letters that identify lines in the table, if there are several.
  private var machines: [HistoryLine: String] { HistoryLine.letters(Set(entries.map(\.line))) }

  private var table: Table {
    let machines = machines
    return entries.table([
      .text("run") { String($0.identity.prefix(12)) },
      .text("revision") { $0.shortRevision },
      .text("branch") { $0.branch ?? "" },
      .text("committed") { Self.minute($0.committed) },
      .text("started") { Self.minute($0.started) },
      .text("machine") { machines[$0.line] ?? "" },
      .figures("arms") { Figures.count($0.arms) },
      .figures("builds") { Figures.count($0.samples) },
      .figures("failed") { $0.failures == 0 ? "" : Figures.count($0.failures) },
    ]).withoutEmptyColumns
  }

  private func lines(_ style: TextStyle) -> String {
    machines.sorted { $0.value < $1.value }.map { line, letter in
      Text.wrapped("\(letter): \(line.description)", style)
    }.joined()
  }

  private var fullTable: Table {
    entries.table([
      .text("run") { $0.identity },
      .text("workspace") { $0.line.workspace },
      .text("revision") { $0.revision ?? "" },
      .text("dirty") { $0.dirty.map { $0 ? "true" : "false" } ?? "" },
      .text("branch") { $0.branch ?? "" },
      .text("committed") { $0.committed ?? "" },
      .text("started") { $0.started ?? "" },
      .text("machine") { $0.line.machine },
      .text("compiler") { $0.line.compiler },
      .text("configuration") { $0.line.configuration },
      .figures("arms") { CSV.number($0.arms) },
      .figures("builds") { CSV.number($0.samples) },
      .figures("failed") { CSV.number($0.failures) },
    ])
  }

  /// `2026-02-03 04:05`.
  private static func minute(_ moment: String?) -> String {
    moment.map { String($0.prefix(16).map { $0 == "T" ? " " : $0 }) } ?? ""
  }
}

extension HistoryEntry {
  fileprivate var json: JSON.Object {
    [
      "run": identity, "workspace": line.workspace, "machine": line.machine, "compiler": line.compiler,
      "configuration": line.configuration, "revision": revision, "dirty": dirty, "committed": committed,
      "branch": branch, "started": started, "arms": arms, "builds": samples, "failures": failures,
    ]
  }

  /// Nine characters of the commit, with `+` for local changes; the day if there is no commit.
  var shortRevision: String {
    revision.map { $0.prefix(9) + (dirty == true ? "+" : "") } ?? started.map { String($0.prefix(10)) } ?? "unknown"
  }
}

extension HistoryLine {
  /// Logs do not always say the configuration.
  var description: String {
    [workspace, configuration, compiler, machine].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Short names of several lines, in sorted order: A, B, …, Z, A1.
  static func letters(_ lines: Set<HistoryLine>) -> [HistoryLine: String] {
    Dictionary(
      uniqueKeysWithValues: lines.sorted().enumerated().map { place, line in
        let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(place % 26)))
        return (line, place < 26 ? letter : "\(letter)\(place / 26)")
      })
  }
}
