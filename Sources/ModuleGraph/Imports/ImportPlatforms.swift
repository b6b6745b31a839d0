/// The platforms on which a build sees an import, according to its conditions and the settings of its target.
package enum ImportPlatforms: Hashable, Sendable {
  case all
  /// Named as in SwiftPM's conditions, sorted; neither empty nor all.
  case some([String])
  /// Something else decides: a flag, `canImport`, a version.
  case undecided

  /// - Parameters:
  ///   - uses: imports by one module; not empty.
  ///   - holds: whether a build for a platform sees a use; `nil` if that depends on more.
  init(of uses: [WorkspaceImports.Use], holds: (WorkspaceImports.Use, String) -> Bool?) {
    var seen: [String] = []
    for platform in Condition.knownPlatforms {
      let answers = uses.map { holds($0, platform) }
      if answers.contains(true) {
        seen.append(platform)
      } else if answers.contains(nil) {
        self = .undecided
        return
      }
    }
    self = seen.count == Condition.knownPlatforms.count ? .all : seen.isEmpty ? .undecided : .some(seen)
  }
}
