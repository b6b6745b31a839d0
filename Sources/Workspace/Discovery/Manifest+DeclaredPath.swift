import ManifestSyntax

extension Manifest {
  /// The manifest with its path dependencies relative to the declared folder, as in a build.
  ///
  /// For a package behind a symbolic link, `dump-package` resolves paths from the link's target, but a build resolves
  /// `../Other` from the link. A path that does not exist there was absolute, and stays.
  func seen(from folder: PackageFolder) -> Manifest {
    guard folder.declaredPath != folder.path else { return self }
    let moved = dependencies.map { dependency in
      guard case .folder(let path) = dependency.source else { return dependency }
      let besideLink = Path.joined(folder.declaredPath, Path.relative(path, to: folder.path))
      guard Path.isFile(besideLink + "/Package.swift") else { return dependency }
      return ManifestDependency(
        identity: dependency.identity, name: dependency.name, source: .folder(path: besideLink))
    }
    return replacing(dependencies: moved)
  }
}
