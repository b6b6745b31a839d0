import Workspace

/// The platform's folder for state that should persist, though it can be recreated.
package enum StateFolder {
  /// `$XDG_STATE_HOME/modgauge`, else `~/.local/state/modgauge`; on macOS `~/Library/Application Support/modgauge`.
  package static func platformDefault(environment: [String: String] = OwnEnvironment.variables) -> String {
    let home = OwnEnvironment.home(environment)
    #if os(macOS)
      return home + "/Library/Application Support/modgauge"
    #else
      let named = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      return (named ?? home + "/.local/state") + "/modgauge"
    #endif
  }

  /// For the former manifests while they are changed.
  package static var ofFixes: String { platformDefault() + "/fixes" }
}
