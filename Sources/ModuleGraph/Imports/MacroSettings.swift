package import ImportSyntax

/// The settings of a target that decide conditions in its C, C++ and Objective-C sources.
///
/// Nothing is known about macros that they do not mention, since the headers of the system and of binaries define
/// macros as well.
package struct MacroSettings: Hashable, Sendable {
  fileprivate enum Value: Hashable {
    case undefined
    /// With its value, if it is a number.
    case defined(Int?)
  }

  /// `-D` or `-U`.
  fileprivate struct Step: Hashable {
    let name: String
    let value: Value
    /// Absent if it always applies.
    let condition: Condition?
    /// Whether every compiler of the target gets it.
    let isCertain: Bool
  }

  /// In the order of the command line.
  private let steps: [Step]
  /// Macros that sources or headers define or remove, regardless of the command line.
  private let changed: Set<String>
  /// Macros that sources or headers define if the command line does not.
  private let defaults: Set<String>

  /// - Parameters:
  ///   - cSettings: the target's, in the order of the manifest, like the next ones.
  ///   - cxxSettings: C compilers get their definitions as well; their flags depend on the build system.
  ///   - changed: macros that sources or headers define or remove, regardless of the command line.
  ///   - defaults: macros that sources or headers define if the command line does not.
  package init(
    _ cSettings: [TargetSetting], cxxSettings: [TargetSetting] = [], changed: Set<String> = [],
    defaults: Set<String> = []
  ) {
    self.changed = changed
    self.defaults = defaults
    // SwiftPM passes all definitions before the flags.
    let definitions = (cSettings + cxxSettings).compactMap { setting -> Step? in
      guard case .define(let text) = setting.kind else { return nil }
      return Step(defining: text, condition: setting.condition, isCertain: true)
    }
    let all = [(cSettings, true), (cxxSettings, false)]
    steps =
      definitions
      + all.flatMap { settings, isCertain in
        settings.flatMap { setting -> [Step] in
          guard case .flags(let flags) = setting.kind else { return [] }
          return Self.steps(of: flags, setting.condition, isCertain: isCertain)
        }
      }
  }

  /// For a header, which is compiled with the settings of whatever includes it, and for a target without settings.
  static let none = MacroSettings([])

  private static func steps(of flags: [String], _ condition: Condition?, isCertain: Bool) -> [Step] {
    zip(flags, flags.dropFirst() + [""]).compactMap { flag, next in
      switch flag.prefix(2) {
      case "-D":
        let text = flag.count > 2 ? String(flag.dropFirst(2)) : next
        return Step(defining: text, condition: condition, isCertain: isCertain)
      case "-U":
        let name = flag.count > 2 ? String(flag.dropFirst(2)) : next
        return Step(name: name, value: .undefined, condition: condition, isCertain: isCertain)
      default: return nil
      }
    }
  }

  /// The value of a macro or query of a condition in a build.
  /// - Returns: `nil` if it cannot be decided.
  package func answer(_ condition: CompilationCondition, in build: CompilationSettings.Build) -> Bool? {
    switch condition {
    case .query("defined", let name): value(of: name, in: build).map { $0 != .undefined }
    case .flag(let name): number(of: name, in: build).map { $0 != 0 }
    case .comparison(let name, let sign, let bound): number(of: name, in: build).map { sign.holds($0, bound) }
    default: nil
    }
  }

  /// The value of the macro in an `#if`, where an undefined one is zero.
  private func number(of name: String, in build: CompilationSettings.Build) -> Int? {
    switch value(of: name, in: build) {
    case .undefined?: 0
    case .defined(let number)?: number
    case nil: nil
    }
  }

  private func value(of name: String, in build: CompilationSettings.Build) -> Value? {
    if name == "SWIFT_PACKAGE" { return .defined(1) }
    if let isDefined = build.platform.flatMap({ SystemModules.defines(name, on: $0) }) {
      return isDefined ? .defined(1) : .undefined
    }
    // Names with `_` belong to the system, whose headers may change them.
    guard !changed.contains(name), !name.hasPrefix("_") else { return nil }
    let stated = steps.filter { $0.name == name }
    var value: Value? = stated.isEmpty ? nil : .undefined
    if name == "DEBUG" { value = build.configuration == "debug" ? .defined(1) : nil }
    for step in stated {
      switch step.condition.map({ $0.holds(in: build) }) ?? true {
      case true? where step.isCertain: value = step.value
      case false?: break
      default: value = value == step.value ? value : nil
      }
    }
    return value == .undefined && defaults.contains(name) ? nil : value
  }
}

extension MacroSettings.Step {
  /// - Parameter text: `NAME`, `NAME=value` or `NAME(x)=value`.
  fileprivate init(defining text: String, condition: Condition?, isCertain: Bool) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].prefix { $0 != "(" }
    let number = parts.count < 2 ? 1 : Int(literalInC: parts[1])
    self.init(
      name: String(name), value: .defined(name.count < parts[0].count ? nil : number), condition: condition,
      isCertain: isCertain)
  }
}
