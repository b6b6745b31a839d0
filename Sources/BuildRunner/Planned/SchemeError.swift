/// Why what was selected cannot be built by `xcodebuild`, or not as requested.
package enum SchemeError: Error, Hashable, Sendable {
  /// No scheme, target or product has this name.
  case unknown(String, nearest: [String])
  /// Xcode has no scheme for this module of a package.
  case missing(String)
  /// No target is an app, and a workspace is not built as a whole.
  case noApp
  /// Builds do not take turns.
  case noTurns
}

extension SchemeError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown(let name, let nearest):
      "“\(name)” is not a scheme, target or product of the workspace."
        + (nearest.isEmpty ? " `modgauge graph --format json` lists targets and products." : nearest.suggestion)
    case .missing(let name):
      "“\(name)” is a module of a package without a product of its own, so that Xcode has no scheme for it. Name a scheme, a target "
        + "or a product that builds it."
    case .noApp:
      "There is no app among the targets, and `xcodebuild` builds schemes: name the one that builds everything with --combined "
        + "(of `record`: --product), or under `combined:` in .modgauge.yml."
    case .noTurns:
      "Builds by `xcodebuild` cannot take turns: its build service and daemons work outside of what can be halted. Leave --in-turns "
        + "out."
    }
  }
}
