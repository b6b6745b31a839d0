import ManifestSyntax

extension GraphAssembly {
  /// The packages with dangling dependencies, as failures.
  /// - Parameter shownBase: the name of the workspace's folder for the user.
  func danglingPackages(shownBelow shownBase: String) -> [FailedPackage] {
    dangling.compactMap { folder, dangling in
      packages[folder].map { package in
        let path = shownManifest(of: package, below: shownBase)
        let sorted = dangling.sorted { ($0.line ?? .max, $0.target, $0.name) < ($1.line ?? .max, $1.target, $1.name) }
        return FailedPackage(
          folder: package.folder, failure: ManifestFailure(path: path, reason: .dangling(sorted)))
      }
    }
  }

  /// The names that a target may use: targets of its package, and products of local packages that it depends on.
  func names(knownTo package: ReadPackage) -> [String] {
    let local = package.manifest.localPackagePaths.compactMap(package.localFolder(at:)).compactMap { packages[$0] }
    return package.manifest.targets.filter { $0.kind != .test }.map(\.name)
      + local.flatMap { $0.manifest.products.map(\.name) }
  }
}
