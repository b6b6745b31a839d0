import Workspace

/// Where the platform keeps what programs want to remember, though it could be made again.
enum StateFolder {
  /// `$XDG_STATE_HOME/modgauge`, else `~/.local/state/modgauge`; on macOS `~/Library/Application Support/modgauge`.
  static func platformDefault(environment: [String: String] = OwnEnvironment.variables) -> String {
    let home = environment["HOME"] ?? "/tmp"
    #if os(macOS)
      return home + "/Library/Application Support/modgauge"
    #else
      let named = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      return (named ?? home + "/.local/state") + "/modgauge"
    #endif
  }
}
