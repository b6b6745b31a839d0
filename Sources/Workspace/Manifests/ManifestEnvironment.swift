/// The variables that a manifest's evaluation sees: few, and the same each time.
///
/// SwiftPM keys its cache of evaluated manifests by the whole environment, so a variable that changes from shell to
/// shell would have every manifest compiled again.
enum ManifestEnvironment {
  /// What finds a toolchain and its files.
  private static let passedOn = [
    "DEVELOPER_DIR", "HOME", "PATH", "SDKROOT", "SWIFTLY_BIN_DIR", "SWIFTLY_HOME_DIR", "SWIFTLY_TOOLCHAINS_DIR",
    "TOOLCHAINS",
  ]

  /// All the variables that an evaluation sees.
  ///
  /// - Parameters:
  ///   - own: the variables of this process.
  ///   - extra: what the user wants manifests to see beyond that.
  ///   - temporaryFolder: a stable one, since it is part of SwiftPM's key as well.
  /// - Returns: the few of our own that matter, ours for the children, and the extra ones, which win.
  static func variables(
    from own: [String: String] = OwnEnvironment.variables, extra: [String: String], temporaryFolder: String
  ) -> [String: String] {
    var variables = own.filter { passedOn.contains($0.key) }
    variables["LANG"] = "C.UTF-8"
    variables["LC_ALL"] = "C.UTF-8"
    variables["TMPDIR"] = temporaryFolder
    variables["SWIFT_BACKTRACE"] = "enable=no"  // A crash is told in its own words, without registers.
    return variables.merging(extra) { $1 }
  }
}
