/// The figures of one series on one line, from the oldest commit to the newest.
package struct HistoryRecord: Sendable, Hashable {
  package struct Point: Sendable, Hashable {
    package let entry: HistoryEntry
    package let figure: HistoryFigure

    package init(entry: HistoryEntry, figure: HistoryFigure) {
      self.entry = entry
      self.figure = figure
    }
  }

  package let line: HistoryLine
  package let series: HistorySeries
  package let points: [Point]

  package init(line: HistoryLine, series: HistorySeries, points: [Point]) {
    self.line = line
    self.series = series
    self.points = points
  }
}
