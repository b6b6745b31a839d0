/// A command of the user's whose words have placeholders: `[make, -C, "{package}", "{product}"]`.
///
/// It is a list of words, which no shell reads: a value, whatever is in it, stays within the word that it is put into,
/// and is not looked through for placeholders again. `{{package}}` is the text `{package}`; braces around anything but
/// small letters mean nothing.
package struct CommandTemplate: Sendable, Hashable {
  package enum Placeholder: String, Sendable, CaseIterable {
    /// The folder of the package that is built, in the private copy.
    case package
    /// The folder of the arm that is empty before a clean build.
    case scratch
    /// What the arm builds, as the user names it.
    case product
    /// `debug` or `release`.
    case configuration
    /// How many jobs may run at once.
    case jobs
  }

  package enum Problem: Error, Hashable, Sendable {
    case noProgram
    case unknownPlaceholder(String)
    /// A placeholder within what a shell reads as its script, where a value would be code.
    case inScript(word: String)
    /// A character that no argument can hold.
    case zero
  }

  fileprivate enum Part: Sendable, Hashable {
    case text(String)
    case placeholder(Placeholder)

    var isPlaceholder: Bool { if case .placeholder = self { true } else { false } }
  }

  /// As the user wrote them.
  package let words: [String]
  private let parts: [[Part]]

  package init(_ words: [String]) throws(Problem) {
    guard let program = words.first, !program.isEmpty else { throw .noProgram }
    var parts: [[Part]] = []
    for word in words {
      guard !word.utf8.contains(0) else { throw .zero }
      parts.append(try Self.parts(of: word))
    }
    if let script = Self.script(in: words), parts[script].contains(where: \.isPlaceholder) {
      throw .inScript(word: words[script])
    }
    self.words = words
    self.parts = parts
  }

  package var placeholders: Set<Placeholder> {
    Set(parts.joined().compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } })
  }

  /// Whether a value of this one would begin a word, so that a program might take it for an option.
  package func beginsWord(_ placeholder: Placeholder) -> Bool {
    parts.contains { $0.first == .placeholder(placeholder) }
  }

  /// The program and its arguments.
  /// - Returns: `nil` where a placeholder has no value.
  package func words(_ values: [Placeholder: String]) -> [String]? {
    guard placeholders.allSatisfy({ values[$0] != nil }) else { return nil }
    return parts.map { parts in
      parts.map { part in
        switch part {
        case .text(let text): text
        case .placeholder(let placeholder): values[placeholder] ?? ""
        }
      }.joined()
    }
  }
}

extension CommandTemplate {
  private static func parts(of word: String) throws(Problem) -> [Part] {
    var parts: [Part] = []
    var rest = word[...]
    while let open = rest.firstIndex(of: "{") {
      parts.append(.text(String(rest[..<open])))
      rest = rest[open...]
      let isEscaped = rest.hasPrefix("{{")
      let name = rest.dropFirst(isEscaped ? 2 : 1).prefix { ("a"..."z").contains($0) }
      let close = isEscaped ? "}}" : "}"
      guard !name.isEmpty, rest[name.endIndex...].hasPrefix(close) else {
        parts.append(.text("{"))
        rest = rest.dropFirst()
        continue
      }
      parts.append(isEscaped ? .text("{\(name)}") : .placeholder(try placeholder(name)))
      rest = rest[name.endIndex...].dropFirst(close.count)
    }
    return (parts + [.text(String(rest))]).filter { $0 != .text("") }
  }

  private static func placeholder(_ name: Substring) throws(Problem) -> Placeholder {
    guard let placeholder = Placeholder(rawValue: String(name)) else { throw .unknownPlaceholder(String(name)) }
    return placeholder
  }

  /// Where the script of a shell stands: after the first option with a `c` at its end, as `-c` or `-euc`.
  private static func script(in words: [String]) -> Int? {
    guard
      let shell = words.firstIndex(where: { shells.contains($0.split(separator: "/").last.map(String.init) ?? "") }),
      let option = words[(shell + 1)...].firstIndex(where: isScriptOption), option + 1 < words.count
    else { return nil }
    return option + 1
  }

  private static func isScriptOption(_ word: String) -> Bool {
    word == "--command" || word.hasPrefix("-") && !word.hasPrefix("--") && word.hasSuffix("c")
  }

  private static let shells: Set<String> = ["ash", "bash", "csh", "dash", "fish", "ksh", "sh", "tcsh", "zsh"]
}
