extension ModuleContext {
  /// A struct with derived conformances, an initializer, two computed properties and possibly a few methods.
  mutating func record() -> Declaration {
    record(properties: 3...7, isPublic: isNextPublic(), isShort: false)
  }

  /// A short public struct, which contains no other models if the file imports none.
  mutating func firstRecord() -> Declaration {
    record(properties: 3...3, isPublic: true, isShort: true)
  }

  private mutating func record(properties count: ClosedRange<Int>, isPublic: Bool, isShort: Bool) -> Declaration {
    let access = isPublic ? "public " : ""
    let (name, phrase) = newName()
    let properties = properties(random.number(in: count), isPublic: isPublic)
    let level = properties.map(\.level).max() ?? 0
    var lines = documentation("The \(phrase) \(random.element(of: Vocabulary.purposes) ?? "").")
    // Models in properties need not be `Hashable` or `Codable`.
    let conformances = level == 0 && random.chance(30) ? "Hashable, Codable, Sendable" : "Equatable, Sendable"
    lines.append("\(access)struct \(name): \(conformances) {")
    for property in properties {
      lines += documentation("The \(property.name) of the \(phrase).", indent: "  ")
      lines.append("  \(access)let \(property.name): \(property.type)")
    }
    lines += [""] + initializer(properties, phrase: phrase, access: access)
    lines += [""] + summaryAndRank(properties, access: access)
    lines += [""] + placeholder(of: name, properties, access: access)
    if !isShort, random.chance(50) { lines += [""] + copy(of: name, properties, access: access) }
    if !isShort, random.chance(50) { lines += [""] + matching(properties, access: access) }
    lines.append("}")
    return Declaration(lines, model: Model(name: name, module: module.name, level: level, isPublic: isPublic))
  }

  private mutating func initializer(_ properties: [Property], phrase: String, access: String) -> [String] {
    let parameters = properties.map { "\($0.name): \($0.type)" }
    let explained = properties.map { "  ///   - \($0.name): \(random.element(of: Vocabulary.purposes) ?? "")." }
    return ["  /// Makes a \(phrase) from its parts.", "  ///", "  /// - Parameters:"] + explained
      + call("\(access)init", parameters, end: " {", indent: "  ")
      + properties.map { "    self.\($0.name) = \($0.name)" } + ["  }"]
  }

  private mutating func summaryAndRank(_ properties: [Property], access: String) -> [String] {
    let texts = properties.prefix(3).map { "\($0.name) \\(\($0.text))" }.joined(separator: ", ")
    let numbers = properties.map(\.rank)
    var lines = [
      "  /// One line for lists and logs.",
      "  \(access)var summary: String {",
      "    \"\(texts)\"",
      "  }",
      "",
      "  /// How far up it stands in a list; larger is further up.",
      "  \(access)var rank: Int {",
    ]
    if numbers.count > 2 {
      lines.append("    var rank = \(numbers[0]) + \(numbers[1])")
      lines += numbers.dropFirst(2).map { "    rank += \($0)" }
      lines += ["    return rank"]
    } else {
      lines.append("    \(numbers.joined(separator: " + "))")
    }
    return lines + ["  }"]
  }

  private func placeholder(of name: String, _ properties: [Property], access: String) -> [String] {
    let arguments = properties.map { "\($0.name): \($0.placeholder)" }
    return ["  /// A value for previews and samples.", "  \(access)static func placeholder(_ index: Int) -> \(name) {"]
      + call(name, arguments, end: "", indent: "    ") + ["  }"]
  }

  /// A method that returns the value with one property changed.
  private mutating func copy(of name: String, _ properties: [Property], access: String) -> [String] {
    let changed = properties[random.below(properties.count)]
    let arguments = properties.map { "\($0.name): \($0.name == changed.name ? "value" : $0.name)" }
    return [
      "  /// The same with another \(changed.name).",
      "  ///",
      "  /// - Parameter value: \(random.element(of: Vocabulary.purposes) ?? "").",
      "  /// - Returns: a copy; everything else stays as it is.",
      "  \(access)func replacing(\(changed.name) value: \(changed.type)) -> \(name) {",
    ] + call(name, arguments, end: "", indent: "    ") + ["  }"]
  }

  private mutating func matching(_ properties: [Property], access: String) -> [String] {
    let texts = properties.filter { $0.type == "String" }.map(\.name)
    return [
      "  /// Whether a search for the text finds it.",
      "  ///",
      "  /// - Parameter query: what the user typed; an empty text finds everything.",
      "  \(access)func matches(_ query: String) -> Bool {",
      "    guard !query.isEmpty else { return true }",
      "    let needle = query.lowercased()",
      "    return [\(texts.joined(separator: ", "))].contains { $0.lowercased().hasPrefix(needle) } || rank == query.count",
      "  }",
    ]
  }

  /// `head(arguments)end` on one line if it fits, otherwise with one argument per line.
  func call(_ head: String, _ arguments: [String], end: String, indent: String) -> [String] {
    let oneLine = "\(indent)\(head)(\(arguments.joined(separator: ", ")))\(end)"
    if oneLine.count <= 100 { return [oneLine] }
    return ["\(indent)\(head)("]
      + arguments.enumerated().map { "\(indent)  \($1)\($0 == arguments.count - 1 ? "" : ",")" }
      + ["\(indent))\(end)"]
  }
}
