/// Why roles cannot be determined.
package enum RoleError: Error, Hashable, Sendable {
  case selection(SelectionError)
  /// No feature was named or found, or the only one is as large as the combined app.
  case nothingToCompare(Lack)
  /// The only feature that the user named is what would be the combined app.
  case appIsOnlyFeature(String)
  /// A module was named as a feature that is neither a library nor a program.
  case notAFeature(String, Module.Kind, source: String)
  /// Tests and products of other packages have no role.
  case withoutRole(String, Module.Kind, source: String)
  /// A pattern for features matches programs only.
  case noLibrary(String, source: String)
  /// What was named as a sample app is not a program, or a pattern matches none.
  case notASampleApp(String, source: String)

  /// What there is instead of features.
  package struct Lack: Hashable, Sendable {
    /// The name of the combined app.
    let combined: String
    let onlyFeature: String?
    /// What could be features.
    let modules: [String]
    /// What could be the combined app, if there is none.
    let apps: [String]
    /// An Xcode project or workspace beside the packages.
    let unreadProject: String?
  }
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
    case .withoutRole(let name, let kind, let source):
      return
        "\(source): “\(name)” has no role, since its kind is \(kind.rawValue). Name libraries or programs of the workspace."
    case .noLibrary(let pattern, let source):
      return
        "\(source): “\(pattern)” matches no library. Patterns choose libraries as features; name programs without a pattern."
    case .nothingToCompare(let lack): return lack.description
    }
  }
}

extension RoleError.Lack: CustomStringConvertible {
  package var description: String {
    let found = onlyFeature.map { "its only feature, \($0), compiles all of it" } ?? "no feature of it was found"
    let sentences: [String?] = [
      "There is nothing to compare \(combined) with: \(found).",
      unreadProject.map { "\(RoleEvidence.unreadProject($0))." },
      apps.isEmpty ? nil : "Apps: \(apps.listed(atMost: 12)); choose one with --combined.",
      "Name modules as features with --feature, or under `features:` in .modgauge.yml, and the combined app with --combined or "
        + "`combined:`.",
      modules.isEmpty ? "There is no module that could be one." : "Modules: \(modules.listed(atMost: 12)).",
    ]
    return sentences.compactMap(\.self).joined(separator: " ")
  }
}
