import Foundation
import TestSupport

/// What a command says of its arguments and options.
struct CommandHelp: Decodable {
  struct Name: Decodable {
    let kind: String
    let name: String
  }

  struct Argument: Decodable {
    let kind: String
    let shouldDisplay: Bool
    let sectionTitle: String?
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?
  }

  let commandName: String
  let abstract: String?
  let arguments: [Argument]?
  let subcommands: [CommandHelp]?

  /// The commands of modgauge, in the order of its help.
  static func all() async throws -> [CommandHelp] { try await told.value }

  /// Asked once: the parser checks all groups of options of all commands first, where it is built to debug.
  private static let told = Task {
    struct Document: Decodable { let command: CommandHelp }
    let outcome = try await Tool.built("modgauge")(
      ["--experimental-dump-help"], environment: ["HOME": "/home/user", "XDG_CACHE_HOME": ""])
    let document = try JSONDecoder().decode(Document.self, from: Data(outcome.outputBytes))
    return document.command.subcommands?.filter { $0.commandName != "help" } ?? []
  }
}

extension CommandHelp {
  /// The tables of a command; of one with subcommands, those of each of them below its name.
  var markdown: String {
    let parts = (subcommands ?? []).filter { $0.commandName != "help" }
    guard !parts.isEmpty else { return tables(heading: "##") }
    return parts.map {
      "## modgauge \(commandName) \($0.commandName)\n\n\($0.abstract ?? "")\n\n\($0.tables(heading: "###"))"
    }
    .joined(separator: "\n")
  }

  /// A table for each group of options, those that only this command has first.
  private func tables(heading: String) -> String {
    let shown = (arguments ?? []).filter { argument in
      argument.shouldDisplay && !(argument.names ?? []).contains { ["help", "version"].contains($0.name) }
    }
    let arguments = shown.filter { $0.kind == "positional" }
    let options = shown.filter { $0.kind != "positional" }
    var titles: [String] = []
    for title in options.map({ $0.sectionTitle ?? "" }) where !titles.contains(title) { titles.append(title) }
    let groups = titles.filter(\.isEmpty) + titles.filter { !$0.isEmpty }
    var sections: [String] = []
    if !arguments.isEmpty { sections.append(Self.section("\(heading) Arguments", arguments)) }
    for title in groups {
      sections.append(
        Self.section(
          "\(heading) \(title.isEmpty ? "Options" : title.sentenceCased)",
          options.filter { ($0.sectionTitle ?? "") == title }))
    }
    return sections.joined(separator: "\n")
  }

  private static func section(_ title: String, _ arguments: [Argument]) -> String {
    "\(title)\n\n| option | meaning |\n|---|---|\n" + arguments.map { "| \($0.words) | \($0.meaning) |\n" }.joined()
  }
}

extension CommandHelp.Argument {
  fileprivate var words: String {
    let value = "<\(valueName ?? "value")>"
    guard kind != "positional" else { return "`\(value)`" }
    let names = (self.names ?? []).sorted { $0.name.count < $1.name.count }
      .map { ($0.kind == "short" ? "-" : "--") + $0.name }
    return names.map { "`\($0)\(kind == "option" ? " \(value.cellEscaped)" : "")`" }.joined(separator: ", ")
  }

  fileprivate var meaning: String {
    let text = (abstract ?? "").cellEscaped
    let values = allValues.map { "Values: " + $0.map { "`\($0)`" }.joined(separator: ", ") + "." }
    let usual = defaultValue.map { "Default: `\($0)`." }
    return [text, values, usual].compactMap { $0 }.joined(separator: " ").replacing("/home/user", with: "~")
  }
}

extension String {
  /// Within a cell of a Markdown table a bar ends the cell, in code as well.
  fileprivate var cellEscaped: String { replacing("|", with: "\\|").replacing("\n", with: " ") }
  fileprivate var sentenceCased: String { prefix(1) + dropFirst().lowercased() }
}
