/// The environment in which manifests are evaluated: few variables, and the same ones each time.
///
/// SwiftPM's cache of evaluated manifests is keyed by the whole environment, so that a variable that differs between
/// shells would cause every manifest to be compiled again.
enum ManifestEnvironment {
  /// What is needed to find a toolchain and its files.
  private static let passedOn = [
    "DEVELOPER_DIR", "HOME", "PATH", "SDKROOT", "SWIFTLY_BIN_DIR", "SWIFTLY_HOME_DIR", "SWIFTLY_TOOLCHAINS_DIR",
    "TOOLCHAINS",
  ]

  /// All variables that an evaluation sees.
  ///
  /// - Parameters:
  ///   - own: the environment of this process.
  ///   - extra: further variables that the user wants manifests to see.
  ///   - temporaryFolder: a stable path, since it is part of SwiftPM's key as well.
  /// - Returns: the necessary ones of this process, those for child processes, and the extra ones, which take
  ///   precedence.
  static func variables(
    from own: [String: String] = OwnEnvironment.variables, extra: [String: String], temporaryFolder: String
  ) -> [String: String] {
    var variables = own.filter { passedOn.contains($0.key) }
    variables["LANG"] = "C.UTF-8"
    variables["LC_ALL"] = "C.UTF-8"
    variables["TMPDIR"] = temporaryFolder
    variables["SWIFT_BACKTRACE"] = "enable=no"  // A crash is reported without a backtrace.
    return variables.merging(extra) { $1 }
  }
}
