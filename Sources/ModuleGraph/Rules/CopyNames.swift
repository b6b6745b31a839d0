/// Names of copies that modules have under names of their own: in `YZ?GoodsModel`, `?` is what is a module's own.
struct CopyNames: Hashable {
  /// What a name has in common with those of its copies.
  struct Common: Hashable {
    /// The name with `?` for what is the module's own.
    let name: String
    /// What other names of the module begin with, too: `YZG`; empty if nothing is its own.
    let prefix: String
  }

  private let patterns: NamePatterns

  init(_ patterns: NamePatterns) { self.patterns = patterns }

  /// - Returns: `nil` for a name that no pattern matches.
  func common(of name: String) -> Common? {
    guard patterns.matches(name) else { return nil }
    let pattern = patterns.patterns.first { $0 != name && $0.contains("?") && Glob($0).matches(name) }
    guard let pattern, !patterns.patterns.contains(name) else { return Common(name: name, prefix: "") }
    var letters = Array(name)
    let (head, tail) = (pattern.prefix { $0 != "*" }, Array(pattern.reversed().prefix { $0 != "*" }))
    // Between two `*`, a place is not known.
    let places =
      head.enumerated().filter { $0.element == "?" }.map(\.offset)
      + (head.count == pattern.count ? [] : tail.indices.filter { tail[$0] == "?" }.map { letters.count - 1 - $0 })
    let first = places.min() ?? letters.count
    let own = first..<(letters.indices.first { $0 > first && !places.contains($0) } ?? letters.count)
    for place in places { letters[place] = "?" }
    // Parts of different lengths are one.
    let common = letters.reduce(into: "") { $0 += $0.last == "?" && $1 == "?" ? "" : String($1) }
    return Common(
      name: common, prefix: own.isEmpty || own.upperBound == letters.count ? "" : String(name.prefix(own.upperBound)))
  }
}

extension CopyNames.Common {
  /// A written type, in which names with the module's own part are those of any module.
  func neutral(_ type: String) -> String {
    guard !prefix.isEmpty, type.contains(prefix) else { return type }
    var (result, word) = ("", "")
    func flush() {
      let rest = word.dropFirst(prefix.count)
      result += word.hasPrefix(prefix) && rest.first?.isUppercase == true ? "?" + rest : word
      word = ""
    }
    for letter in type {
      if letter.isLetter || letter.isNumber || letter == "_" {
        word.append(letter)
      } else {
        flush()
        result.append(letter)
      }
    }
    flush()
    return result
  }
}
