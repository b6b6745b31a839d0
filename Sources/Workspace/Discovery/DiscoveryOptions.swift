package import ModuleGraph

/// Selects the packages in a folder.
package struct DiscoveryOptions: Sendable {
  /// Whether all packages below the folder are loaded, besides the package there and those that it reaches.
  package let includesAll: Bool
  /// Folders that are not searched.
  package let exclude: [Glob]
  /// The folder that `exclude` is relative to; `nil` for the workspace's.
  package let excludeBase: String?

  package init(includesAll: Bool = false, exclude: [Glob] = [], excludeBase: String? = nil) {
    self.includesAll = includesAll
    self.exclude = exclude
    self.excludeBase = excludeBase
  }
}
