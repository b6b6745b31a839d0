/// The words that names of modules begin or end with, and the modules that share them: `Server…`, `…Feature`.
struct SharedAffixes {
  private struct Ending: Hashable {
    let words: Substring
    let isLast: Bool
    /// Modules of different kin share nothing.
    let kin: Int

    /// Endings come before beginnings, since they say what a module is: a feature, a client. More words come before
    /// fewer.
    static func isBefore(_ left: Ending, _ right: Ending) -> Bool {
      if left.isLast != right.isLast { return left.isLast }
      if left.words.count != right.words.count { return left.words.count > right.words.count }
      return (String(left.words), left.kin) < (String(right.words), right.kin)
    }
  }

  /// The modules that share each ending, in order of preference.
  private var members: [[Int]] = []
  private var counts: [Int] = []
  /// The endings of each module, as indices of `members`.
  private var endings: [Int: [Int]] = [:]
  private var isOpen: Set<Int>

  /// - Parameters:
  ///   - names: the names of all modules.
  ///   - open: the modules to group.
  ///   - kin: what all modules have, and only those with the same can be grouped.
  /// - Complexity: O(words of the names), and the sorting of what they share.
  init(_ names: [String], open: [Int], kin: [some Hashable]) {
    isOpen = Set(open)
    var all: [Ending: [Int]] = [:]
    var numbers = [AnyHashable: Int]()
    for (module, name) in names.enumerated() {
      let number = numbers[kin[module], default: numbers.count]
      numbers[kin[module]] = number
      for ending in Self.endings(of: name, kin: number) { all[ending, default: []].append(module) }
    }
    // A word that most modules share says nothing, nor does one that only one module has.
    let telling = all.filter { $0.value.count > 1 && 2 * $0.value.count <= names.count }
    for ending in telling.keys.sorted(by: Ending.isBefore) {
      let found = (telling[ending] ?? []).filter(isOpen.contains)
      for module in found { endings[module, default: []].append(members.count) }
      members.append(found)
      counts.append(found.count)
    }
  }

  /// Removes and returns the remaining modules that share the most common ending; `nil` if no two share one.
  /// - Complexity: O(endings).
  mutating func takeGreatest() -> [Int]? {
    var best = 0
    for index in counts.indices where counts[index] > counts[best] { best = index }
    guard !counts.isEmpty, counts[best] > 1 else { return nil }
    let taken = members[best].filter(isOpen.contains)
    for module in taken {
      isOpen.remove(module)
      for ending in endings[module] ?? [] { counts[ending] -= 1 }
    }
    return taken
  }

  private static func endings(of name: String, kin: Int) -> [Ending] {
    let words = name.words
    guard let first = words.first, let last = words.last else { return [] }
    return words.dropLast().map {
      Ending(words: name[first.startIndex..<$0.endIndex], isLast: false, kin: kin)
    } + words.dropFirst().map { Ending(words: name[$0.startIndex..<last.endIndex], isLast: true, kin: kin) }
  }

  /// A pattern with all the words that the names share at both ends: `*Feature`, `TreeSitter*Queries`.
  static func pattern(of names: [String]) -> String {
    let words = names.map(\.words)
    guard let name = names.first, let first = words.first else { return "*" }
    let shortest = words.map(\.count).min() ?? 0
    let before = (0..<shortest).prefix { place in words.allSatisfy { $0[place] == first[place] } }.count
    let after = (0..<(shortest - before)).prefix { place in
      words.allSatisfy { $0[$0.count - 1 - place] == first[first.count - 1 - place] }
    }.count
    return (before == 0 ? "" : String(name[..<first[before - 1].endIndex])) + "*"
      + (after == 0 ? "" : String(name[first[first.count - after].startIndex...]))
  }
}

extension String {
  /// The words of a name in camel case or with separators: `HTTP` and `Server` of `HTTPServer`, `swift` and `nio` of
  /// `swift-nio`. Digits belong to the word before them.
  package var words: [Substring] {
    var words: [Substring] = []
    var rest = self[...]
    while let start = rest.firstIndex(where: { $0.isLetter || $0.isNumber }) {
      rest = rest[start...]
      let capitals = rest.prefix(while: \.isUppercase)
      let small = rest[capitals.endIndex...].prefix { ($0.isLetter && !$0.isUppercase) || $0.isNumber }
      let isAbbreviation = capitals.count > 1 && small.first?.isLetter == true
      let word = isAbbreviation ? capitals.dropLast() : rest[..<small.endIndex]
      words.append(word)
      rest = rest[word.endIndex...]
    }
    return words
  }
}
