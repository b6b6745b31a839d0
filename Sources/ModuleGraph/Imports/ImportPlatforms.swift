/// On which platforms a build sees an import, as far as its conditions and the settings of its target tell.
package enum ImportPlatforms: Hashable, Sendable {
  case all
  /// As SwiftPM names them in conditions, sorted; neither none nor all.
  case some([String])
  /// Something else decides: a flag, `canImport`, a version.
  case undecided

  /// The platforms that a condition of a manifest can name.
  private static let known = [
    "android", "driverkit", "freebsd", "ios", "linux", "maccatalyst", "macos", "openbsd", "tvos", "visionos", "wasi",
    "watchos", "windows",
  ]

  /// - Parameters:
  ///   - uses: of one module; not empty.
  ///   - holds: whether a build for a platform sees a use; `nil` where that depends on more.
  init(of uses: [WorkspaceImports.Use], holds: (WorkspaceImports.Use, String) -> Bool?) {
    var seen: [String] = []
    for platform in Self.known {
      let answers = uses.map { holds($0, platform) }
      if answers.contains(true) {
        seen.append(platform)
      } else if answers.contains(nil) {
        self = .undecided
        return
      }
    }
    self = seen.count == Self.known.count ? .all : seen.isEmpty ? .undecided : .some(seen)
  }
}
