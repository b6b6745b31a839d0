import Foresight
import ModuleGraph

extension HotspotReport {
  /// One row for each module or file. Inexact counts and unknown figures are empty.
  var csvTable: Table {
    let ids = hotspots.graph.nodes.map(\.id)
    @Sendable func perYear(_ row: Hotspots.Row, _ figure: Double?) -> String {
      CSV.number(isOfYear ? total(row, figure) : nil)
    }
    return rows.table([
      .text(isOfFiles ? "file" : "id") { row in
        switch row.subject {
        case .node(let node): ids[node]
        case .file(let path, _): path
        }
      },
      .figures("changes") { CSV.number($0.changes) },
      .figures("authors") { CSV.number($0.authors) },
      .figures("modules_again") { CSV.number($0.again.modules) },
      .figures("lines_again") { CSV.number($0.again.lines) },
      .figures("estimated_cpu_seconds_again") { CSV.number($0.again.cpuSeconds) },
      .figures("estimated_seconds_again") { CSV.number($0.again.seconds) },
      .figures("estimated_cpu_seconds_per_year") { perYear($0, $0.again.cpuSeconds) },
      .figures("estimated_seconds_per_year") { perYear($0, $0.again.seconds) },
    ])
  }
}
