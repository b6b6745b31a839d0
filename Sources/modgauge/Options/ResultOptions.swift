import ArgumentParser
import Documents
import Reports
import Services
import Workspace

/// The formats and paths of results: `--format NAME[=PATH]` and `--output`.
struct ResultOptions<Document: Report>: ParsableArguments {
  @Option(help: ArgumentHelp("\(Self.formats); may be repeated.", valueName: "name[=path]"))
  var format: [FormatRequest<Document>] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file for the result, whose extension chooses the format; or the folder for several; - is standard output. May be repeated.",
      valueName: "path"))
  var output: [String] = []

  // Not an option group, since nested groups slow down parsing in debug builds.
  @Flag(help: TerminalOptions.help) var noColor = false

  @Flag(help: TerminalOptions.verbose(isUseful: Document.hasDetails)) var verbose = false

  /// The paths of all results, which should be checked before any work.
  ///
  /// Each `--format` and each `--output` is written. The extension of an output chooses its rendering; a path that ends
  /// with a slash is a folder.
  /// - Parameter name: the base name of files in a folder.
  /// - Throws: `ValidationError` for arguments that contradict one another, `ResultFiles.Failure`.
  func destinations(named name: String) throws -> [Destination] {
    let places = try requests().map { request in
      let file = request.rendering.file ?? "\(name).\(request.rendering.fileExtension)"
      return Destination(rendering: request.rendering, path: try place(request.path, named: file))
    }
    try check(places)
    return places
  }

  /// The renderings with the paths of their files, or of the folders that they go to.
  func requests() throws -> [Destination] {
    if !isRequested { return [Destination(rendering: standard, path: "-")] }
    var open = format.filter { $0.path == nil }.map(\.rendering)
    var places = format.compactMap { request in
      request.path.map { Destination(rendering: request.rendering, path: $0) }
    }
    var others: [String] = []
    for path in output {
      let named = try open.isEmpty ? Self.rendering(ofFile: path) : try? Self.rendering(ofFile: path)
      if let named, let index = open.firstIndex(where: { $0.fileExtension == named.fileExtension }) {
        places.append(Destination(rendering: open.remove(at: index), path: path))
      } else if let named, open.count != 1 || output.count > 1 {
        places.append(Destination(rendering: named, path: path))
      } else {
        others.append(path)
      }
    }
    if open.isEmpty { return places + others.map { Destination(rendering: standard, path: $0) } }
    if open.count == 1 {
      if output.isEmpty { others = ["-"] }
      if !others.isEmpty { return places + others.map { Destination(rendering: open[0], path: $0) } }
    }
    let folder = try folder(for: open, among: others)
    return places + open.map { Destination(rendering: $0, path: folder) }
  }

  /// The folder of several results, with a slash at its end.
  private func folder(for renderings: [Rendering<Document>], among others: [String]) throws -> String {
    let name = renderings[0].name
    guard let folder = others.first else {
      let formats = renderings.count == 1 ? "“\(name)” needs a file" : "Several formats need one file each"
      throw ValidationError("\(formats): --format \(name)=PATH, or a folder with --output.")
    }
    let isFile = try folder == "-" || (!Path.isFolder(folder) && Self.rendering(ofFile: folder) != nil)
    guard others.count == 1, !isFile else {
      throw ValidationError(
        "Several formats cannot be written to one place, “\(folder)”. Name a folder with --output, or a file for each: "
          + "--format \(name)=PATH.")
    }
    return folder.hasSuffix("/") ? folder : folder + "/"
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
  var isLeftToTerminal: Bool { !isRequested && Terminal.showsOutput }

  private var standard: Rendering<Document> {
    isLeftToTerminal ? Document.terminalRendering : Document.standardRendering
  }

  var style: TextStyle { Terminal.style(isColored: !noColor, isVerbose: verbose) }

  /// The folder of all reports: what an output names that is no file of one of the formats; `nil` without one.
  /// - Throws: `ValidationError` if there are several.
  var folder: String? {
    get throws {
      let folders = output.filter { !Self.isFile($0) }
      if folders.count > 1 {
        throw ValidationError(
          "All reports go into one folder, and --output names “\(folders[0])” and “\(folders[1])”.")
      }
      return folders.first
    }
  }

  /// The same options without the folder of all reports, and without formats to print.
  var files: Self {
    var files = self
    files.output.removeAll { !Self.isFile($0) }
    files.format.removeAll { $0.path == nil }
    return files
  }

  /// Whether single results are requested, by name or by the extension of a file.
  var isOfFiles: Bool { !format.isEmpty || output.contains(where: Self.isFile) }

  /// Whether that is all that is requested, without a folder of all reports.
  var isOfFilesOnly: Bool {
    get throws { try format.contains { $0.path == nil } || (isOfFiles && folder == nil) }
  }

  /// Whether a format or a path is given.
  var isRequested: Bool { !format.isEmpty || !output.isEmpty }

  /// Whether no format is requested, neither by name nor by the extension of a file.
  var isUnspecified: Bool { format.isEmpty && !output.contains { $0 != "-" && Self.isFile($0) } }

  private static func isFile(_ path: String) -> Bool {
    path == "-" || (path.last != "/" && !Path.isFolder(path) && (try? rendering(ofFile: path)) != nil)
  }

  /// - Returns: `nil` if the name has no extension.
  /// - Throws: `ValidationError` for the extension of no rendering.
  private static func rendering(ofFile path: String) throws -> Rendering<Document>? {
    guard path.last != "/", !Path.isFolder(path), let last = path.split(separator: "/").last,
      let ending = Path.pathExtension(String(last))?.lowercased()
    else {
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
  /// The options as a search remembers them.
  var request: ResultRequest {
    var request = ResultRequest()
    request.formats = format.map { $0.rendering.name + ($0.path.map { "=" + $0 } ?? "") }
    (request.outputs, request.isColored, request.isVerbose) = (output, !noColor, verbose)
    return request
  }

  /// - Throws: `ValidationError` for a format that there no longer is.
  mutating func take(_ request: ResultRequest) throws {
    format = try request.formats.map { word in
      guard let format = FormatRequest<Document>(argument: word) else {
        throw ValidationError("“\(word)” is no format of this command.")
      }
      return format
    }
    (output, noColor, verbose) = (request.outputs, !request.isColored, request.isVerbose)
  }

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
    (options.output, options.noColor, options.verbose) = (output, noColor, verbose)
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

/// How results look at a terminal.
enum TerminalOptions {
  static let help: ArgumentHelp = "Do not use colors at a terminal (like the environment variable NO_COLOR)."

  /// - Parameter isUseful: whether there is more to show.
  static func verbose(isUseful: Bool) -> ArgumentHelp {
    ArgumentHelp(
      "Show at a terminal what files have as well: what could be detected, what is in doubt, and how it was done.",
      visibility: isUseful ? .default : .private)
  }
}
