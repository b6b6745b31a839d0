/// A workspace, and how it is read: what users say about it, before anything is looked up.
package struct WorkspaceRequest: Codable, Hashable, Sendable {
  /// A package, a folder of packages, an Xcode workspace or project.
  package var path = "."
  /// Whether to load every package below the folder.
  package var includesAll = false
  /// `nil` for the file in the package's folder or above it.
  package var configuration: String?
  /// The folder of a toolchain; `nil` for the one in the search path.
  package var toolchain: String?
  /// `nil` for the platform's folder.
  package var cacheFolder: String?
  /// Whether SwiftPM evaluates even literal manifests.
  package var evaluatesAll = false
  package var evaluatesNone = false
  package var usesCache = true
  /// Whether the rest counts if a manifest fails.
  package var keepsGoing = false
  /// Names of environment variables for manifests, with values as in `NAME=VALUE`, or with their current ones.
  package var manifestVariables: [String] = []
  package var manifestTimeoutSeconds = 60
  package var showsTimings = false
  package var isQuiet = false

  package init() {}
}

/// How packages are built: what users say about it.
package struct BuildRequest: Codable, Hashable, Sendable {
  /// `debug` or `release`.
  package var configuration = "debug"
  package var jobs: Int?
  /// SwiftPM's; `nil` for its default.
  package var buildSystem: String?
  /// Passed to the builder.
  package var arguments: [String] = []
  package var traits = TraitRequest()
  /// Whether to wait for another benchmark on this machine to end.
  package var waits = false

  package init() {}
}

/// The traits of the root packages. Without a word about them, conditions on traits are shown as conditions, and builds
/// have the default ones.
package struct TraitRequest: Codable, Hashable, Sendable {
  /// Only these.
  package var named: [String]?
  package var all = false
  package var none = false

  package init() {}
}
