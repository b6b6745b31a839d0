import ArgumentParser
import ModuleGraph
import Reports

struct WhyCommand: AsyncParsableCommand {
  enum Format: String, ResultFormat {
    case text, json, svg, png, pdf, dot, mermaid

    static let standard = Format.text
    var isBinary: Bool { self == .png || self == .pdf }

    var fileExtension: String {
      switch self {
      case .text: "txt"
      case .mermaid: "mmd"
      default: rawValue
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Tells why one module depends on another: the paths from the one to the other.",
    discussion: """
      A shortest path, with the manifest's line of each step, and how many paths there are. A picture shows all shortest \
      paths, or with --all-paths all paths. Asked of one module twice, it tells of the cycles through that module.
      """)

  @Argument(help: "The module that depends: its name, or package/name.")
  var dependent: String

  @Argument(help: "The module that is depended on.")
  var dependency: String

  @Flag(help: "List all paths, the shortest first, up to --limit; in a picture draw all.")
  var allPaths = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many paths --all-paths lists. (default: 20)", valueName: "number"))
  var limit: Int?

  @OptionGroup var options: GraphOptions
  @OptionGroup var finding: FindingOptions
  @OptionGroup var result: ResultOptions<Format>

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    if limit != nil, !allPaths { throw ValidationError("--limit is for --all-paths.") }
  }

  func run() async throws {
    let requests = try result.destinations(named: "why")
    let (graph, selected) = try await options.load(subjects: [dependent, dependency])
    let ends = try [dependent, dependency].map { try selected.node(named: $0, of: graph) }
    let why = Why(ends[0], to: ends[1], in: selected, limit: allPaths ? limit ?? 20 : nil)
    let images = try DrawnPicture(
      PictureChoice(GraphPicture(why, allPaths: allPaths)), as: requests.map(\.format),
      isQuiet: options.workspace.quiet)
    for (format, path) in requests {
      let bytes: [UInt8] =
        switch format {
        case .text: Array(Text.why(why).utf8)
        case .json: Array(try JSON.why(why).utf8)
        case .mermaid: Array(try Mermaid.text(GraphPicture(why, allPaths: allPaths)).utf8)
        case .svg, .png, .pdf, .dot: images.bytes(as: format)
        }
      try ResultFiles.deliver(bytes, to: path)
    }
    try finding.finish(graph, of: options.workspace, isFound: !why.paths.isEmpty)
  }
}
