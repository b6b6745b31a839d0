/// A stored property of a generated struct.
struct Property {
  let name: String
  let type: String
  /// Its value in a placeholder, an expression that may use `index: Int`.
  let placeholder: String
  /// Its text in `summary`, an expression that can be interpolated.
  let text: String
  /// Its contribution to `rank`, an `Int` expression.
  let rank: String
  /// The nesting depth of models in its values.
  let level: Int
}

extension ModuleContext {
  /// Properties with unique names; their types are public if `isPublic`.
  mutating func properties(_ count: Int, isPublic: Bool) -> [Property] {
    var properties = [stringProperty(Vocabulary.strings[random.below(Vocabulary.strings.count)])]
    var names = Set(properties.map(\.name))
    while properties.count < count {
      let property = anyProperty(isPublic: isPublic)
      if names.insert(property.name).inserted { properties.append(property) }
    }
    return properties
  }

  private mutating func anyProperty(isPublic: Bool) -> Property {
    switch random.below(12) {
    case 0, 1: stringProperty(random.element(of: Vocabulary.strings) ?? "title")
    case 2, 3: integerProperty()
    case 4: fractionProperty()
    case 5: flagProperty()
    case 6: listProperty()
    case 7: tableProperty()
    default: modelProperty(isPublic: isPublic) ?? integerProperty()
    }
  }

  private func stringProperty(_ name: String) -> Property {
    Property(
      name: name, type: "String", placeholder: "\"\(name) \\(index)\"", text: name,
      rank: "\(name).count", level: 0)
  }

  private mutating func integerProperty() -> Property {
    let name = random.element(of: Vocabulary.integers) ?? "count"
    let factor = random.number(in: 2...9)
    return Property(
      name: name, type: "Int", placeholder: "index + \(random.number(in: 1...90))", text: name,
      rank: "\(name) * \(factor)", level: 0)
  }

  private mutating func fractionProperty() -> Property {
    let name = random.element(of: Vocabulary.fractions) ?? "ratio"
    return Property(
      name: name, type: "Double", placeholder: "Double(index) / \(random.number(in: 2...9)).0", text: name,
      rank: "Int(\(name) * 10)", level: 0)
  }

  private mutating func flagProperty() -> Property {
    let name = random.element(of: Vocabulary.flags) ?? "isEnabled"
    return Property(
      name: name, type: "Bool", placeholder: "index % \(random.number(in: 2...4)) == 0",
      text: name, rank: "(\(name) ? \(random.number(in: 5...50)) : 0)", level: 0)
  }

  private mutating func listProperty() -> Property {
    let name = random.element(of: Vocabulary.lists) ?? "tags"
    let word = (random.element(of: Vocabulary.nouns) ?? "").lowercased()
    return Property(
      name: name, type: "[String]", placeholder: "[\"\(word)\", \"\(word) \\(index)\"]",
      text: "\(name).count", rank: "\(name).reduce(0) { $0 + $1.count }", level: 0)
  }

  private mutating func tableProperty() -> Property {
    let name = random.element(of: Vocabulary.tables) ?? "totals"
    let words = random.sample(2, of: Vocabulary.nouns).map { "\"\($0.lowercased())\"" }
    return Property(
      name: name, type: "[String: Int]", placeholder: "[\(words[0]): index, \(words[1]): index * 2]",
      text: "\(name).count", rank: "\(name).values.reduce(0, +)", level: 0)
  }

  private mutating func modelProperty(isPublic: Bool) -> Property? {
    guard let model = model(forPublic: isPublic, level: Model.deepest - 1) else { return nil }
    switch random.below(3) {
    case 0:
      let name = random.element(of: Vocabulary.optionals) ?? "parent"
      return Property(
        name: name, type: "\(model.name)?", placeholder: "index > 2 ? \(model.name).placeholder(index) : nil",
        text: "\(name)?.rank ?? 0", rank: "(\(name)?.rank ?? 0)", level: model.level + 1)
    case 1:
      let name = random.element(of: Vocabulary.arrays) ?? "items"
      return Property(
        name: name, type: "[\(model.name)]", placeholder: "(0..<2).map { \(model.name).placeholder(index + $0) }",
        text: "\(name).count", rank: "\(name).map(\\.rank).reduce(0, +)", level: model.level + 1)
    default:
      let name = random.element(of: Vocabulary.nested) ?? "source"
      return Property(
        name: name, type: model.name, placeholder: "\(model.name).placeholder(index + 1)",
        text: "\(name).summary", rank: "\(name).rank", level: model.level + 1)
    }
  }
}
