import ArgumentParser
import Reports
import Workspace

/// The formats and paths of results: `--format NAME[=PATH]` and `--output`.
struct ResultOptions<Document: Report>: ParsableArguments {
  @Option(help: ArgumentHelp("\(Self.formats); may be repeated.", valueName: "name[=path]"))
  var format: [FormatRequest<Document>] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file for the result, or the folder for several results; - is standard output.", valueName: "path"))
  var output: String?

  // Not an option group, since nested groups slow down parsing in debug builds.
  @Flag(help: TerminalOptions.help) var noColor = false

  /// The paths of all results, which should be checked before any work.
  ///
  /// Without `--format`, the extension of `--output` determines the rendering. A path that ends with a slash is a
  /// folder.
  /// - Parameter name: the base name of files in a folder.
  /// - Throws: `ValidationError` for arguments that contradict one another, `ResultFiles.Failure`.
  func destinations(named name: String) throws -> [Destination] {
    let requests = try format.isEmpty ? [FormatRequest(renderingOfOutput ?? standard, path: nil)] : format
    try checkOutput(for: requests.count { $0.path == nil })
    let isShared = requests.count { $0.path == nil } > 1
    let places = try requests.map { request in
      let file = request.rendering.file ?? "\(name).\(request.rendering.fileExtension)"
      let path = request.path ?? output.map { isShared && !$0.hasSuffix("/") ? $0 + "/" : $0 } ?? "-"
      return Destination(rendering: request.rendering, path: try place(path, named: file))
    }
    try check(places)
    return places
  }

  /// - Parameter open: the number of formats without a path.
  private func checkOutput(for open: Int) throws {
    let standard = Document.standardRendering.name
    if open == 0, let output {
      throw ValidationError("“\(output)” of --output is not used, since each --format names its own file.")
    }
    guard open > 1 else { return }
    guard let output else {
      throw ValidationError("Several formats need one file each: --format \(standard)=PATH, or a folder with --output.")
    }
    let isFile = try output == "-" || (!Path.isFolder(output) && Self.rendering(ofFile: output) != nil)
    guard isFile else { return }
    throw ValidationError(
      "Several formats cannot be written to one place, “\(output)”. Name a folder with --output, or a file for each: "
        + "--format \(standard)=PATH.")
  }

  /// Creates the folder if the path ends with a slash.
  private func place(_ path: String, named file: String) throws -> String {
    if path.isEmpty { throw ValidationError("--output needs the path of a file or a folder.") }
    guard path.hasSuffix("/") else {
      if Path.isFolder(path) { throw ResultFiles.Failure.isAFolder(path: path, name: file) }
      return path
    }
    let folder = path == "/" ? "/" : String(path.dropLast())
    try ResultFiles.makeFolder(folder)
    return path + file
  }

  private func check(_ places: [Destination]) throws {
    var known: [String: String] = [:]
    for place in places {
      let (name, path) = (place.rendering.name, place.path)
      if let other = known.updateValue(name, forKey: path == "-" ? path : Self.file(at: path)) {
        let formats = other == name ? "“\(name)” twice" : "“\(other)” and “\(name)”"
        throw ValidationError("\(formats) cannot be written to one place, “\(path)”. Name another for each.")
      }
      if place.rendering.isBinary, Terminal.isTerminal(path) {
        throw ValidationError("\(name) cannot be shown at a terminal; name a file with --output.")
      }
      try checkExtension(of: place)
      try ResultFiles.check(path)
    }
  }

  /// A picture's file is not named like another format's, nor the other way round.
  private func checkExtension(of place: Destination) throws {
    let rendering = place.rendering
    guard let named = try? Self.rendering(ofFile: place.path), named.fileExtension != rendering.fileExtension,
      rendering.isPicture || named.isPicture
    else { return }
    throw ValidationError(
      "“\(place.path)” would contain \(rendering.name), while its name says \(named.name). Change the name or --format."
    )
  }

  /// Equal for two paths of one file, if the file or its folder exists.
  private static func file(at path: String) -> String {
    let path = WholeFile.destination(of: path)
    return Path.canonical(path)
      ?? Path.canonical(InputFile.folder(of: path)).map { $0 + "/" + InputFile.lastPart(of: path) } ?? path
  }

  /// Whether the result goes to a terminal by default: neither a format nor a path was given.
  var isLeftToTerminal: Bool { format.isEmpty && output == nil && Terminal.showsOutput }

  private var standard: Rendering<Document> {
    isLeftToTerminal ? Document.terminalRendering : Document.standardRendering
  }

  /// The capabilities of standard output.
  var style: TextStyle { Terminal.style(isColored: !noColor) }

  /// Whether no format was requested, neither by name nor by the extension of a file.
  var isUnspecified: Bool { format.isEmpty && (try? renderingOfOutput) == nil }

  private var renderingOfOutput: Rendering<Document>? {
    get throws {
      guard let output, output.last != "/", !Path.isFolder(output) else { return nil }
      return try Self.rendering(ofFile: output)
    }
  }

  /// - Returns: `nil` if the name has no extension.
  /// - Throws: `ValidationError` for the extension of no rendering.
  private static func rendering(ofFile path: String) throws -> Rendering<Document>? {
    guard let last = path.split(separator: "/").last, let ending = Path.pathExtension(String(last))?.lowercased() else {
      return nil
    }
    guard let rendering = Document.rendering(where: { [$0.fileExtension, $0.name].contains(ending) }) else {
      let names = Document.renderings.map(\.name).joined(separator: ", ")
      throw ValidationError(
        "“\(path)” names no format of this command: \(names). Choose one with --format, or another extension.")
    }
    return rendering
  }

  /// As in `svg (default), png or json`.
  private static var formats: String {
    let (standard, terminal) = (Document.standardRendering.name, Document.terminalRendering.name)
    let names = Document.renderings.map(\.name)
    return names.indices.reduce(into: "") { words, index in
      let name = names[index]
      words += index == 0 ? "" : index == names.count - 1 ? " or " : ", "
      words += name + (name == standard ? " (default)" : name == terminal ? " (default at a terminal)" : "")
    }
  }
}

extension ResultOptions {
  /// The same words for another document of the same command.
  /// - Throws: `ValidationError` for a format that the other document does not have.
  func options<Other: Report>(for other: Other.Type) throws -> ResultOptions<Other> {
    var options = ResultOptions<Other>()
    options.format = try format.map { request in
      guard let name = FormatName<Other>(argument: request.rendering.name) else {
        throw ValidationError(
          "“\(request.rendering.name)” is no format here: \(FormatName<Other>.allValueStrings.joined(separator: ", "))."
        )
      }
      return FormatRequest(name.rendering, path: request.path)
    }
    (options.output, options.noColor) = (output, noColor)
    return options
  }

  /// A rendering of the result, and its path.
  struct Destination {
    let rendering: Rendering<Document>
    /// `-` is standard output.
    let path: String
  }

  /// Writes a result in each rendering to its path.
  /// - Parameter isQuiet: whether to print no note if a picture's resolution is reduced.
  func deliver(_ document: Document, to places: [Destination], isQuiet: Bool = false) throws {
    let formats = places.compactMap { place -> PictureFormat? in
      if case .drawing(let format) = place.rendering.content { format } else { nil }
    }
    let picture =
      try formats.isEmpty ? nil : document.pictures.map { try DrawnPicture($0, as: formats, isQuiet: isQuiet) }
    for place in places {
      let style: TextStyle = place.path == "-" ? self.style : .plain
      try ResultFiles.deliver(place.rendering.bytes(of: document, picture: picture, style: style), to: place.path)
    }
  }
}
