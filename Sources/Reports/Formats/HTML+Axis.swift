extension HTML {
  /// The axis as the last row of a chart: a label for each tick, in seconds. A script writes the figures in the reader's
  /// language.
  /// - Parameter ticks: from 0 to the end of the axis, ascending.
  static func axisRow(_ ticks: [Double]) -> HTML {
    let greatest = BarChart.greatest(of: ticks)
    let labels = ticks.enumerated().map { index, tick in
      let isLast = index == ticks.count - 1
      let figure = Figure(value: tick, unit: .tick)
      return element(
        "text",
        [
          ("x", Markup.percentage(tick, of: greatest)), ("y", "14"),
          ("text-anchor", index == 0 ? "start" : isLast ? "end" : "middle"),
        ],
        // A `data` element would not be shown in an SVG.
        element(
          "tspan", [("data-value", figure.value.description), ("data-unit", figure.unit.rawValue)], HTML(figure.text)),
        HTML(isLast ? " s" : ""))
    }
    return element(
      "li", [("class", "axis-row"), ("aria-hidden", "true")],
      element("svg", [("class", "axis"), ("aria-hidden", "true"), ("height", "18")], labels))
  }
}
