import ModuleGraph

/// A figure of nodes: its line in `all` is all that the formats know of it.
struct MetricFigure: Sendable {
  enum Value {
    case count(Int)
    /// With a lower bound where it is not exact.
    case tally(Tally?)
    case ratio(Double?)
    case share(Double?)
    case seconds(Double?)
  }

  /// In Markdown.
  let heading: String
  /// At a terminal.
  let short: String
  let csv: String
  let json: String
  /// Whether only a recorded build has it.
  let isRecorded: Bool
  let value: @Sendable (NodeMetrics) -> Value

  private init(
    _ heading: String, _ short: String? = nil, csv: String, json: String, isRecorded: Bool = false,
    _ value: @escaping @Sendable (NodeMetrics) -> Value
  ) {
    (self.heading, self.short, self.csv, self.json) = (heading, short ?? heading, csv, json)
    (self.isRecorded, self.value) = (isRecorded, value)
  }

  /// In the order of columns.
  static let all: [MetricFigure] = [
    MetricFigure("files", csv: "source_files", json: "sources") { .tally($0.sources) },
    MetricFigure("lines", csv: "lines", json: "lines") { .tally($0.lines) },
    MetricFigure("fan-in", "in", csv: "fan_in", json: "fanIn") { .count($0.fanIn) },
    MetricFigure("fan-out", "out", csv: "fan_out", json: "fanOut") { .count($0.fanOut) },
    MetricFigure("all dependents", "all in", csv: "dependents", json: "dependents") { .count($0.dependents) },
    MetricFigure("all dependencies", "all out", csv: "dependencies", json: "dependencies") { .count($0.dependencies) },
    MetricFigure("height", csv: "height", json: "height") { .count($0.height) },
    MetricFigure("depth", csv: "depth", json: "depth") { .count($0.depth) },
    MetricFigure("instability", "out share", csv: "instability", json: "instability") { .ratio($0.instability) },
    MetricFigure("recompiled", "rebuilt share", csv: "recompiled_share", json: "recompiledShare") {
      .share($0.recompiledShare)
    },
    MetricFigure("CPU", csv: "cpu_seconds", json: "cpuSeconds", isRecorded: true) { .seconds($0.cost?.cpuSeconds) },
    MetricFigure("wall", csv: "wall_seconds", json: "wallSeconds", isRecorded: true) { .seconds($0.cost?.wallSeconds) },
    MetricFigure(
      "recompiled CPU", "rebuilt CPU", csv: "recompiled_cpu_seconds", json: "recompiledCPUSeconds", isRecorded: true
    ) { .seconds($0.recompiledCPUSeconds) },
  ]
}

extension MetricFigure.Value {
  /// For people: with thousands separators, a dash for what is absent.
  var text: String {
    switch self {
    case .count(let count): Figures.count(count)
    case .tally(let tally): Figures.count(tally)
    case .ratio(let ratio): Figures.ratio(ratio)
    case .share(let share): Figures.percent(share)
    case .seconds(let seconds): Figures.seconds(seconds)
    }
  }

  /// A bare number of at most six decimals; empty for what is absent or not exact.
  var field: String {
    switch self {
    case .count(let count): CSV.number(count)
    case .tally(let tally): CSV.number(tally)
    case .ratio(let figure), .share(let figure), .seconds(let figure): CSV.number(figure)
    }
  }

  /// The members of an object; a lower bound has another key.
  func members(_ key: String) -> JSON.Object {
    switch self {
    case .count(let count): [key: count]
    case .tally(let tally): [key: tally?.exact, key + "AtLeast": tally?.lowerBound]
    case .ratio(let figure), .share(let figure), .seconds(let figure): [key: figure]
    }
  }
}
