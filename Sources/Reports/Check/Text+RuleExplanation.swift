package import ModuleGraph

extension Text {
  /// Explains a rule, and the parameters of its type.
  /// - Parameters:
  ///   - rule: one of the configuration; absent to explain a type.
  ///   - place: where the configuration states it.
  package static func explanation(of type: any RuleType.Type, rule: Rule? = nil, place: String? = nil) -> String {
    let stated = rule.map { rule in
      line("\(rule.id): \(rule.type), \(rule.severity.rawValue)" + (place.map { " (\($0))" } ?? ""))
        + (rule.comment.map { wrapped($0, indent: "") } ?? "")
    }
    let parameters = type.parameters.table([
      .text("key") { $0.key }, .text("value") { $0.kind.description }, .text("") { $0.description },
    ])
    let example = type.example.split(separator: "\n").enumerated().map { ($0 == 0 ? "  - " : "    ") + $1 + "\n" }
    return (stated ?? "") + line("\(type.name)") + wrapped(type.summary, indent: "")
      + (type.parameters.isEmpty ? "" : table(parameters, hasHeader: false, indent: "  "))
      + "Example:\n" + example.joined()
  }
}

extension RuleParameter {
  fileprivate var description: String { help + (isRequired ? " (required)" : "") }
}

extension RuleParameter.Kind {
  fileprivate var description: String {
    switch self {
    case .modules: "modules"
    case .number: "number"
    case .flag: "true|false"
    case .layers: "layers"
    case .patterns: "names"
    case .choice(let words): words.joined(separator: "|")
    }
  }
}
