/// A user's command with placeholders in its arguments: `[make, -C, "{package}", "{product}"]`.
///
/// The command is a list of arguments that no shell interprets: a value always stays within its argument, and is not
/// searched for placeholders. `{{package}}` is the literal text `{package}`; braces around anything but lowercase
/// letters are literal.
package struct CommandTemplate: Sendable, Hashable {
  package enum Placeholder: String, Sendable, CaseIterable {
    /// The folder of the package that is built, in the working copy.
    case package
    /// The arm's scratch folder, which is empty before a clean build.
    case scratch
    /// The product or target that the arm builds, as the user named it.
    case product
    /// `debug` or `release`.
    case configuration
    /// The number of parallel jobs.
    case jobs
  }

  package enum Problem: Error, Hashable, Sendable {
    case noProgram
    case unknownPlaceholder(String)
    /// A placeholder within a shell script, where its value would be interpreted as code.
    case inScript(word: String)
    /// A NUL byte, which no argument can contain.
    case zero
  }

  fileprivate enum Part: Sendable, Hashable {
    case text(String)
    case placeholder(Placeholder)

    var isPlaceholder: Bool { if case .placeholder = self { true } else { false } }
  }

  /// The program and its arguments as the user wrote them.
  package let arguments: [String]
  private let parts: [[Part]]

  package init(_ arguments: [String]) throws(Problem) {
    guard let program = arguments.first, !program.isEmpty else { throw .noProgram }
    var parts: [[Part]] = []
    for word in arguments {
      guard !word.utf8.contains(0) else { throw .zero }
      parts.append(try Self.parts(of: word))
    }
    if let script = Self.script(in: arguments), parts[script].contains(where: \.isPlaceholder) {
      throw .inScript(word: arguments[script])
    }
    self.arguments = arguments
    self.parts = parts
  }

  package var placeholders: Set<Placeholder> {
    Set(parts.joined().compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } })
  }

  /// Whether an argument starts with the placeholder, so that a program might interpret the value as an option.
  package func beginsWord(_ placeholder: Placeholder) -> Bool {
    parts.contains { $0.first == .placeholder(placeholder) }
  }

  /// The program and its arguments, with placeholders replaced by values.
  /// - Returns: `nil` if a placeholder has no value.
  package func arguments(_ values: [Placeholder: String]) -> [String]? {
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

  /// The index of the script that a shell runs: the argument after the first option that ends with `c`, such as `-c` or
  /// `-euc`.
  private static func script(in arguments: [String]) -> Int? {
    guard
      let shell = arguments.firstIndex(where: { shells.contains($0.split(separator: "/").last.map(String.init) ?? "") }
      ),
      let option = arguments[(shell + 1)...].firstIndex(where: isScriptOption), option + 1 < arguments.count
    else { return nil }
    return option + 1
  }

  private static func isScriptOption(_ word: String) -> Bool {
    word == "--command" || word.hasPrefix("-") && !word.hasPrefix("--") && word.hasSuffix("c")
  }

  private static let shells: Set<String> = ["ash", "bash", "csh", "dash", "fish", "ksh", "sh", "tcsh", "zsh"]
}
