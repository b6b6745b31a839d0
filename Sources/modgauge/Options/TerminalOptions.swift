import ArgumentParser
import Reports

/// How a result looks at a terminal.
struct TerminalOptions: ParsableArguments {
  static let help: ArgumentHelp = "Use no colors at a terminal, as with the variable NO_COLOR."

  @Flag(help: Self.help) var noColor = false

  /// What standard output can show.
  var style: TextStyle { Terminal.style(isColored: !noColor) }
}
