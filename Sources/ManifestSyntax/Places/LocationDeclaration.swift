/// An expression in a manifest that declares targets, or changes their dependencies.
struct LocationDeclaration {
  /// The kind of dependencies to search for.
  enum Role: String, CaseIterable {
    case dependencies, plugins
  }

  /// The names of the targets; empty if the expression does not name them.
  let targets: [String]
  let callee: String
  let line: Int
  /// The bracket that begins the arguments; `nil` for a change.
  let opening: Int?
  /// The arguments with their labels; a change has one without a label.
  let arguments: [LocationText.Argument]
  /// What a change applies to; `nil` for a declaration.
  let changes: Role?

  /// Whether it declares more of the target than its name.
  var isWhole: Bool { arguments.contains { $0.label.map(Self.wholes.contains) ?? false } }

  /// Its code; nothing of a change whose targets it does not name.
  func extent(in text: LocationText) -> [Range<Int>] {
    opening.map { [text.inside($0)] } ?? (targets.isEmpty ? [] : arguments.map(\.value))
  }

  private static let wholes: Set<String> = [
    "dependencies", "path", "exclude", "sources", "resources", "swiftSettings", "capability", "plugins", "url",
  ]
  /// Functions of `PackageDescription` that do not declare a target.
  private static let others: Set<String> = [
    "product", "library", "executable", "byName", "package", "trait", "Package",
  ]
  private static let otherLabels: Set<String> = ["package", "targets", "condition"]

  /// All such expressions in a manifest, in the order of the file.
  ///
  /// - Parameter known: the names of all targets in SwiftPM's answer.
  /// - Complexity: O(tokens).
  static func all(in text: LocationText, names: inout LocationNames, known: Set<String>) -> [LocationDeclaration] {
    text.all.compactMap { index in
      guard let word = text.word(index) else { return nil }
      if let role = Role(rawValue: word), text.kind(index - 1) == .period, text.word(index - 2) != "package" {
        return change(of: role, at: index, in: text, known)
      }
      guard text.isSign(index + 1, "("), !others.contains(word) else { return nil }
      let arguments = text.arguments(index + 1)
      guard let first = arguments.first, first.value.count < 32,
        !arguments.contains(where: { $0.label.map(otherLabels.contains) ?? false })
      else { return nil }
      let targets = names.values(of: first.value).map(\.text).filter(known.contains)
      guard !targets.isEmpty else { return nil }
      return LocationDeclaration(
        targets: targets, callee: word, line: text.tokens[index].line, opening: index + 1,
        arguments: Array(arguments.dropFirst()), changes: nil)
    }
  }

  /// `target.dependencies += […]`; the targets are those that the statement names, if any.
  private static func change(
    of role: Role, at index: Int, in text: LocationText, _ known: Set<String>
  ) -> LocationDeclaration? {
    guard let value = LocationDefinition.added(behind: index, in: text) else { return nil }
    let line = text.tokens[index].line
    var start = index
    while start > 0, text.tokens[start].line == line, index - start < 64 { start -= 1 }
    let named = (start..<index).filter { text.kind($0) == .string(isPlain: true) }.map(text.text).filter(known.contains)
    return LocationDeclaration(
      targets: named, callee: "", line: line, opening: nil,
      arguments: [LocationText.Argument(label: nil, value: value)], changes: role)
  }

  /// The expressions that can name dependencies of a target.
  func values(for role: Role) -> [Range<Int>] {
    if let changes { return changes == role ? arguments.map(\.value) : [] }
    let labelled = arguments.filter { $0.label == role.rawValue }
    if !labelled.isEmpty || role == .plugins { return labelled.map(\.value) }
    return arguments.filter { argument in
      argument.label.map { !LocationMentions.otherArguments.contains($0) && $0 != "plugins" } ?? true
    }.map(\.value)
  }
}
