@testable import modgauge

/// Arguments as the parser reads them, in this process: where it is built to debug, the program reads all commands before it
/// refuses the arguments of one.
enum ParsedArguments {
  /// What the program says behind `error: `, with exit code 64; `nil` for arguments that the command takes.
  static func refusal(_ words: [String]) -> String? {
    guard let type = words.first.flatMap(Subcommand.init)?.type else { return nil }
    do {
      _ = try type.parseAsRoot(Array(words.dropFirst()))
      return nil
    } catch {
      return type.exitCode(for: error).rawValue == 64 ? type.message(for: error) : nil
    }
  }
}
