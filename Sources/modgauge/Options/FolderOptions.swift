import ArgumentParser
import Documents
import Reports
import Services

/// Where a command with a folder of reports writes them, what it prints, and single reports besides.
struct FolderOptions<Document: Report>: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "\(Self.names): what is printed, by default text at a terminal and else markdown; with a path, a report written besides. May be repeated.",
      valueName: "name[=path]"))
  var format: [FormatRequest<Document>] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder of the results. Default: a new one, which is printed. A file whose extension names a format is written besides. May be repeated.",
      valueName: "path"))
  var output: [String] = []

  @Flag(help: TerminalOptions.help) var noColor = false

  @Flag(help: TerminalOptions.verbose(isUseful: Document.hasDetails)) var verbose = false

  private static var names: String { FormatName<Document>.allValueStrings.joined(separator: ", ") }

  func validate() throws {
    _ = try printed
    _ = try folder
    if let drawn = try printed, drawn.isDrawn {
      throw ValidationError("\(drawn.name) cannot be printed; name its file: --format \(drawn.name)=PATH.")
    }
  }

  /// `nil` for a new folder.
  var folder: String? { get throws { try all.folder } }

  /// What is printed; `nil` for the default.
  var printed: Rendering<Document>? {
    get throws {
      let open = format.filter { $0.path == nil }
      if open.count > 1 {
        throw ValidationError("Several formats need one file each: --format \(open[0].rendering.name)=PATH.")
      }
      return open.first?.rendering
    }
  }

  /// The single reports, whose paths should be checked before any work.
  func files() throws -> [ResultOptions<Document>.Destination] {
    let files = all.files
    return files.isOfFiles ? try files.destinations(named: "report") : []
  }

  var style: TextStyle { Terminal.style(isColored: !noColor, isVerbose: verbose) }

  /// The options as a run remembers them.
  var request: ResultRequest { all.request }

  /// - Throws: `ValidationError` if a run remembers what this command cannot write.
  mutating func take(_ request: ResultRequest) throws {
    var results = all
    try results.take(request)
    (format, output, noColor, verbose) = (results.format, results.output, results.noColor, results.verbose)
  }

  /// The options as those of single results.
  var all: ResultOptions<Document> {
    var options = ResultOptions<Document>()
    (options.format, options.output) = (format, output)
    (options.noColor, options.verbose) = (noColor, verbose)
    return options
  }
}

extension [String] {
  /// The only value of an option that may be given once.
  func single(_ option: String) throws -> String? {
    if count > 1 { throw ValidationError("\(option) is given \(count) times, and this command writes one result.") }
    return first
  }
}

extension ParsableCommand {
  /// - Throws: `ValidationError` if there are other arguments than those that resume.
  static func checkResumedAlone(_ path: String, takingOptionsFrom name: String) throws {
    guard [["--resume", path], ["--resume=\(path)"]].contains(ProgramFile.commandWords) else {
      throw ValidationError("--resume takes all other options from the \(name); give it alone.")
    }
  }
}
