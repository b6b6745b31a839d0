extension LiteralParser {
  /// `func`, `extension`, or one of these or a variable after an access modifier.
  mutating func declaration() throws(LiteralError) -> LiteralStatement.Form {
    switch word {
    case "private", "fileprivate", "internal", "public":
      try advance()
      guard !token.startsLine else { throw refusal(.syntax) }
      switch word {
      case "let", "var": return try variable(isStatic: false)
      case "func", "extension": return try declaration()
      default: throw refusal(.declaration)
      }
    case "func": return .function(try function(isStatic: false))
    default: return try members()
    }
  }

  /// `let name: type = value`, or `var name: type { … }`.
  mutating func variable(isStatic: Bool) throws(LiteralError) -> LiteralStatement.Form {
    let line = token.line
    let isMutable = word == "var"
    try advance()
    let name = try takeDeclaredName()
    let type = token.kind == .colon ? try annotation() : nil
    if token.kind == .leftBrace, isMutable, let type {
      let function = LiteralFunction(
        name: name, isStatic: isStatic, parameters: nil, result: type, body: try block(), line: line)
      return .function(function)
    }
    var value: LiteralExpression?
    if token.kind == .equals {
      try advanceOverOperator()
      value = try expression()
    } else if type == nil || isMutable || !(token.startsLine || token.kind == .semicolon) {
      throw refusal(token.kind == .comma ? .syntax : .unknownName)
    }
    return .constant(LiteralConstant(name: name, isMutable: isMutable, type: type, value: value, line: line))
  }

  private mutating func function(isStatic: Bool) throws(LiteralError) -> LiteralFunction {
    let line = token.line
    try advance()
    let name = try takeDeclaredName()
    guard token.kind == .leftParenthesis, !token.hasSpaceBefore else { throw refusal(.declaration) }
    try advance()
    var parameters: [LiteralFunction.Parameter] = []
    while token.kind != .rightParenthesis {
      parameters.append(try parameter())
      if token.kind == .comma {
        try advance()
        guard token.kind != .rightParenthesis else { throw refusal(.syntax) }
      } else if token.kind != .rightParenthesis {
        throw refusal(.declaration)
      }
    }
    try advance()
    var result: LiteralTypeName?
    if token.kind == .arrow {
      try advance()
      result = try type()
    }
    return LiteralFunction(
      name: name, isStatic: isStatic, parameters: parameters, result: result, body: try block(), line: line)
  }

  /// `label name: type = value`; `_` is no label.
  private mutating func parameter() throws(LiteralError) -> LiteralFunction.Parameter {
    var label: String? = word
    if label == "_" {
      try advance()
      label = nil
    } else if following.kind == .name {
      _ = try takeName()
    }
    let name = try takeDeclaredName()
    let type = try annotation()
    var standard: LiteralExpression?
    if token.kind == .equals {
      try advanceOverOperator()
      standard = try expression()
    }
    return LiteralFunction.Parameter(label: label, name: name, type: type, standard: standard)
  }

  /// `extension Array where Element == SwiftSetting { … }`
  private mutating func members() throws(LiteralError) -> LiteralStatement.Form {
    try advance()
    let extended = try type()
    var element: LiteralTypeName?
    if word == "where" {
      try advance()
      try expect(word: "Element")
      guard token.kind == .operation(.equal) else { throw refusal(.declaration) }
      try advanceOverOperator()
      element = try type()
    }
    try expect(.leftBrace)
    var members: [LiteralFunction] = []
    while token.kind != .rightBrace {
      if !members.isEmpty, !token.startsLine { throw refusal(.syntax) }
      members.append(try member())
    }
    try advance()
    return .members(of: extended, whereElementIs: element, members)
  }

  private mutating func member() throws(LiteralError) -> LiteralFunction {
    var isStatic = false
    while ["static", "private", "fileprivate", "internal", "public"].contains(word ?? "") {
      guard !isStatic else { throw refusal(.declaration) }
      isStatic = word == "static"
      try advance()
      guard !token.startsLine else { throw refusal(.declaration) }
    }
    switch word {
    case "func": return try function(isStatic: isStatic)
    case "var", "let":
      switch try variable(isStatic: isStatic) {
      case .function(let function): return function
      // A static constant is evaluated when it is used, as if it were computed.
      case .constant(let constant):
        guard isStatic, !constant.isMutable, let type = constant.type, let value = constant.value else {
          throw refusal(.declaration)
        }
        let body = [LiteralStatement(form: .result(value), line: value.line)]
        return LiteralFunction(
          name: constant.name, isStatic: true, isStored: true, parameters: nil, result: type, body: body,
          line: constant.line)
      default: throw refusal(.declaration)
      }
    default: throw refusal(.declaration)
    }
  }

  // MARK: Types

  private mutating func annotation() throws(LiteralError) -> LiteralTypeName {
    try expect(.colon)
    return try type()
  }

  /// `[Target.Dependency]`, `Set<String>`, `String?`
  mutating func type() throws(LiteralError) -> LiteralTypeName {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else { throw refusal(.nesting) }
    var type: LiteralTypeName
    if token.kind == .leftBracket {
      try advance()
      type = .array(try self.type())
      try expect(.rightBracket)
    } else {
      type = try namedType()
    }
    while token.kind == .question, !token.hasSpaceBefore {
      try advance()
      type = .optional(type)
    }
    return type
  }

  private mutating func namedType() throws(LiteralError) -> LiteralTypeName {
    var name = ""
    if word == "Self" {
      name = "Self"
      try advance()
    } else {
      name = try takeName()
    }
    while token.kind == .period, !token.hasSpaceBefore {
      try advance()
      let next = try takeName()
      name = name == "PackageDescription" ? next : name + "." + next
    }
    guard token.kind == .less, !token.hasSpaceBefore else { return .name(name) }
    try advance()
    var arguments = [try type()]
    while token.kind == .comma {
      try advance()
      arguments.append(try type())
    }
    try expect(.greater)
    return name == "Array" && arguments.count == 1 ? .array(arguments[0]) : .generic(name, arguments)
  }
}
