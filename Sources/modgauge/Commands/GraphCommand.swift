import ArgumentParser
import ModuleGraph
import Reports

struct GraphCommand: AsyncParsableCommand {
  enum Format: String, ResultFormat {
    case svg, png, pdf, dot, mermaid, json

    static let standard = Format.svg
    var isBinary: Bool { self == .png || self == .pdf }
    var fileExtension: String { self == .mermaid ? "mmd" : rawValue }
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

  @OptionGroup(title: "Picture Options") var look: PictureOptions

  func run() async throws {
    let requests = try result.destinations(named: "graph")
    let (graph, selected) = try await options.load()
    let style = try look.style(layers: selected.layers, of: graph)
    let images = try DrawnPicture(
      GraphPicture(selected, style: style), as: requests.map(\.format), isQuiet: options.workspace.quiet)
    for (format, path) in requests {
      let bytes: [UInt8] =
        switch format {
        case .json: Array(try JSON.graph(graph).utf8)
        case .dot: Array(DOT.text(GraphPicture(selected, style: style)).utf8)
        case .mermaid: Array(try Mermaid.text(selected, style: style).utf8)
        case .svg, .png, .pdf: images.bytes(as: format)
        }
      try ResultFiles.deliver(bytes, to: path)
    }
    try options.workspace.finish(graph)
  }
}
