import ImportSyntax

/// The stored members of a type, for comparing two types.
struct Model: Hashable {
  private let kind: TypeDeclaration.Kind
  private let members: [String: Member]
  /// Members under `#if`, which are not compared.
  private let open: Set<String>

  fileprivate struct Member: Hashable {
    /// Absent if it is unknown.
    let type: String?
    /// As written, for messages.
    let words: String
    let attributes: [String]
    let rawValue: String?
    /// Whether the written type uses a type alias.
    let isAliased: Bool
  }

  /// A difference between two models.
  enum Difference: Hashable {
    case kind(String, String)
    case missing(String)
    case additional(String)
    case changed(String, String, String)

    /// - Parameters: the names of the two modules.
    func words(_ own: String, _ other: String) -> String {
      switch self {
      case .kind(let mine, let theirs): "\(mine) in \(own), \(theirs) in \(other)"
      case .missing(let member): "only \(other) has \(member)"
      case .additional(let member): "only \(own) has \(member)"
      case .changed(let name, let mine, let theirs): "\(name) is \(mine) in \(own), \(theirs) in \(other)"
      }
    }
  }

  /// - Parameters:
  ///   - aliases: the module's type aliases.
  ///   - modules: module names that may qualify type names.
  ///   - common: what the type's name has in common with those of its copies.
  init(_ type: TypeDeclaration, aliases: Set<String>, modules: Set<String>, common: CopyNames.Common) {
    kind = type.kind
    open = Set(type.members.filter(\.isConditional).map(\.name))
    members = Dictionary(
      type.members.map { member in
        let written = WrittenType(common.neutral(member.type ?? ""), parameters: type.parameters, modules: modules)
        let isText = member.rawValue == "\"\(member.name)\""
        return (
          member.name,
          Member(
            type: member.type.map { _ in written.text }, words: member.words, attributes: member.attributes,
            rawValue: isText ? nil : member.rawValue, isAliased: !written.names.isDisjoint(with: aliases))
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The differences that are certain, sorted by name.
  func differences(from other: Model) -> [Difference] {
    guard isEnumeration == other.isEnumeration else { return [.kind(kind.words, other.kind.words)] }
    let names = Set(members.keys).union(other.members.keys).subtracting(open).subtracting(other.open)
    return names.sorted().compactMap { name in
      guard let mine = members[name] else { return .missing(described(name, other.members[name])) }
      guard let theirs = other.members[name] else { return .additional(described(name, mine)) }
      return mine.agrees(with: theirs) ? nil : .changed(name, shown(mine), shown(theirs))
    }
  }

  private var isEnumeration: Bool { kind == .enum }

  private func shown(_ member: Member) -> String {
    member.words.isEmpty ? isEnumeration ? "without values" : "of an unwritten type" : member.words
  }

  private func described(_ name: String, _ member: Member?) -> String {
    guard let words = member?.words, !words.isEmpty else { return isEnumeration ? "case \(name)" : name }
    if name.hasPrefix("-") || name.hasPrefix("+") { return "\(name) \(words)" }
    return isEnumeration ? "case \(name)\(words.hasPrefix("(") ? "" : " ")\(words)" : "\(name): \(words)"
  }
}

extension Model.Member {
  fileprivate func agrees(with other: Self) -> Bool {
    if attributes != other.attributes { return false }
    // An implicit number depends on the order of the cases; an implicit string is the case's name.
    if let rawValue, let theirs = other.rawValue, rawValue != theirs { return false }
    if (rawValue ?? other.rawValue)?.hasPrefix("\"") == true, rawValue != other.rawValue { return false }
    guard let type, let theirs = other.type, !isAliased, !other.isAliased else { return true }
    return type == theirs
  }
}

extension TypeDeclaration.Kind {
  fileprivate var words: String { self == .enum || self == .actor ? "an \(rawValue)" : "a \(rawValue)" }
}

extension TypeDeclaration.Member {
  /// `@Published [String:Int]`, or a case's associated values and raw value.
  fileprivate var words: String {
    let type = type.flatMap { $0.isEmpty ? nil : $0 }
    return (attributes.map { "@\($0)" } + [type, rawValue.map { "= \($0)" }].compactMap { $0 }).joined(separator: " ")
  }
}

/// A type as written, normalized to one spelling.
struct WrittenType {
  private(set) var text: String
  /// All identifiers in it.
  let names: Set<String>

  /// - Parameters:
  ///   - parameters: the names of generic parameters, which are replaced by their positions.
  ///   - modules: names that are dropped before a dot.
  init(_ written: String, parameters: [String], modules: Set<String>) {
    var words = Self.words(written)
    while let dot = words.indices.dropFirst().first(where: { words[$0] == "." && modules.contains(words[$0 - 1]) }),
      dot == 1 || words[dot - 2] != "."
    {
      words.removeSubrange(dot - 1...dot)
    }
    // `Module::Type`
    while let colon = words.indices.dropFirst().dropLast().first(where: { words[$0] == ":" && words[$0 + 1] == ":" }) {
      words.removeSubrange(colon - 1...colon + 1)
    }
    names = Set(words.filter { $0.first.map { $0.isLetter || $0 == "_" } ?? false })
    words = words.map { word in parameters.firstIndex(of: word).map { "#\($0)" } ?? word }
    text = words.joined()
    text = Self.sugared(text)
  }

  /// Identifiers, and each punctuation character between them.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var isName = false
    for character in text {
      let isPart = character.isLetter || character.isNumber || character == "_"
      if isPart, isName { words[words.count - 1].append(character) } else { words.append(String(character)) }
      isName = isPart
    }
    return words
  }

  /// `Array<Int>` as `[Int]`, `Optional<Int>` as `Int?`, `Dictionary<A,B>` as `[A:B]`.
  private static func sugared(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    for (long, open, close) in [("Array<", "[", "]"), ("Dictionary<", "[", "]"), ("Optional<", "", "?")] {
      guard let start = text.firstRange(of: long) else { continue }
      if let before = text[..<start.lowerBound].last, before.isLetter || before.isNumber || before == "." { continue }
      var (depth, commas): (Int, [String.Index]) = (1, [])
      var end = start.upperBound
      while end < text.endIndex, depth > 0 {
        switch text[end] {
        case "<", "(", "[": depth += 1
        case ">" where text[text.index(before: end)] != "-": depth -= 1
        case ")", "]": depth -= 1
        case "," where depth == 1: commas.append(end)
        default: break
        }
        end = text.index(after: end)
      }
      guard depth == 0 else { continue }
      let isDictionary = long == "Dictionary<"
      guard commas.count == (isDictionary ? 1 : 0) else { continue }
      var inner = String(text[start.upperBound..<text.index(before: end)])
      if isDictionary, let comma = commas.first {
        inner = text[start.upperBound..<comma] + ":" + text[text.index(after: comma)..<text.index(before: end)]
      }
      return sugared(text[..<start.lowerBound] + open + inner + close + text[end...])
    }
    return text
  }
}
