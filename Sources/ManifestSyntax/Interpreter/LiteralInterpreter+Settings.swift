internal import ModuleGraph

/// Settings are not in the model; what is checked here is that they compile and that SwiftPM takes them.
extension LiteralInterpreter {
  mutating func checkSetting(
    _ expression: LiteralExpression, of element: LiteralType.Element
  ) throws(LiteralRefusal) {
    let line = expression.line
    let (member, list) = try member(expression, of: element)
    guard let form = SettingForm(member, of: element) else { throw LiteralRefusal(.unknownMember, line: line) }
    try require(form.since, line)
    var arguments = try LiteralArguments(list, line: line)
    for parameter in form.parameters { try checkParameter(parameter, &arguments) }
    if let condition = arguments.take(nil) { _ = try evaluate(condition, as: .optional(.single(.settingCondition))) }
    try arguments.end()
  }

  private mutating func checkParameter(
    _ parameter: SettingForm.Parameter, _ arguments: inout LiteralArguments
  ) throws(LiteralRefusal) {
    switch parameter {
    case .text: try checkText(try string(try arguments.required(nil)), arguments.line)
    case .definition:
      if let value = try optionalString(arguments.take("to")) { try checkText(value, arguments.line) }
    case .flags:
      let flags = try arguments.required(nil)
      for flag in try strings(flags) { try checkText(flag, flags.line) }
    case .member(let label, let names):
      let expression = try arguments.required(label)
      guard case .member(base: nil, let name, arguments: nil) = expression.form, names.contains(name) else {
        throw LiteralRefusal(.unknownMember, line: expression.line)
      }
    case .languageMode: _ = try evaluate(try arguments.required(nil), as: .single(.languageMode))
    case .isolation:
      let expression = try arguments.required(nil)
      switch expression.form {
      case .null, .member(base: "MainActor", name: "self", arguments: nil): break
      default: throw LiteralRefusal(.unknownMember, line: expression.line)
      }
    }
  }

  /// SwiftPM rejects Xcode's `$(…)`.
  private func checkText(_ text: String, _ line: Int) throws(LiteralRefusal) {
    guard !text.contains("$(") else { throw LiteralRefusal(.invalidValue, line: line) }
  }

  /// `.when(platforms:configuration:traits:)`, at least one of them.
  mutating func checkSettingCondition(_ expression: LiteralExpression) throws(LiteralRefusal) {
    let (member, list) = try member(expression, of: .settingCondition)
    guard member == "when" else { throw LiteralRefusal(.unknownMember, line: expression.line) }
    var arguments = try LiteralArguments(list, line: expression.line)
    var isStated = false
    if let list = arguments.take("platforms") {
      _ = try platforms(list)
      isStated = true
    }
    if let configuration = arguments.take("configuration") {
      switch configuration.form {
      case .member(base: nil, name: "debug", arguments: nil), .member(base: nil, name: "release", arguments: nil): break
      default: throw LiteralRefusal(.unknownMember, line: configuration.line)
      }
      isStated = true
    }
    if let traits = arguments.take("traits") {
      try require(ToolsVersion(6, 1), traits.line)
      settingTraits.formUnion(try stringSet(traits))
      isStated = true
    }
    guard isStated else { throw LiteralRefusal(.arguments, line: expression.line) }
    try arguments.end()
  }
}

/// The form of a build setting.
struct SettingForm {
  enum Parameter {
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

  let since: ToolsVersion
  /// The parameters before the condition, which every setting may have.
  let parameters: [Parameter]

  /// - Returns: `nil` if settings of that type have no such member.
  init?(_ member: String, of element: LiteralType.Element) {
    let form = Self.warnings(member, of: element) ?? Self.others(member, of: element)
    guard let form else { return nil }
    since = ToolsVersion(form.since.0, form.since.1)
    parameters = form.parameters
  }

  private typealias Form = (since: (Int, Int), parameters: [Parameter])

  private static func warnings(_ member: String, of element: LiteralType.Element) -> Form? {
    let level = Parameter.member(label: "as", ["error", "warning"])
    return switch (element, member) {
    case (.linkerSetting, _): nil
    case (_, "treatAllWarnings"): ((6, 2), [level])
    case (_, "treatWarning"): ((6, 2), [.text, level])
    case (.cSetting, "enableWarning"), (.cSetting, "disableWarning"), (.cxxSetting, "enableWarning"),
      (.cxxSetting, "disableWarning"):
      ((6, 2), [.text])
    default: nil
    }
  }

  private static func others(_ member: String, of element: LiteralType.Element) -> Form? {
    switch (element, member) {
    case (_, "unsafeFlags"): ((5, 0), [.flags])
    case (.cSetting, "define"), (.cxxSetting, "define"): ((5, 0), [.text, .definition])
    case (.cSetting, "headerSearchPath"), (.cxxSetting, "headerSearchPath"), (.swiftSetting, "define"),
      (.linkerSetting, "linkedLibrary"), (.linkerSetting, "linkedFramework"):
      ((5, 0), [.text])
    case (.swiftSetting, "enableUpcomingFeature"), (.swiftSetting, "enableExperimentalFeature"): ((5, 8), [.text])
    case (.swiftSetting, "interoperabilityMode"): ((5, 9), [.member(label: nil, ["C", "Cxx"])])
    case (.swiftSetting, "swiftLanguageMode"), (.swiftSetting, "swiftLanguageVersion"): ((6, 0), [.languageMode])
    case (.swiftSetting, "strictMemorySafety"): ((6, 2), [])
    case (.swiftSetting, "defaultIsolation"): ((6, 2), [.isolation])
    default: nil
    }
  }
}
