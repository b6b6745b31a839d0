import ArgumentParser

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
