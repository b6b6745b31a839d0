extension LiteralInterpreter {
  // MARK: Calls

  /// A call whose expected type determines the result type of its closure.
  /// - Returns: `nil` if the type of the call does not depend on the expected one.
  mutating func call(
    _ callee: LiteralExpression, _ arguments: [LiteralArgument], wanting type: LiteralType, line: Int
  ) throws(LiteralError) -> LiteralValue? {
    if case .closure = callee.form {
      guard arguments.isEmpty else { throw LiteralError(.arguments, line: line) }
      return try apply(callee, to: [], wanting: type).value
    }
    guard case .access(let base, let name) = callee.form, ["map", "compactMap", "flatMap"].contains(name),
      case .array(let element) = type.unwrapped
    else { return nil }
    return .list(try mapped(try infer(base), name, arguments, wanting: element, line: line).elements)
  }

  /// A call of a method, or of a closure literal.
  mutating func call(
    _ callee: LiteralExpression, _ arguments: [LiteralArgument], line: Int
  ) throws(LiteralError) -> LiteralTyped {
    switch callee.form {
    case .closure:
      guard arguments.isEmpty else { throw LiteralError(.arguments, line: line) }
      return try apply(callee, to: [], wanting: nil)
    case .access(let base, "contains") where base.isList && arguments.count == 1 && arguments[0].label == nil:
      // Here the argument determines the type of `[.one, .other]`.
      if case .closure = arguments[0].value.form { break }
      let value = try infer(arguments[0].value)
      let list = try evaluate(base, as: .array(value.type))
      return try contains(value, in: list.elements, line: line)
    default: break
    }
    guard case .access(let base, let name) = callee.form else { throw LiteralError(.syntax, line: line) }
    guard case .chain(let optional) = base.form else {
      let owner = try infer(base)
      return try method(name, arguments, of: (owner.type, owner.value), line: line)
    }
    let owner = try infer(optional)
    guard owner.type.isOptional else { throw LiteralError(.wrongType, line: line) }
    let type = owner.type.unwrapped
    if case .none = owner.value {
      var copy = try copied(line: line)
      let standIn = try copy.standIn(for: type, line: line)
      return LiteralTyped(
        .optional(try copy.method(name, arguments, of: (type, standIn), line: line).type.unwrapped), .none)
    }
    let value = try method(name, arguments, of: (type, owner.value), line: line)
    return LiteralTyped(.optional(value.type.unwrapped), value.value)
  }

  mutating func method(
    _ name: String, _ arguments: [LiteralArgument], of owner: (type: LiteralType, value: LiteralValue), line: Int
  ) throws(LiteralError) -> LiteralTyped {
    if let function = declarations.member(name, of: owner.type, isStatic: false) {
      return try call(function, arguments, of: owner.type, subject: owner, line: line)
    }
    switch (owner.type, owner.value) {
    case (.string, .string(let text)): return try method(name, arguments, of: text, line: line)
    case (.set, .list(let elements)) where name == "contains":
      return try contains(elements, owner.type, arguments, line)
    case (.array, .list(let elements)): return try method(name, arguments, of: elements, owner.type, line: line)
    case (.fileManager, _) where name == "fileExists" && arguments.map(\.label) == ["atPath"]:
      budget.asksDisk = true
      let path = try string(arguments[0].value)
      return LiteralTyped(.boolean, .boolean(try circumstances.fileExists(path, line: line)))
    case (.set, _), (.range, _), (.pairs, _):
      guard ["map", "compactMap", "flatMap", "forEach"].contains(name) else { break }
      return try method(name, arguments, of: [], owner.type, owner: owner.value, line: line)
    default: break
    }
    throw LiteralError(.unknownMember, line: line)
  }

  private mutating func method(
    _ name: String, _ arguments: [LiteralArgument], of elements: [LiteralElement], _ type: LiteralType,
    owner: LiteralValue? = nil, line: Int
  ) throws(LiteralError) -> LiteralTyped {
    let owner = LiteralTyped(type, owner ?? .list(elements))
    switch name {
    case "map", "compactMap", "flatMap":
      let mapped = try mapped(owner, name, arguments, wanting: nil, line: line)
      return LiteralTyped(.array(mapped.type), .list(mapped.elements))
    case "forEach":
      _ = try applied(owner, try closure(arguments, line: line), wanting: .unit, line: line)
      return LiteralTyped(.unit, .unit)
    case "filter":
      return LiteralTyped(type, .list(try filtered(owner, try closure(arguments, line: line), line: line)))
    case "first":
      guard case .array(let element) = type, !element.isOptional else { break }
      let found = try filtered(owner, try closure(arguments, label: "where", line: line), line: line)
      return LiteralTyped(.optional(element), found.first?.value ?? .none)
    case "firstIndex":
      let closure = try closure(arguments, label: "where", line: line)
      let (_, values) = try applied(owner, closure, wanting: .boolean, line: line)
      let index = values.firstIndex { if case .boolean(true) = $0 { true } else { false } }
      return LiteralTyped(.optional(.integer), index.map { .integer($0) } ?? .none)
    case "contains": return try contains(elements, type, arguments, line)
    case "joined":
      guard type == .strings, arguments.count == 1, arguments[0].label == "separator" else { break }
      let separator = try string(arguments[0].value)
      let texts = owner.value.texts.flatMap { [separator, $0] }.dropFirst()
      return LiteralTyped(.string, try joined(Array(texts), line: line))
    default: break
    }
    throw LiteralError(.unknownMember, line: line)
  }

  private mutating func method(
    _ name: String, _ arguments: [LiteralArgument], of text: String, line: Int
  ) throws(LiteralError) -> LiteralTyped {
    var rest = try LiteralArguments(arguments, line: line)
    let value: LiteralTyped
    switch name {
    case "hasPrefix": value = LiteralTyped(.boolean, .boolean(text.hasPrefix(try string(try rest.required(nil)))))
    case "hasSuffix": value = LiteralTyped(.boolean, .boolean(text.hasSuffix(try string(try rest.required(nil)))))
    case "lowercased": value = LiteralTyped(.string, .string(text.lowercased()))
    case "uppercased": value = LiteralTyped(.string, .string(text.uppercased()))
    default: throw LiteralError(.unknownMember, line: line)
    }
    try rest.end()
    return value
  }

  // MARK: Sequences

  func sequenceElements(
    _ sequence: LiteralTyped, line: Int
  ) throws(LiteralError) -> (type: LiteralType, elements: [LiteralElement]) {
    switch (sequence.type, sequence.value) {
    case (.array(let type), .list(let elements)): return (type, elements)
    // The order of a set is random.
    case (.set(let type), .list(let elements)) where elements.count < 2 || isTrial: return (type, elements)
    case (.range, .range(let range)):
      try budget.spend(range.count, line: line)
      return (.integer, range.map { LiteralElement(value: .integer($0), line: line) })
    default: throw LiteralError(.unknownMember, line: line)
    }
  }

  /// The result of a closure for each element.
  private mutating func applied(
    _ sequence: LiteralTyped, _ closure: LiteralExpression, wanting type: LiteralType?, line: Int
  ) throws(LiteralError) -> (type: LiteralType, values: [LiteralValue]) {
    let rounds: [[LiteralTyped]]
    if case .pairs(let pairs) = sequence.value {
      rounds = pairs.map { [LiteralTyped(.string, .string($0.key)), LiteralTyped(.string, .string($0.value))] }
    } else {
      let (element, elements) = try sequenceElements(sequence, line: line)
      rounds = elements.map { [LiteralTyped(element, $0.value)] }
      if rounds.isEmpty {
        var copy = try copied(line: line)
        let standIn = LiteralTyped(element, try copy.standIn(for: element, line: line))
        return (try copy.apply(closure, to: [standIn], wanting: type).type, [])
      }
    }
    var values: [LiteralValue] = []
    var resultType = type
    for round in rounds {
      let value = try apply(closure, to: round, wanting: type)
      resultType = value.type
      values.append(value.value)
    }
    guard let resultType else { throw LiteralError(.wrongType, line: line) }
    return (resultType, values)
  }

  private mutating func mapped(
    _ sequence: LiteralTyped, _ name: String, _ arguments: [LiteralArgument], wanting element: LiteralType?, line: Int
  ) throws(LiteralError) -> (type: LiteralType, elements: [LiteralElement]) {
    let closure = try closure(arguments, line: line)
    let wanted: LiteralType? = element.map { name == "map" ? $0 : name == "compactMap" ? .optional($0) : .array($0) }
    let (type, values) = try applied(sequence, closure, wanting: wanted, line: line)
    let resultLine = closure.resultLine
    let elements = values.map { LiteralElement(value: $0, line: resultLine) }
    switch (name, type) {
    case ("map", _) where type != .unit: return (type, elements)
    case ("compactMap", .optional(let type)):
      return (type, elements.filter { if case .none = $0.value { false } else { true } })
    case ("flatMap", .array(let type)):
      let all = values.flatMap(\.elements)
      try budget.spend(all.count, line: line)
      return (type, all)
    default: throw LiteralError(.wrongType, line: line)
    }
  }

  private mutating func filtered(
    _ sequence: LiteralTyped, _ closure: LiteralExpression, line: Int
  ) throws(LiteralError) -> [LiteralElement] {
    let (_, values) = try applied(sequence, closure, wanting: .boolean, line: line)
    return zip(sequence.value.elements, values).filter { if case .boolean(true) = $1 { true } else { false } }.map(\.0)
  }

  private mutating func contains(
    _ elements: [LiteralElement], _ type: LiteralType, _ arguments: [LiteralArgument], _ line: Int
  ) throws(LiteralError) -> LiteralTyped {
    let element: LiteralType
    switch type {
    case .array(let type), .set(let type): element = type
    default: throw LiteralError(.unknownMember, line: line)
    }
    guard arguments.count == 1 else { throw LiteralError(.arguments, line: line) }
    if arguments[0].label == "where" || arguments[0].value.isClosure {
      let found = try filtered(
        LiteralTyped(type, .list(elements)), try closure(arguments, label: "where", line: line), line: line)
      return LiteralTyped(.boolean, .boolean(!found.isEmpty))
    }
    guard arguments[0].label == nil else { throw LiteralError(.arguments, line: line) }
    return try contains(LiteralTyped(element, try evaluate(arguments[0].value, as: element)), in: elements, line: line)
  }

  private func contains(
    _ value: LiteralTyped, in elements: [LiteralElement], line: Int
  ) throws(LiteralError) -> LiteralTyped {
    guard value.type.isEquatable else { throw LiteralError(.wrongType, line: line) }
    try budget.spend(elements.count / 8, line: line)
    return LiteralTyped(.boolean, .boolean(elements.contains { $0.value.isEqual(to: value.value) ?? false }))
  }

  /// The only argument of a method that takes a closure; a trailing closure has no label.
  private func closure(
    _ arguments: [LiteralArgument], label: String? = nil, line: Int
  ) throws(LiteralError) -> LiteralExpression {
    guard arguments.count == 1,
      arguments[0].label == label || (arguments[0].label == nil && arguments[0].value.isClosure)
    else { throw LiteralError(.arguments, line: line) }
    return arguments[0].value
  }

  // MARK: Statements

  /// An expression as a statement: a call of a mutating method.
  mutating func runExpression(_ expression: LiteralExpression) throws(LiteralError) {
    let line = expression.line
    switch expression.form {
    case .unit: return
    case .construction("print", let arguments):
      // SwiftPM's output would contain the printed text.
      guard isTrial, declarations.functions["print"] == nil else { throw LiteralError(.unknownName, line: line) }
      for argument in arguments {
        guard argument.label == nil else { throw LiteralError(.arguments, line: line) }
        _ = try string(argument.value)
      }
    case .construction(let name, _) where declarations.functions[name]?.parameters != nil: _ = try infer(expression)
    case .call(let callee, let arguments):
      if case .access(let base, let name) = callee.form,
        ["append", "insert", "remove", "removeAll", "formUnion"].contains(name)
      {
        try change(base, name, arguments, line: line)
      } else {
        _ = try infer(expression)
      }
    default: throw LiteralError(.syntax, line: line)
    }
  }

  /// A mutating method of a list.
  private mutating func change(
    _ base: LiteralExpression, _ name: String, _ arguments: [LiteralArgument], line: Int
  ) throws(LiteralError) {
    let (place, type) = try place(base)
    if isNowhere(place) {
      var copy = try copied(line: line)
      _ = try copy.changed([], type, name, arguments, line: line)
      return
    }
    guard case .list(let elements)? = value(at: place) else { throw LiteralError(.wrongType, line: line) }
    let changed = try changed(elements, type, name, arguments, line: line)
    try budget.spend(changed.count / 8, line: line)
    try set(place, to: .list(changed), line: line)
  }

  private mutating func changed(
    _ elements: [LiteralElement], _ type: LiteralType, _ name: String, _ arguments: [LiteralArgument], line: Int
  ) throws(LiteralError) -> [LiteralElement] {
    var rest = try LiteralArguments(arguments, line: line)
    let changed: [LiteralElement]
    switch (type, name) {
    case (.array(let element), "append"):
      if let more = rest.take("contentsOf") {
        changed = elements + (try evaluate(more, as: type).elements)
      } else {
        let argument = try rest.required(nil)
        changed = elements + [LiteralElement(value: try evaluate(argument, as: element), line: argument.line)]
      }
    case (.array(let element), "removeAll"):
      var closure = rest.take("where")
      if closure == nil { closure = try rest.required(nil) }
      guard let closure, closure.isClosure else { throw LiteralError(.arguments, line: line) }
      let (_, values) = try applied(
        LiteralTyped(.array(element), .list(elements)), closure, wanting: .boolean, line: line)
      changed = zip(elements, values).filter { if case .boolean(false) = $1 { true } else { false } }.map(\.0)
    case (.array, "remove"):
      guard case .integer(let index) = try evaluate(try rest.required("at"), as: .integer),
        isTrial || elements.indices.contains(index)
      else { throw LiteralError(.invalidValue, line: line) }
      changed = elements.indices.filter { $0 != index }.map { elements[$0] }
    case (.set(let element), "insert"):
      let argument = try rest.required(nil)
      changed = try inserting(
        LiteralElement(value: try evaluate(argument, as: element), line: argument.line), in: elements)
    case (.set(.single(.string)), "remove"):
      let text = try string(try rest.required(nil))
      changed = elements.filter { if case .string(text) = $0.value { false } else { true } }
    default: throw LiteralError(.unknownMember, line: line)
    }
    try rest.end()
    return changed
  }

  /// A set with an element inserted, unless it contains it.
  private func inserting(
    _ element: LiteralElement, in elements: [LiteralElement]
  ) throws(LiteralError) -> [LiteralElement] {
    // Two traits of the same name could still differ in properties that the model lacks.
    if case .trait(let trait) = element.value,
      elements.contains(where: { if case .trait(let other) = $0.value { other.name == trait.name } else { false } })
    {
      throw LiteralError(.invalidPackage, line: element.line)
    }
    return try unique(elements + [element])
  }
}

extension LiteralExpression {
  var isClosure: Bool {
    if case .closure = form { true } else { false }
  }

  var isList: Bool {
    if case .array = form { true } else { false }
  }

  /// The line of a closure's result. If it has several results other than `nil`, the line of the enclosing statement.
  var resultLine: Int {
    guard case .closure(let closure) = form, let last = closure.body.last else { return line }
    let results = closure.body.flatMap(\.resultLines)
    return results.count == 1 ? results[0] : last.line
  }
}

extension LiteralStatement {
  /// The lines on which a closure returns anything but `nil`.
  fileprivate var resultLines: [Int] {
    switch form {
    case .result(let value?): value.isNull ? [] : [line]
    case .conditional(_, let then, let otherwise): (then + otherwise).flatMap(\.resultLines)
    case .precondition(_, let otherwise): otherwise.flatMap(\.resultLines)
    case .choice(_, let cases): cases.flatMap(\.body).flatMap(\.resultLines)
    default: []
    }
  }
}
