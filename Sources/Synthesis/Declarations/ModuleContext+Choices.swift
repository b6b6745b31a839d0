extension ModuleContext {
  /// An enum with associated values, and switches over them.
  mutating func choice() -> Declaration {
    let isPublic = isNextPublic()
    let access = isPublic ? "public " : ""
    let (name, phrase) = newName("State")
    let payloads = random.sample(random.number(in: 3...6), of: Vocabulary.cases).map {
      (name: $0, payload: payload(isPublic: isPublic))
    }
    var lines = documentation("Where the \(phrase) stands, \(random.element(of: Vocabulary.purposes) ?? "").")
    lines.append("\(access)enum \(name): Equatable, Sendable {")
    for entry in payloads {
      lines += documentation("The \(phrase) is \(entry.name).", indent: "  ")
      lines.append("  case \(entry.name)\(entry.payload?.declaration ?? "")")
    }
    lines += ["", "  /// One line for lists and logs.", "  \(access)var summary: String {", "    switch self {"]
    for entry in payloads {
      lines.append("    case .\(entry.name)\(entry.payload?.textPattern ?? ""):")
      lines.append("      return \"\(entry.name)\(entry.payload.map { ": \\(\($0.text))" } ?? "")\"")
    }
    lines += [
      "    }", "  }", "", "  /// How far up it stands in a list.", "  \(access)var rank: Int {", "    switch self {",
    ]
    for (index, entry) in payloads.enumerated() {
      lines.append("    case .\(entry.name)\(entry.payload?.rankPattern ?? ""):")
      lines.append("      return \(entry.payload.map { "\(index) + \($0.rank)" } ?? String(index * 10))")
    }
    lines += ["    }", "  }", "", "  /// A value for previews and samples."]
    lines += [
      "  \(access)static func placeholder(_ index: Int) -> \(name) {", "    switch index % \(payloads.count) {",
    ]
    for (index, entry) in payloads.enumerated() {
      let label = index == payloads.count - 1 ? "default" : "case \(index)"
      lines.append("    \(label): return .\(entry.name)\(entry.payload?.placeholder ?? "")")
    }
    lines += ["    }", "  }", "}"]
    let level = payloads.compactMap { $0.payload?.level }.max() ?? 0
    return Declaration(lines, model: Model(name: name, module: module.name, level: level, isPublic: isPublic))
  }

  /// The associated value of a case: its declaration, pattern and expression.
  private struct Payload {
    let declaration: String
    let textPattern: String
    let text: String
    let rankPattern: String
    let rank: String
    let placeholder: String
    var level = 0
  }

  private mutating func payload(isPublic: Bool) -> Payload? {
    switch random.below(5) {
    case 0: return nil
    case 1:
      return Payload(
        declaration: "(reason: String, code: Int)", textPattern: "(let reason, _)", text: "reason",
        rankPattern: "(_, let code)", rank: "code % \(random.number(in: 7...99))",
        placeholder: "(reason: \"reason \\(index)\", code: index)")
    case 2:
      return Payload(
        declaration: "(progress: Double)", textPattern: "(let progress)", text: "progress * 100",
        rankPattern: "(let progress)", rank: "Int(progress * 100)", placeholder: "(progress: Double(index) / 10)")
    default:
      guard let model = model(forPublic: isPublic, level: Model.deepest - 1) else { return nil }
      let isList = random.chance(40)
      let pattern = isList ? "(let values)" : "(let value)"
      return Payload(
        declaration: isList ? "([\(model.name)])" : "(\(model.name))",
        textPattern: pattern, text: isList ? "values.map(\\.summary).joined(separator: \"; \")" : "value.summary",
        rankPattern: pattern,
        rank: isList ? "values.map(\\.rank).reduce(0, +)" : "value.rank",
        placeholder: isList ? "([.placeholder(index), .placeholder(index + 1)])" : "(.placeholder(index))",
        level: model.level + 1)
    }
  }

  mutating func rawChoice() -> Declaration {
    let isPublic = isNextPublic()
    let access = isPublic ? "public " : ""
    let (name, phrase) = newName("Kind")
    let words = random.sample(random.number(in: 4...9), of: Vocabulary.nouns)
    var lines = documentation("Which kind of \(phrase) it is.")
    lines.append("\(access)enum \(name): String, CaseIterable, Hashable, Codable, Sendable {")
    lines += words.map { "  case \(Self.caseName($0))" }
    lines += ["", "  /// As people read it.", "  \(access)var summary: String {", "    switch self {"]
    for word in words {
      lines.append("    case .\(Self.caseName(word)): return \"\(word) No. \(random.number(in: 1...400))\"")
    }
    lines += [
      "    }", "  }", "", "  /// The order in menus.",
      "  \(access)var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }", "",
      "  /// A value for previews and samples.",
      "  \(access)static func placeholder(_ index: Int) -> \(name) { allCases[abs(index) % allCases.count] }", "}",
    ]
    return Declaration(lines, model: Model(name: name, module: module.name, level: 0, isPublic: isPublic))
  }

  private static func caseName(_ noun: String) -> String { noun.lowercased() + "Kind" }
}
