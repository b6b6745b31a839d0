import BuildAnalysis

/// The order of the rows of hotspots: by a figure, the greatest first, or by name.
package enum HotspotOrder: String, CaseIterable, Sendable {
  /// What all changes rebuild.
  case cost
  case changes, authors
  /// What one change rebuilds.
  case again
  case name

  /// - Parameter rows: by cost; equal ones stay in their order.
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
