import ArgumentParser
import Reports

/// How results look at a terminal.
struct TerminalOptions: ParsableArguments {
  static let help: ArgumentHelp = "Use no colors at a terminal, as with the variable NO_COLOR."

  @Flag(help: Self.help) var noColor = false

  /// The capabilities of standard output.
  var style: TextStyle { Terminal.style(isColored: !noColor) }
}
