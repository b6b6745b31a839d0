import BuildAnalysis

extension StructureChange {
  /// The kinds of changes; raw values are the names of options and keys.
  package enum Kind: String, CaseIterable, Sendable {
    case cut, add, remove, interface, merge, split
    case moveFiles = "move-files"
    case cost, cores, jobs, unblock

    /// The syntax of a change of this kind.
    package var form: String {
      switch self {
      case .cut, .add: "A->B"
      case .remove, .interface: "MODULE"
      case .merge: "A,B=NEW"
      case .split: "MODULE=A:GLOB,B:GLOB,REST:"
      case .moveFiles: "GLOB=A->B"
      case .cost: "MODULE=×0.5, with \(StructureChange.factorForm)"
      case .cores, .jobs: "a number from 1 to \(StructureChange.counts.upperBound)"
      case .unblock: "all or emit-module"
      }
    }
  }

  /// Parses a change in the command-line syntax of its kind; `nil` if the text has another form.
  package init?(_ kind: Kind, _ text: String) {
    switch kind {
    case .cut, .add:
      guard let ends = Self.ends(text[...]) else { return nil }
      self = kind == .cut ? .cut(ends.0, ends.1) : .add(ends.0, ends.1)
    case .remove, .interface:
      guard !text.isEmpty else { return nil }
      self = kind == .remove ? .remove(text) : .interface(text)
    case .merge:
      guard let (names, name) = Self.sides(text[...]) else { return nil }
      let modules = Self.list(names)
      guard !modules.isEmpty else { return nil }
      self = .merge(modules, into: name)
    case .split:
      guard let (module, words) = Self.sides(text[...]), let parts = Self.parts(words) else { return nil }
      self = .split(module, parts)
    case .moveFiles:
      guard let (globs, words) = Self.sides(text[...]), let ends = Self.ends(words[...]) else { return nil }
      self = .move(Self.list(globs), from: ends.0, to: ends.1)
    case .cost:
      guard let (module, words) = Self.sides(text[...]) else { return nil }
      let figure = words.first.map { "×x*".contains($0) } == true ? String(words.dropFirst()) : words
      // `Double` also reads hexadecimal digits, as in 0x10.
      let isDecimal = !figure.contains(where: "xX".contains)
      guard isDecimal, let factor = Double(figure), Self.factors.contains(factor) else { return nil }
      self = .cost(module, factor: factor)
    case .cores, .jobs:
      guard let count = Int(text), Self.counts.contains(count) else { return nil }
      self = kind == .cores ? .cores(count) : .jobs(count)
    case .unblock:
      guard let model = Self.unblocking[text] else { return nil }
      self = .unblock(model)
    }
  }

  /// The factors by which a cost can be multiplied.
  static let factors = 0.0...1_000_000
  package static let factorForm = "a factor from 0 to 1000000"
  /// The allowed numbers of cores and jobs.
  static let counts = 1...10_000

  private static let unblocking: [String: Unblocking.Model] = [
    "all": .atModuleEnd, "emit-module": .atEmitModule,
  ]

  /// Parses `A->B` or `A→B`, with or without spaces.
  private static func ends(_ text: Substring) -> (String, String)? {
    for arrow in ["->", "→"] {
      guard let place = text.firstRange(of: arrow) else { continue }
      let (from, to) = (trimmed(text[..<place.lowerBound]), trimmed(text[place.upperBound...]))
      return from.isEmpty || to.isEmpty ? nil : (from, to)
    }
    return nil
  }

  /// The text before and after the first `=`.
  private static func sides(_ text: Substring) -> (String, String)? {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    let (left, right) = (trimmed(text[..<sign]), trimmed(text[text.index(after: sign)...]))
    return left.isEmpty || right.isEmpty ? nil : (left, right)
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map(trimmed).filter { !$0.isEmpty }
  }

  /// Parses `A:GLOB,B:GLOB,C:`. A pattern without a name belongs to the preceding part.
  private static func parts(_ text: String) -> [Part]? {
    var parts: [(name: String, files: [String])] = []
    for word in list(text) {
      if let colon = word.firstIndex(of: ":") {
        let (name, glob) = (trimmed(word[..<colon]), trimmed(word[word.index(after: colon)...]))
        let globs = glob.isEmpty ? [] : [glob]
        if let known = parts.firstIndex(where: { $0.name == name }) {
          parts[known].files += globs
        } else {
          parts.append((name, globs))
        }
        guard !name.isEmpty else { return nil }
      } else if let last = parts.indices.last {
        parts[last].files.append(word)
      } else {
        return nil
      }
    }
    return parts.map { Part(name: $0.name, files: $0.files) }
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
