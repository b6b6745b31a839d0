/// The help of the whole program: what to type first, and the commands by what they are for.
enum HelpPage {
  static var text: String {
    let groups = Subcommand.Group.allCases.map { group in
      let commands = Subcommand.allCases.filter { $0.group == group }
      return "\(group.rawValue)\n" + table(commands.map { ($0.rawValue, $0.type.configuration.abstract) })
    }
    return ([head] + groups + [foot]).joined(separator: "\n")
  }

  /// Commands and what they are for, in two columns.
  static func table(_ rows: [(command: String, meaning: String)]) -> String {
    let width = max(12, rows.map(\.command.count).max() ?? 0)
    return rows.map { row in
      "  " + row.command + String(repeating: " ", count: width + 2 - row.command.count) + row.meaning + "\n"
    }.joined()
  }

  private static let head =
    "\(Program.question)\n\nWhat to type first, in the folder of a package, of an app or of many packages:\n"
    + table([
      ("modgauge", "a summary, and what to try next"),
      ("modgauge graph -o graph.html", "the module graph as a page to explore"),
      ("modgauge init", "rules that keep the structure; then `modgauge check`"),
      ("modgauge record", "what a build spends its time on, and what it waits for"),
      ("modgauge compare --base main", "whether a branch builds slower"),
    ])

  private static let foot = """
    `modgauge help COMMAND` explains a command, `modgauge --version` shows the version. Words that
    need an explanation are in docs/glossary.md.
    Results go to standard output, everything else to standard error. Exit codes: 0 success; 1 a
    check or a build failed; 2 the command could not run; 3 inconclusive; 64 invalid arguments;
    130 and 143 interrupted.
    """
}
