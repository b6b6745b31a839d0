/// The parser's help with the options of the command itself first, and those that most commands share last; the parser
/// prints the latter first, in the order in which they are declared.
enum HelpText {
  /// The sections of options that many commands have, in their order at the end.
  private static let shared = ["BUILD OPTIONS", "TRAIT OPTIONS", "WORKSPACE OPTIONS"]

  static func arranged(_ help: String) -> String {
    if help.hasPrefix("OVERVIEW: \(Program.question.prefix(20))") { return HelpPage.text }
    var (before, sections): (String, [String]) = ("", [])
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      if isTitle(line) { sections.append("") }
      if sections.isEmpty { before += line + "\n" } else { sections[sections.count - 1] += line + "\n" }
    }
    guard sections.count > 1 else { return help }
    // The last section has no empty line below it.
    let ordered = sections.map(withoutEmptyLinesAtEnd).enumerated()
      .sorted { (place(of: $0.element), $0.offset) < (place(of: $1.element), $1.offset) }.map(\.element)
    return before + ordered.joined(separator: "\n\n")
  }

  private static func withoutEmptyLinesAtEnd(_ section: String) -> String {
    var section = section
    while section.hasSuffix("\n") { section.removeLast() }
    return section
  }

  private static func isTitle(_ line: Substring) -> Bool {
    line.hasSuffix(":") && line.contains("OPTIONS") && !line.contains(where: \.isLowercase)
  }

  private static func place(of section: String) -> Int {
    if section.hasPrefix("OPTIONS:") { return 0 }
    return shared.firstIndex { section.hasPrefix($0) }.map { $0 + 2 } ?? 1
  }
}
