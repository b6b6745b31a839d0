/// The functions, computed variables and members of types that a manifest declares.
struct LiteralDeclarations {
  private(set) var functions: [String: LiteralFunction] = [:]
  private(set) var members: [LiteralType: [String: LiteralFunction]] = [:]

  /// A declared member; `nil` if the manifest declares no such member.
  func member(_ name: String, of type: LiteralType, isStatic: Bool) -> LiteralFunction? {
    guard let member = members[type]?[name], member.isStatic == isStatic else { return nil }
    return member
  }

  mutating func add(_ function: LiteralFunction) throws(LiteralError) {
    guard functions.updateValue(function, forKey: function.name) == nil else {
      throw LiteralError(.declaration, line: function.line)
    }
  }

  mutating func add(_ member: LiteralFunction, to type: LiteralType) throws(LiteralError) {
    // Members with the name of a standard one are left to the compiler.
    guard !Self.standardMembers.contains(member.name),
      members[type, default: [:]].updateValue(member, forKey: member.name) == nil
    else { throw LiteralError(.declaration, line: member.line) }
  }

  private static let standardMembers = PackageDescription.words.union(
    """
    packageAccess pluginCapability isTest defaults `default`
    nuget union formUnion debugDescription hashValue rawValue lastIndex startIndex endIndex indices capacity min
    max randomElement shuffled starts lazy utf8 hash
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}

extension LiteralInterpreter {
  /// Collects all declarations of the file, since they can be used before the line that declares them.
  mutating func takeDeclarations(of statements: [LiteralStatement]) throws(LiteralError) {
    for statement in statements {
      switch statement.form {
      case .function(let function):
        try requireComputing(statement.line)
        try declarations.add(function)
      case .members(let extended, let element, let members):
        try requireComputing(statement.line)
        let type = try extendedType(extended, whereElementIs: element, line: statement.line)
        for member in members {
          // A stored constant must be `Sendable`.
          let stored = member.isStored ? member.result.flatMap { LiteralType($0, enclosing: type) } : nil
          let isSafe = stored?.isSendable ?? true || toolsVersion < ToolsVersion(6, 0)
          guard isSafe else { throw LiteralError(.declaration, line: member.line) }
          try declarations.add(member, to: type)
        }
      case .constant(let constant):
        guard declarations.functions[constant.name] == nil else { throw LiteralError(.syntax, line: constant.line) }
      default: try requireComputing(statement.line)
      }
    }
  }

  /// Requires a compiler and a tools version whose rules for computed values are known.
  private func requireComputing(_ line: Int) throws(LiteralError) {
    try require(ToolsVersion(5, 0), line)
    guard circumstances.build.toolchain >= ToolsVersion(5, 9) else { throw LiteralError(.controlFlow, line: line) }
  }

  /// `Array where Element == SwiftSetting`, `[SwiftSetting]`, or a type of `PackageDescription`.
  private func extendedType(
    _ name: LiteralTypeName, whereElementIs element: LiteralTypeName?, line: Int
  ) throws(LiteralError) -> LiteralType {
    if name == .name("Array"), let element { return .array(try type(element, line: line)) }
    guard element == nil else { throw LiteralError(.declaration, line: line) }
    let extended = try type(name, line: line)
    switch extended {
    case .single(.boolean), .single(.integer), .optional, .set, .unit:
      throw LiteralError(.declaration, line: line)
    default: return extended
    }
  }

  /// Type-checks all functions and members by trial runs, since those that are never called must compile as well.
  mutating func checkDeclarations() throws(LiteralError) {
    for name in declarations.functions.keys.sorted() {
      guard let function = declarations.functions[name] else { continue }
      try check(function, of: nil)
    }
    for (type, members) in declarations.members.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      for name in members.keys.sorted() {
        guard let member = members[name] else { continue }
        try check(member, of: type)
      }
    }
  }

  private mutating func check(_ function: LiteralFunction, of type: LiteralType?) throws(LiteralError) {
    try tryOut(line: function.line) { (copy) throws(LiteralError) in
      var arguments: [LiteralValue] = []
      for parameter in function.parameters ?? [] {
        let parameterType = try copy.type(parameter.type, enclosing: type, line: function.line)
        if let standard = parameter.standard { _ = try copy.evaluate(standard: standard, as: parameterType) }
        arguments.append(try copy.standIn(for: parameterType, line: function.line))
      }
      var subject: (type: LiteralType, value: LiteralValue)?
      if let type, !function.isStatic { subject = (type, try copy.standIn(for: type, line: function.line)) }
      _ = try copy.run(function, arguments, of: type, subject: subject)
    }
  }
}
