package import ModuleGraph

/// Selects the packages in a folder.
package struct DiscoveryOptions: Sendable {
  /// Whether all packages below the folder are loaded, besides the package there and those that it reaches.
  package let includesAll: Bool
  /// Folders that are not searched.
  package let exclude: [Glob]
  /// The folder that `exclude` is relative to; `nil` for the workspace's.
  package let excludeBase: String?
  /// Whether the Xcode workspace or project of a folder without a manifest is read with the packages there, if there is
  /// only one and it can be read.
  package let readsProject: Bool

  package init(
    includesAll: Bool = false, exclude: [Glob] = [], excludeBase: String? = nil, readsProject: Bool = false
  ) {
    self.includesAll = includesAll
    self.exclude = exclude
    self.excludeBase = excludeBase
    self.readsProject = readsProject
  }
}

extension DiscoveryOptions {
  /// The same, for all packages below the folder.
  var includingAll: DiscoveryOptions {
    DiscoveryOptions(includesAll: true, exclude: exclude, excludeBase: excludeBase, readsProject: readsProject)
  }
}
