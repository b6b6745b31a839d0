/// Platforms, languages, providers and permissions of plugins. The model contains only languages; the others are checked to
/// compile.
extension LiteralInterpreter {
  // MARK: Languages

  /// As in `5` or `4.2`.
  mutating func languageMode(
    _ expression: LiteralExpression, of element: LiteralType.Element
  ) throws(LiteralError) -> String {
    switch try member(expression, of: element) {
    case ("v3", nil):
      guard toolsVersion < ToolsVersion(5, 0) else { throw LiteralError(.unavailable, line: expression.line) }
      return "3"
    case ("v4", nil): return "4"
    case ("v4_2", nil): return "4.2"
    case ("v5", nil):
      try require(ToolsVersion(5, 0), expression.line)
      return "5"
    case ("v6", nil):
      try require(ToolsVersion(6, 0), expression.line)
      return "6"
    case ("version", let list):
      var arguments = try LiteralArguments(list, line: expression.line)
      let mode = try string(try arguments.required(nil))
      guard ["4", "4.2", "5", "6"].contains(mode) else { throw LiteralError(.invalidValue, line: expression.line) }
      try arguments.end()
      return mode
    default: throw LiteralError(.unknownMember, line: expression.line)
    }
  }

  /// As in `gnu++14`, from a member of one of the two lists below.
  func languageStandard(
    _ expression: LiteralExpression, of standards: (old: Set<String>, since54: Set<String>)
  ) throws(LiteralError) -> String {
    guard case .member(let base, let name, arguments: nil) = expression.form,
      base == nil || base == "CLanguageStandard" || base == "CXXLanguageStandard",
      base == nil || (base == "CXXLanguageStandard") == name.contains("cxx")
    else { throw LiteralError(.unknownMember, line: expression.line) }
    if !standards.old.contains(name) {
      guard standards.since54.contains(name) else { throw LiteralError(.unknownMember, line: expression.line) }
      try require(name.hasSuffix("2b") ? ToolsVersion(5, 6) : ToolsVersion(5, 4), expression.line)
    }
    return name.replacing("gnucxx", with: "gnu++").replacing("cxx", with: "c++").replacing("_", with: ":")
  }

  static let cStandards: (old: Set<String>, since54: Set<String>) = (
    [
      "c89", "c90", "c99", "c11", "gnu89", "gnu90", "gnu99", "gnu11", "iso9899_1990", "iso9899_199409", "iso9899_1999",
      "iso9899_2011",
    ], ["c17", "c18", "c2x", "gnu17", "gnu18", "gnu2x", "iso9899_2017", "iso9899_2018"]
  )

  static let cxxStandards: (old: Set<String>, since54: Set<String>) = (
    [
      "cxx98", "cxx03", "cxx11", "cxx14", "cxx1z", "gnucxx98", "gnucxx03", "gnucxx11", "gnucxx14", "gnucxx1z",
    ], ["cxx17", "cxx20", "cxx2b", "gnucxx17", "gnucxx20", "gnucxx2b"]
  )

  // MARK: Platforms

  /// Checks the minimum versions of platforms: there must be at least one, and no platform twice.
  func checkPlatforms(_ platforms: LiteralValue, line: Int) throws(LiteralError) {
    guard case .list(let elements) = platforms else { return }
    let names = elements.compactMap { if case .supportedPlatform(let name) = $0.value { name } else { nil } }
    guard !names.isEmpty, Set(names).count == names.count else { throw LiteralError(.invalidValue, line: line) }
  }

  /// - Returns: the platform's name.
  mutating func supportedPlatform(_ expression: LiteralExpression) throws(LiteralError) -> String {
    let line = expression.line
    let (name, list) = try member(expression, of: .supportedPlatform)
    guard let platform = PlatformVersions.all[name] else { throw LiteralError(.unknownMember, line: line) }
    try require(platform.since, line)
    var arguments = try LiteralArguments(list, line: line)
    let version = try arguments.required(nil)
    try arguments.end()
    if case .member(base: nil, let member, arguments: nil) = version.form {
      guard let since = platform.members[member] else { throw LiteralError(.unknownMember, line: line) }
      try require(since, line)
    } else if !platform.allows(try string(version)) {
      throw LiteralError(.invalidValue, line: line)
    }
    return name
  }

