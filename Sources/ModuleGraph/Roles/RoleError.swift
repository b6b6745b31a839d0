/// Why roles cannot be determined.
package enum RoleError: Error, Hashable, Sendable {
  case selection(SelectionError)
  /// No feature was named or found, or the only one is as large as the combined app. `combined` is the name of the
  /// latter.
  case nothingToCompare(combined: String, onlyFeature: String?, modules: [String])
  /// The only feature that the user named is what would be the combined app.
  case appIsOnlyFeature(String)
  /// A module was named as a feature that is neither a library nor a program.
  case notAFeature(String, Module.Kind, source: String)
  /// What was named as a sample app is not a program, or a pattern matches none.
  case notASampleApp(String, source: String)
}

extension RoleError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .selection(let error): return error.description
    case .appIsOnlyFeature(let app):
      return
        "\(app) is the combined app, with which features are compared, so it cannot be the only feature. Name features of "
        + "it, or none to have them found. `--combined all` compares \(app) with the whole package."
    case .notAFeature(let name, let kind, let source):
      return "\(source): \(name) cannot be a feature, since its kind is \(kind.rawValue). Name libraries or programs."
    case .notASampleApp(let name, let source):
      return "\(source): \(name) cannot be a sample app, since it is not a program. Name programs."
    case .nothingToCompare(let combined, let onlyFeature, let modules):
      let found =
        onlyFeature.map { "its only feature, \($0), compiles the whole app" }
        ?? "no feature of it was found"
      return
        "There is nothing to compare \(combined) with: \(found). Name modules as features with --feature, or under "
        + "`features:` in .modgauge.yml, and the combined app with --combined or `combined:`. "
        + (modules.isEmpty
          ? "There is no module that could be one."
          : "It has \(modules.listed(atMost: 12)).")
    }
  }
}
