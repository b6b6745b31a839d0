import ArgumentParser
import GraphImages
import ModuleGraph
import Reports

struct GraphCommand: AsyncParsableCommand {
  enum Format: String, CaseIterable, Sendable {
    case svg, png, pdf, dot, json

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

  @Option(
    help: ArgumentHelp("svg (default), png, pdf, dot or json; may be repeated.", valueName: "name[=path]"))
  var format: [FormatRequest<Format>] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file of the result, or the folder of several; - is standard output.", valueName: "path"))
  var output: String?

  func run() async throws {
    let requests = try destinations()
    let (graph, selected) = try await options.load()
    for (format, path) in requests {
      let bytes = try bytes(of: format, graph: graph, selected: selected)
      if path == "-" { try Terminal.write(bytes) } else { try ResultFiles.write(bytes, to: path) }
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

  /// Where each result goes, decided before any work.
  private func destinations() throws -> [(format: Format, path: String)] {
    let byExtension = output.flatMap { path in path.split(separator: ".").last.flatMap { Format(rawValue: String($0)) }
    }
    let requests = format.isEmpty ? [FormatRequest(format: byExtension ?? .svg, path: nil)] : format
    let open = requests.filter { $0.path == nil }.count
    guard open < 2 || output != nil else {
      throw ValidationError("Several formats need a place each: --format svg=PATH, or a folder with --output.")
    }
    if open > 1, let output, output != "-" { try ResultFiles.makeFolder(output) }
    return try requests.map { request in
      let shared = open > 1 ? output.map { "\($0)/graph.\(request.format.rawValue)" } : output
      let path = request.path ?? shared ?? "-"
      guard path != "-" || !request.format.isBinary || !Terminal.showsOutput else {
        throw ValidationError("\(request.format.rawValue) is not for a terminal; give a file with --output.")
      }
      return (request.format, path)
    }
  }
}
