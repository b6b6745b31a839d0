import ArgumentParser
import ModuleGraph
import Reports

struct MetricsCommand: AsyncParsableCommand {
  enum Format: String, ResultFormat {
    case text, csv, json, markdown

    static let standard = Format.text

    var fileExtension: String {
      switch self {
      case .text: "txt"
      case .markdown: "md"
      case .csv, .json: rawValue
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "metrics",
    abstract: "Gives figures for each module, and for the graph as a whole.",
    discussion: """
      in, out: how many modules depend on it, and on how many it depends; with *: directly or not. height: the longest \
      way down; depth: the longest way down to it. inst.: instability, out ÷ (in + out). again: the share of all lines \
      that is in it or in what depends on it, which a change may compile again. A longer path implies an edge where \
      its ends are connected without it.
      """)

  @Option(
    help: ArgumentHelp(
      "Sort by this figure, the greatest first. Default: recompiled, or dependents where no lines are known.",
      valueName: "column"))
  var sort: MetricColumn?

  @Option(help: ArgumentHelp("Show the first ones only.", valueName: "number"))
  var top: Int?

  @OptionGroup var options: GraphOptions
  @OptionGroup var result: ResultOptions<Format>

  func validate() throws {
    if let top, top < 1 { throw ValidationError("--top must be 1 or more.") }
  }

  func run() async throws {
    let requests = try result.destinations(named: "metrics")
    let (graph, selected) = try await options.load()
    let table = MetricsTable(GraphMetrics(selected), sortedBy: sort, top: top)
    for (format, path) in requests { try ResultFiles.deliver(try text(table, as: format), to: path) }
    try options.workspace.finish(graph)
  }

  private func text(_ table: MetricsTable, as format: Format) throws -> String {
    switch format {
    case .text: Text.metrics(table)
    case .csv: CSV.metrics(table)
    case .json: try JSON.metrics(table)
    case .markdown: Markdown.metrics(table)
    }
  }
}

extension MetricColumn: ExpressibleByArgument {}
