import ArgumentParser
import GraphImages
import ModuleGraph
import Reports

struct GraphCommand: AsyncParsableCommand {
  enum Format: String, ResultFormat {
    case svg, png, pdf, dot, json

    static let standard = Format.svg
    var isBinary: Bool { self == .png || self == .pdf }
  }

  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws the module graph of packages and of the local packages that they reach.",
    discussion: """
      SwiftPM evaluates the manifests; neither the network nor resolved dependencies are needed, and nothing is \
      written into the workspace. The pictures leave test modules and external products out unless asked; json \
      (modgauge.graph/1) always holds everything.
      """)

  @OptionGroup var options: GraphOptions

  @OptionGroup var result: ResultOptions<Format>

  func run() async throws {
    let requests = try result.destinations(named: "graph")
    let (graph, selected) = try await options.load()
    for (format, path) in requests {
      try ResultFiles.deliver(try bytes(of: format, graph: graph, selected: selected), to: path)
    }
    try options.workspace.finish(graph)
  }

  private func bytes(of format: Format, graph: ModuleGraph, selected: SelectedGraph) throws -> [UInt8] {
    if format == .json { return Array(try JSON.graph(graph).utf8) }
    let dot = DOT.text(GraphPicture(selected))
    return switch format {
    case .json, .dot: Array(dot.utf8)
    case .svg: try GraphImage.render(dot: dot, as: .svg)
    case .png: try GraphImage.render(dot: dot, as: .png)
    case .pdf: try GraphImage.render(dot: dot, as: .pdf)
    }
  }
}
