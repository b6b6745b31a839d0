import ArgumentParser
import Documents
import ModuleGraph
import Reports

struct GraphCommand: AsyncParsableCommand {
  enum Format: String, ResultFormat {
    case svg, png, pdf, dot, mermaid, json, text

    static let standard = Format.svg
    static let atTerminal = Format.text
    var isBinary: Bool { self == .png || self == .pdf }

    var fileExtension: String {
      switch self {
      case .mermaid: "mmd"
      case .text: "txt"
      default: rawValue
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws the module graph of packages and of the local packages that they reach.",
    discussion: """
      SwiftPM evaluates the manifests; neither the network nor resolved dependencies are needed, and nothing is \
      written into the workspace. Test modules and external products are left out unless asked for. json \
      (modgauge.graph/1) holds them in any case, and modules instead of groups; the other selection options apply to it \
      as well.

      text is a tree: what nothing depends on first, below each module what it depends on.
      """)

  @OptionGroup var options: GraphOptions

  @OptionGroup var result: ResultOptions<Format>

  @OptionGroup(title: "Picture Options") var look: PictureOptions

  func run() async throws {
    let requests = try result.destinations(named: "graph")
    let (graph, selected) = try await options.load()
    let style = try look.style(layers: selected.layers, of: graph)
    let images = try DrawnPicture(
      PictureChoice(selected, style: style), as: requests.map(\.format), isQuiet: options.workspace.quiet)
    for (format, path) in requests {
      let bytes: [UInt8] =
        switch format {
        case .json: Array(try options.selection.selection().part(of: graph, layers: selected.layers).json().utf8)
        case .text: Array(Text.tree(selected).utf8)
        case .mermaid: Array(try Mermaid.text(selected, style: style).utf8)
        case .svg, .png, .pdf, .dot: images.bytes(as: format)
        }
      try ResultFiles.deliver(bytes, to: path)
    }
    if !options.workspace.quiet { explain(requests.map(\.format)) }
    try options.workspace.finish(graph)
  }

  /// Says what a reader may look for in vain.
  private func explain(_ formats: [Format]) {
    if formats.contains(.json), !options.selection.collapse.isEmpty {
      Terminal.note("note: json holds modules, not groups; --collapse does not apply to it")
    }
    if result.isLeftToTerminal {
      Terminal.note("note: for a picture: modgauge graph --output graph.svg (or .png, .pdf)")
    }
  }
}