  // MARK: Providers

  mutating func checkProviders(_ expression: LiteralExpression?) throws(LiteralError) {
    guard let expression else { return }
    _ = try evaluate(expression, as: .optional(.list(of: .provider)))
  }

  mutating func checkProvider(_ expression: LiteralExpression) throws(LiteralError) {
    let (member, list) = try member(expression, of: .provider)
    switch member {
    case "brew", "apt": break
    case "yum": try require(ToolsVersion(5, 3), expression.line)
    default: throw LiteralError(.unknownMember, line: expression.line)
    }
    var arguments = try LiteralArguments(list, line: expression.line)
    _ = try strings(try arguments.required(nil))
    try arguments.end()
  }

  // MARK: Plugins

  mutating func checkCapability(_ expression: LiteralExpression) throws(LiteralError) {
    guard case .member(base: nil, let member, let list) = expression.form else {
      throw LiteralError(.wrongType, line: expression.line)
    }
    if member == "buildTool", list == nil { return }
    var arguments = try LiteralArguments(list, line: expression.line)
    switch member {
    case "buildTool": break
    case "command":
      try require(ToolsVersion(5, 6), expression.line)
      try checkIntent(try arguments.required("intent"))
      if let permissions = arguments.take("permissions") {
        guard case .array(let elements) = permissions.form else {
          throw LiteralError(.wrongType, line: permissions.line)
        }
        for element in elements { try checkPermission(element) }
      }
    default: throw LiteralError(.unknownMember, line: expression.line)
    }
    try arguments.end()
  }

  private mutating func checkIntent(_ expression: LiteralExpression) throws(LiteralError) {
    guard case .member(base: nil, let member, let list) = expression.form else {
      throw LiteralError(.wrongType, line: expression.line)
    }
    var arguments = try LiteralArguments(list, line: expression.line)
    switch member {
    case "documentationGeneration", "sourceCodeFormatting": break
    case "custom":
      _ = try string(try arguments.required("verb"))
      _ = try string(try arguments.required("description"))
    default: throw LiteralError(.unknownMember, line: expression.line)
    }
    try arguments.end()
  }

  private mutating func checkPermission(_ expression: LiteralExpression) throws(LiteralError) {
    guard case .member(base: nil, let member, let list) = expression.form else {
      throw LiteralError(.wrongType, line: expression.line)
    }
    var arguments = try LiteralArguments(list, line: expression.line)
    switch member {
    case "writeToPackageDirectory": break
    case "allowNetworkConnections":
      try require(ToolsVersion(5, 9), expression.line)
      try checkScope(try arguments.required("scope"))
    default: throw LiteralError(.unknownMember, line: expression.line)
    }
    _ = try string(try arguments.required("reason"))
    try arguments.end()
  }

  /// Checks the network scope of a plugin.
  private func checkScope(_ expression: LiteralExpression) throws(LiteralError) {
    switch expression.form {
    case .member(base: nil, name: "none", arguments: nil), .member(base: nil, name: "docker", arguments: nil),
      .member(base: nil, name: "unixDomainSocket", arguments: nil):
      return
    case .member(base: nil, name: "all", let list), .member(base: nil, name: "local", let list):
      var arguments = try LiteralArguments(list, line: expression.line)
      guard case .array(let ports) = try arguments.required("ports").form else {
        throw LiteralError(.wrongType, line: expression.line)
      }
      for port in ports {
        guard case .integer = port.form else { throw LiteralError(.wrongType, line: port.line) }
      }
      try arguments.end()
    default: throw LiteralError(.unknownMember, line: expression.line)
    }
  }
}
