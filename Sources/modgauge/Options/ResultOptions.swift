import ArgumentParser
import Workspace

/// The forms that a command gives its result in.
protocol ResultFormat: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// The one that is meant where none is named.
  static var standard: Self { get }
  /// The same at a terminal, where that is another one.
  static var atTerminal: Self { get }
  /// What files of it are called, beside the name itself: `txt`.
  var fileExtension: String { get }
  /// Whether it is bytes that no terminal shows.
  var isBinary: Bool { get }
}

extension ResultFormat {
  static var atTerminal: Self { standard }
  var fileExtension: String { rawValue }
  var isBinary: Bool { false }

  /// `svg (default), png or json; may be repeated.`
  fileprivate static var help: String {
    let names = allCases.map { format in
      format.rawValue
        + (format == standard ? " (default)" : format == atTerminal ? " (default at a terminal)" : "")
    }
    return names.dropLast().joined(separator: ", ") + " or \(names.last ?? ""); may be repeated."
  }
}

/// A result's formats and places: `--format NAME[=PATH]` and `--output`.
struct ResultOptions<Format: ResultFormat & Equatable>: ParsableArguments {
  @Option(help: ArgumentHelp(stringLiteral: Format.help).named("name[=path]"))
  var format: [FormatRequest<Format>] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file of the result, or the folder of several; - is standard output.", valueName: "path"))
  var output: String?

  /// Where each result goes; to be asked for before any work.
  ///
  /// Without a format, the extension of `--output` tells it. A path that ends with a slash is a folder.
  /// - Parameter name: what files in a folder are called.
  /// - Throws: `ValidationError` for words that do not fit together, `ResultFiles.Failure`.
  func destinations(named name: String) throws -> [(format: Format, path: String)] {
    let requests = try format.isEmpty ? [FormatRequest(format: formatOfOutput ?? standard, path: nil)] : format
    try checkOutput(for: requests.count { $0.path == nil })
    let isShared = requests.count { $0.path == nil } > 1
    let places = try requests.map { request in
      let file = "\(name).\(request.format.fileExtension)"
      let path = request.path ?? output.map { isShared && !$0.hasSuffix("/") ? $0 + "/" : $0 } ?? "-"
      return (request.format, try place(path, named: file))
    }
    try check(places)
    return places
  }

  /// - Parameter open: how many formats name no place of their own.
  private func checkOutput(for open: Int) throws {
    let standard = Format.standard.rawValue
    if open == 0, let output {
      throw ValidationError("“\(output)” of --output gets no result, since each --format names a place of its own.")
    }
    guard open > 1 else { return }
    guard let output else {
      throw ValidationError("Several formats need a place each: --format \(standard)=PATH, or a folder with --output.")
    }
    let isFile = try output == "-" || (!Path.isFolder(output) && Self.format(ofFile: output) != nil)
    guard isFile else { return }
    throw ValidationError(
      "Several formats cannot go into one place, “\(output)”. Name a folder with --output, or a place for each: "
        + "--format \(standard)=PATH.")
  }

  /// Makes the folder of a path that ends with a slash.
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

  private func check(_ places: [(format: Format, path: String)]) throws {
    var known: [String: Format] = [:]
    for (format, path) in places {
      if let other = known.updateValue(format, forKey: path == "-" ? path : Self.file(at: path)) {
        let formats = other == format ? "“\(format.rawValue)” twice" : "“\(other.rawValue)” and “\(format.rawValue)”"
        throw ValidationError("\(formats) cannot go into one place, “\(path)”. Name another for each.")
      }
      if format.isBinary, Terminal.isTerminal(path) {
        throw ValidationError("\(format.rawValue) is not for a terminal; give a file with --output.")
      }
      try ResultFiles.check(path)
    }
  }

  /// The same for two paths of one file, if the file or its folder is there.
  private static func file(at path: String) -> String {
    Path.canonical(path)
      ?? Path.canonical(InputFile.folder(of: path)).map { $0 + "/" + InputFile.lastPart(of: path) } ?? path
  }

  /// Whether the result is for whoever sits at the terminal, who named neither a format nor a place.
  var isLeftToTerminal: Bool { format.isEmpty && output == nil && Terminal.showsOutput }

  private var standard: Format { isLeftToTerminal ? .atTerminal : .standard }

  private var formatOfOutput: Format? {
    get throws {
      guard let output, output.last != "/", !Path.isFolder(output) else { return nil }
      return try Self.format(ofFile: output)
    }
  }

  /// - Returns: `nil` where the name says nothing.
  /// - Throws: `ValidationError` where it says something else.
  private static func format(ofFile path: String) throws -> Format? {
    guard let last = path.split(separator: "/").last, let ending = Path.pathExtension(String(last)) else { return nil }
    let format = Format.allCases.first { $0.fileExtension == ending.lowercased() || $0.rawValue == ending.lowercased() }
    guard let format else {
      let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "“\(path)” names no format of this command: \(names). Choose one with --format, or another ending.")
    }
    return format
  }
}

extension ArgumentHelp {
  fileprivate func named(_ valueName: String) -> ArgumentHelp {
    var help = self
    help.valueName = valueName
    return help
  }
}
