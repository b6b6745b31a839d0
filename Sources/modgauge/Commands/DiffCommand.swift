import ArgumentParser
import ModuleGraph
import Reports
import Workspace

struct DiffCommand: AsyncParsableCommand {
  enum Format: String, ResultFormat {
    case text, markdown, json, svg, png, pdf, dot, mermaid

    static let standard = Format.text
    var isBinary: Bool { self == .png || self == .pdf }
    var fileExtension: String {
      switch self {
      case .text: "txt"
      case .markdown: "md"
      case .mermaid: "mmd"
      default: rawValue
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Tells what changed in the module graph between two revisions.",
    discussion: """
      A side is a revision in any of git's words (main, HEAD~3, a hash), or a file that `modgauge graph --format json` \
      wrote. Revisions are read from git's objects: the working tree is not touched. Pictures show what was added in \
      green, what was removed in red and dashed.
      """)

  @Argument(help: "The state before: a revision, or a graph file.")
  var base: String

  @Argument(help: "The state after; the working tree as it is if not given.")
  var head: String?

  @OptionGroup var options: GraphOptions
  @OptionGroup var finding: FindingOptions
  @OptionGroup var result: ResultOptions<Format>
  @OptionGroup(title: "Picture Options") var look: PictureOptions

  func run() async throws {
    let requests = try result.destinations(named: "diff")
    let configuration = try options.workspace.configuration()
    let layers = configuration.settings.layers
    let style = try look.style(layers: layers)
    let (before, after) = (
      try await options.graph(at: base, configuration), try await options.graph(at: head, configuration)
    )
    let difference = try GraphDifference(
      from: before, to: after, selection: options.selection.selection(), layers: layers)
    let names = (base: base, head: head ?? "working tree")
    let isQuiet = options.workspace.quiet
    let images = try DrawnPicture(
      GraphPicture(difference, style: style), as: requests.map(\.format), isQuiet: isQuiet)
    for (format, path) in requests {
      let bytes =
        switch format {
        case .text: Array(Text.difference(difference, names: names).utf8)
        case .markdown: Array(Markdown.difference(difference, names: names).utf8)
        case .json: Array(try JSON.difference(difference, names: names).utf8)
        case .dot: Array(DOT.text(GraphPicture(difference, style: style)).utf8)
        case .mermaid: Array(try Mermaid.text(GraphPicture(difference, style: style)).utf8)
        case .svg, .png, .pdf: images.bytes(as: format)
        }
      try ResultFiles.deliver(bytes, to: path)
    }
    for graph in [before, after] { try options.workspace.finish(graph) }
    try finding.finish(after, of: options.workspace, isFound: !difference.isEmpty)
  }
}

extension GraphOptions {
  /// The graph of one side of a difference.
  ///
  /// - Parameter name: a graph file, a revision, or `nil` for the working tree.
  fileprivate func graph(at name: String?, _ configuration: FoundConfiguration) async throws -> ModuleGraph {
    if let name, Path.isFile(name) { return try Self.graph(inFile: name) }
    let loaded = try await workspace.load(configuration, revision: name)
    return try traits.graph(of: loaded, platform: platform?.lowercased())
  }

  private static func graph(inFile path: String) throws -> ModuleGraph {
    do { return try JSON.graph(from: InputFile.read(path)) } catch let error as JSON.Malformed {
      throw UnreadableGraph(path: path, reason: error.reason)
    }
  }
}

/// A file that holds no graph.
private struct UnreadableGraph: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String {
    "`\(path.visible)` is no graph of modgauge: \(reason.visible). Give what `modgauge graph --format json` wrote, or a "
      + "revision."
  }
}
