internal import ModuleGraph

/// The model contains only settings that affect conditional compilation. For others, the interpreter checks that they
/// compile and that SwiftPM accepts them.
extension LiteralInterpreter {
  mutating func setting(
    _ expression: LiteralExpression, of element: LiteralType.Element
  ) throws(LiteralError) -> LiteralValue {
    let line = expression.line
    let (member, list) = try member(expression, of: element)
    guard let form = SettingForm.named(member, of: element) else { throw LiteralError(.unknownMember, line: line) }
    try require(form.since, line)
    var arguments = try LiteralArguments(list, line: line)
    var texts: [String] = []
    for parameter in form.parameters { texts += try self.texts(of: parameter, &arguments) }
    var condition: Condition?
    if let expression = arguments.take(nil),
      case .settingCondition(let stated) = try evaluate(expression, as: .optional(.single(.settingCondition)))
    {
      condition = stated
    }
    try arguments.end()
    guard element != .linkerSetting, let kind = TargetSetting.Kind(member, texts) else { return .checked }
    return .setting(TargetSetting(kind, condition: condition))
  }

  /// The texts of a parameter that the model may contain; empty for parameters that are only checked.
  private mutating func texts(
    of parameter: SettingForm.Parameter, _ arguments: inout LiteralArguments
  ) throws(LiteralError) -> [String] {
    switch parameter {
    case .text:
      let text = try string(try arguments.required(nil))
      try checkText(text, arguments.line)
      return [text]
    case .definition:
      guard let value = try optionalString(arguments.take("to")) else { return [] }
      try checkText(value, arguments.line)
      return [value]
    case .flags:
      let flags = try arguments.required(nil)
      let texts = try strings(flags)
      for flag in texts { try checkText(flag, flags.line) }
      return texts
    case .member(let label, let names):
      let expression = try arguments.required(label)
      guard case .member(base: nil, let name, arguments: nil) = expression.form, names.contains(name) else {
        throw LiteralError(.unknownMember, line: expression.line)
      }
    case .languageMode:
      let mode = try evaluate(try arguments.required(nil), as: .single(.languageMode))
      if case .languageMode(let mode) = mode { return [mode] }
    case .isolation:
      let expression = try arguments.required(nil)
      switch expression.form {
      case .null, .member(base: "MainActor", name: "self", arguments: nil): break
      default: throw LiteralError(.unknownMember, line: expression.line)
      }
    }
    return []
  }

  /// SwiftPM rejects Xcode's `$(…)`.
  private func checkText(_ text: String, _ line: Int) throws(LiteralError) {
    guard !text.contains("$(") else { throw LiteralError(.invalidValue, line: line) }
  }

  /// `.when(platforms:configuration:traits:)`, with at least one argument.
  mutating func settingCondition(_ expression: LiteralExpression) throws(LiteralError) -> Condition? {
    let (member, list) = try member(expression, of: .settingCondition)
    guard member == "when" else { throw LiteralError(.unknownMember, line: expression.line) }
    var arguments = try LiteralArguments(list, line: expression.line)
    var (platforms, configuration, traits): ([String]?, String?, [String]?)
    if let list = arguments.take("platforms") { platforms = try self.platforms(list) }
    if let expression = arguments.take("configuration") {
      guard case .member(base: nil, let name, arguments: nil) = expression.form, ["debug", "release"].contains(name)
      else { throw LiteralError(.unknownMember, line: expression.line) }
      configuration = name
    }
    if let list = arguments.take("traits") {
      try require(ToolsVersion(6, 1), list.line)
      let stated = try stringSet(list)
      settingTraits.formUnion(stated)
      traits = stated
    }
    guard platforms != nil || configuration != nil || traits != nil else {
      throw LiteralError(.arguments, line: expression.line)
    }
    try arguments.end()
    return Condition(platforms: platforms ?? [], configuration: configuration, traits: traits ?? [])
  }
}

extension TargetSetting.Kind {
  /// - Returns: `nil` for a setting that does not affect conditional compilation.
  fileprivate init?(_ member: String, _ texts: [String]) {
    switch (member, texts.first) {
    case ("define", _?): self = .define(texts.joined(separator: "="))
    case ("enableUpcomingFeature", let name?), ("enableExperimentalFeature", let name?): self = .feature(name)
    case ("swiftLanguageMode", let mode?), ("swiftLanguageVersion", let mode?): self = .languageMode(mode)
    case ("unsafeFlags", _): self = .flags(texts)
    default: return nil
    }
  }
}

/// The form of a build setting: its line in `all`, from which the reader, `PackageDescription.words` and so the questions what
/// an extension may declare and what a manifest can read follow.
struct SettingForm: Sendable {
  enum Parameter: Sendable {
    case text
    /// `to:`
    case definition
    case flags
    /// One of these static members.
    case member(label: String?, Set<String>)
    case languageMode
    /// `MainActor.self` or `nil`.
    case isolation
  }

  let name: String
  /// The types of settings that have it.
  private let elements: Set<LiteralType.Element>
  let since: ToolsVersion
  /// The parameters before the condition, which every setting may have.
  let parameters: [Parameter]

  private init(
    _ name: String, _ elements: Set<LiteralType.Element>, since major: Int, _ minor: Int, _ parameters: Parameter...
  ) {
    (self.name, self.elements) = (name, elements)
    (since, self.parameters) = (ToolsVersion(major, minor), parameters)
  }

  /// - Returns: `nil` if settings of that type have no such member.
  static func named(_ name: String, of element: LiteralType.Element) -> SettingForm? {
    all.first { $0.name == name && $0.elements.contains(element) }
  }

  private static let ofC: Set<LiteralType.Element> = [.cSetting, .cxxSetting]
  private static let ofSwift: Set<LiteralType.Element> = [.swiftSetting]
  private static let ofLinker: Set<LiteralType.Element> = [.linkerSetting]
  private static let level = Parameter.member(label: "as", ["error", "warning"])

  static let all: [SettingForm] = [
    SettingForm("unsafeFlags", ofC.union(ofSwift).union(ofLinker), since: 5, 0, .flags),
    SettingForm("define", ofC, since: 5, 0, .text, .definition),
    SettingForm("define", ofSwift, since: 5, 0, .text),
    SettingForm("headerSearchPath", ofC, since: 5, 0, .text),
    SettingForm("linkedLibrary", ofLinker, since: 5, 0, .text),
    SettingForm("linkedFramework", ofLinker, since: 5, 0, .text),
    SettingForm("enableUpcomingFeature", ofSwift, since: 5, 8, .text),
    SettingForm("enableExperimentalFeature", ofSwift, since: 5, 8, .text),
    SettingForm("interoperabilityMode", ofSwift, since: 5, 9, .member(label: nil, ["C", "Cxx"])),
    SettingForm("swiftLanguageMode", ofSwift, since: 6, 0, .languageMode),
    SettingForm("swiftLanguageVersion", ofSwift, since: 6, 0, .languageMode),
    SettingForm("strictMemorySafety", ofSwift, since: 6, 2),
    SettingForm("defaultIsolation", ofSwift, since: 6, 2, .isolation),
    SettingForm("treatAllWarnings", ofC.union(ofSwift), since: 6, 2, level),
    SettingForm("treatWarning", ofC.union(ofSwift), since: 6, 2, .text, level),
    SettingForm("enableWarning", ofC, since: 6, 2, .text),
    SettingForm("disableWarning", ofC, since: 6, 2, .text),
  ]
}
