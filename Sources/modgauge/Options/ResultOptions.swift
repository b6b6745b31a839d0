import ArgumentParser

/// The forms that a command gives its result in.
protocol ResultFormat: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// The one that is meant where none is named.
  static var standard: Self { get }
  /// What files of it are called, beside the name itself: `txt`.
  var fileExtension: String { get }
  /// Whether it is bytes that no terminal shows.
  var isBinary: Bool { get }
}

extension ResultFormat {
  var fileExtension: String { rawValue }
  var isBinary: Bool { false }

  /// `svg (default), png or json; may be repeated.`
  fileprivate static var help: String {
    let names = allCases.map { $0 == standard ? "\($0.rawValue) (default)" : $0.rawValue }
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
  /// Without a format, the extension of `--output` tells it.
  /// - Parameter name: what files in a folder are called.
  /// - Throws: `ValidationError` for words that do not fit together, `ResultFiles.Failure`.
  func destinations(named name: String) throws -> [(format: Format, path: String)] {
    let requests = format.isEmpty ? [FormatRequest(format: formatOfOutput ?? .standard, path: nil)] : format
    let open = requests.count { $0.path == nil }
    guard open < 2 || output != nil else {
      throw ValidationError(
        "Several formats need a place each: --format \(Format.standard.rawValue)=PATH, or a folder with --output.")
    }
    if open > 1, let output, output != "-" { try ResultFiles.makeFolder(output) }
    return try requests.map { request in
      let shared = open > 1 && output != "-" ? output.map { "\($0)/\(name).\(request.format.fileExtension)" } : output
      let path = request.path ?? shared ?? "-"
      guard path != "-" || !request.format.isBinary || !Terminal.showsOutput else {
        throw ValidationError("\(request.format.rawValue) is not for a terminal; give a file with --output.")
      }
      return (request.format, path)
    }
  }

  private var formatOfOutput: Format? {
    guard let last = output?.split(separator: "/").last, last.contains(".") else { return nil }
    let ending = last.split(separator: ".").last.map(String.init)
    return Format.allCases.first { $0.fileExtension == ending || $0.rawValue == ending }
  }
}

extension ArgumentHelp {
  fileprivate func named(_ valueName: String) -> ArgumentHelp {
    var help = self
    help.valueName = valueName
    return help
  }
}
