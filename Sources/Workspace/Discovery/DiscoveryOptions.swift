package import ModuleGraph

/// Which of the packages in a folder are meant.
package struct DiscoveryOptions: Sendable {
  /// Whether every manifest below the folder counts, beside the package there and what it reaches.
  package let includesAll: Bool
  /// Folders that are not looked into.
  package let exclude: [Glob]
  /// The folder that `exclude` starts from; where absent, the workspace's.
  package let excludeBase: String?

  package init(includesAll: Bool = false, exclude: [Glob] = [], excludeBase: String? = nil) {
    self.includesAll = includesAll
    self.exclude = exclude
    self.excludeBase = excludeBase
  }
}
