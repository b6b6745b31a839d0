extension HTML {
  /// A chart: a row for each item above an axis in seconds, and what its marks mean.
  /// - Parameter ticks: from 0 to the end of the axis, ascending.
  static func chart(
    _ attributes: Attributes = ["class": "chart"], rows: [HTML], ticks: [Double], key: Phrase
  ) -> HTML {
    element(
      "figure", attributes, element("ol", ["class": "bars"], rows + [axisRow(ticks)]),
      element("figcaption", ["class": "note"], HTML(key)))
  }

  /// - Parameter title: a text for screen readers.
  static func chartRow(
    _ attributes: Attributes = [:], name: HTML, height: Int, title: Phrase, shapes: [HTML], figures: HTML
  ) -> HTML {
    element(
      "li", attributes, element("span", ["class": "name"], name),
      element("svg", ["role": "img", "height": "\(height)"], [element("title", [:], HTML(title))] + shapes),
      element("span", ["class": "figures"], figures)
    ) + .lineEnd
  }

  /// A label for each tick. A script writes the figures in the reader's language.
  private static func axisRow(_ ticks: [Double]) -> HTML {
    let greatest = BarChart.greatest(of: ticks)
    let labels = ticks.enumerated().map { index, tick in
      let isLast = index == ticks.count - 1
      let anchor = index == 0 ? "start" : isLast ? "end" : "middle"
      let figure = Figure(value: tick, unit: .tick)
      // A `data` element would not be shown in an SVG.
      let span = element(
        "tspan", ["data-value": figure.value.description, "data-unit": figure.unit.rawValue], HTML(figure.text))
      return element(
        "text", ["x": Markup.percentage(tick, of: greatest), "y": "14", "text-anchor": anchor], span,
        HTML(isLast ? " s" : ""))
    }
    return element(
      "li", ["class": "axis-row", "aria-hidden": "true"],
      element("svg", ["class": "axis", "aria-hidden": "true", "height": "18"], labels))
  }
}
