import BuildAnalysis
import Foresight

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
