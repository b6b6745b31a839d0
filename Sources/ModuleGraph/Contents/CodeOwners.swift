/// The owners of files that a `CODEOWNERS` file states, as GitHub or GitLab reads it.
///
/// <https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners>,
/// <https://docs.gitlab.com/user/project/codeowners/reference/>
package struct CodeOwners: Hashable, Sendable {
  package enum Dialect: Sendable {
    case github, gitlab
  }

  /// The places of the file below the repository's top, in the order in which they are looked for.
  package static let places = [
    ".github/CODEOWNERS", ".gitlab/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS",
  ]

  private struct Line: Hashable, Sendable {
    let pattern: OwnedPattern
    let owners: [String]
    /// A pattern that a `!` takes out of its section again.
    let isExcluded: Bool
  }

  /// Each has owners of its own; without sections, all lines are in one.
  private var sections: [[Line]] = []

  /// - Parameter dialect: only GitLab has sections, and only there a pattern without a leading slash matches at any depth.
  package init(_ text: String, _ dialect: Dialect) {
    var (names, usual): ([String: Int], [String]) = (["": 0], [])
    var current = 0
    sections = [[]]
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.drop(while: \.isWhitespace)
      if line.isEmpty || line.first == "#" { continue }
      if dialect == .gitlab, let section = Self.section(line) {
        (current, usual) = (names[section.name] ?? sections.count, section.owners)
        if current == sections.count { sections.append([]) }
        names[section.name] = current
        continue
      }
      var words = Self.words(line)
      guard !words.isEmpty else { continue }
      var pattern = words.removeFirst()
      let isExcluded = dialect == .gitlab && pattern.hasPrefix("!")
      if isExcluded { pattern.removeFirst() }
      sections[current].append(
        Line(
          pattern: OwnedPattern(pattern, isAnywhere: dialect == .gitlab), owners: words.isEmpty ? usual : words,
          isExcluded: isExcluded))
    }
  }

  /// The owners of a file, as the file states them; empty if it has none.
  /// - Parameter path: relative to the repository's top.
  /// - Complexity: O(lines · length of the path).
  package func owners(of path: String) -> [String] {
    var owners: [String] = []
    for section in sections {
      // The last line that matches decides, and one without owners says that there are none.
      guard let line = section.last(where: { $0.pattern.matches(path) }), !line.isExcluded,
        !section.contains(where: { $0.isExcluded && $0.pattern.matches(path) })
      else { continue }
      owners += line.owners.filter { !owners.contains($0) }
    }
    return owners
  }

  /// The heading of a section, such as `^[Documentation][2] @docs-team`: its name, which is not case-sensitive, and the
  /// owners of its patterns without any.
  private static func section(_ line: Substring) -> (name: String, owners: [String])? {
    let heading = line.drop { $0 == "^" }
    guard heading.first == "[", let end = heading.firstIndex(of: "]") else { return nil }
    var rest = heading[heading.index(after: end)...]
    if rest.first == "[", let close = rest.firstIndex(of: "]") { rest = rest[rest.index(after: close)...] }
    return (heading[..<end].lowercased(), words(rest))
  }

  /// The words of a line up to a comment; a backslash keeps the character after it.
  private static func words(_ line: Substring) -> [String] {
    var (words, word, isKept): ([String], String, Bool) = ([], "", false)
    for character in line {
      if isKept {
        word.append(character)
        isKept = false
      } else if character == "\\" {
        isKept = true
      } else if character.isWhitespace {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else if character == "#", word.isEmpty {
        return words
      } else {
        word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }
}

/// A pattern as in `.gitignore`: a folder stands for all that it contains, and `/*` at the end for its files alone.
private struct OwnedPattern: Hashable, Sendable {
  /// What the pattern states without wildcards; `nil` if it has some.
  private let literal: String?
  private let glob: Glob
  private let inside: Glob?

  /// - Parameter isAnywhere: whether a pattern with a slash in its middle matches at any depth, unless it begins with one.
  init(_ pattern: String, isAnywhere: Bool) {
    let core = pattern.drop { $0 == "/" }
    let isAnchored = pattern.hasPrefix("/") || (!isAnywhere && core.dropLast().contains("/"))
    let isFolder = core.hasSuffix("/")
    let path = String(isFolder ? core.dropLast() : core)
    let whole = (isAnchored ? "" : "**/") + path
    literal = isAnchored && !path.contains(where: { "*?".contains($0) }) ? path : nil
    glob = Glob(isFolder ? whole + "/**/*" : whole)
    inside = isFolder || path.hasSuffix("/*") ? nil : Glob(whole + "/**")
  }

  func matches(_ path: String) -> Bool {
    if let literal { return path == literal || (path.hasPrefix(literal) && path.dropFirst(literal.count).first == "/") }
    return glob.matches(path) || inside?.matches(path) ?? false
  }
}
