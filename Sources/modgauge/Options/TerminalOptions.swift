import ArgumentParser
import Reports

/// How results look at a terminal.
struct TerminalOptions: ParsableArguments {
  static let help: ArgumentHelp = "Do not use colors at a terminal (like the environment variable NO_COLOR)."

  @Flag(help: Self.help) var noColor = false

  /// The capabilities of standard output.
  var style: TextStyle { Terminal.style(isColored: !noColor) }
}
