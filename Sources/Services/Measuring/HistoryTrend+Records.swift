package import BuildAnalysis
import Reports
package import RunHistory

extension HistoryFilter {
  /// The same for the runs of one branch, whose name is printed: commits of several branches have no common order.
  package func ofOneBranch(in history: RunHistory) throws -> HistoryFilter {
    guard branch == nil, revision == nil else { return self }
    let branches = try history.branches(self)
    let named = branches.compactMap { name, runs in name.map { (name: $0, runs: runs) } }
    let common = named.min { ($1.runs, $0.name) < ($0.runs, $1.name) }?.name
    guard let branch = ["main", "master"].first(where: { branches[$0] != nil }) ?? common else { return self }
    var filter = self
    filter.branch = branch
    if branches.count > 1 {
      let others = branches.values.reduce(0, +) - (branches[branch] ?? 0)
      Terminal.note(
        "note: runs of the branch \(branch.visible) only; --branch selects the \(Figures.counted(others, "run")) of another"
      )
    }
    return filter
  }
}

extension HistoryTrend {
  /// In the order of the records. The steps of each are searched for separately, on all processors.
  package static func all(
    of records: [HistoryRecord], measure: Measure, threshold: Double
  ) async -> [HistoryTrend] {
    await withTaskGroup(of: (Int, HistoryTrend?).self) { group in
      for (index, record) in records.enumerated() {
        let measure = record.series.module == nil ? measure : .cpu
        group.addTask { (index, HistoryTrend(record, measure: measure, threshold: threshold)) }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.compactMap(\.1)
    }
  }
}
