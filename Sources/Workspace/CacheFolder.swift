/// The folder for everything that modgauge can recreate.
package enum CacheFolder {
  /// The platform's cache folder: `$XDG_CACHE_HOME/modgauge`, else `~/.cache/modgauge`; on macOS
  /// `~/Library/Caches/modgauge`. Absolute; it need not exist.
  package static func platformDefault(environment: [String: String] = OwnEnvironment.variables) -> String {
    let home = environment["HOME"] ?? "/tmp"
    #if os(macOS)
      return home + "/Library/Caches/modgauge"
    #else
      // The XDG Base Directory Specification requires relative paths to be ignored.
      if let caches = environment["XDG_CACHE_HOME"], caches.hasPrefix("/") { return caches + "/modgauge" }
      return home + "/.cache/modgauge"
    #endif
  }
}
