import ManifestSyntax
package import ModuleGraph

extension LoadedWorkspace {
  /// Where manifests declare modules: the line of the target, or else that of the package. Modules of Xcode projects
  /// are missing, and those whose manifest can no longer be read.
  package func declarations(of modules: Set<ModuleID>) -> [ModuleID: Dependency.Location] {
    var found: [ModuleID: Dependency.Location] = [:]
    for (key, ids) in Dictionary(grouping: modules, by: \.package) {
      guard let package = package(key), let file = package.manifestFile,
        let bytes = try? FileBytes.read(Path.joined(rootPath, file))
      else { continue }
      let manifest = package.manifest
      let places = LocationScan(
        of: manifest, in: bytes, of: file, lines: nil, os: graph.environment?.os ?? ""
      ).places
      for id in ids {
        let line = manifest.targets.firstIndex { $0.name == id.name }.flatMap { places.targets[$0] }
        found[id] = Dependency.Location(file: file, line: line ?? places.package ?? 1)
      }
    }
    return found
  }

  /// Where manifests name other packages: the line of `.package(…)`, or else that of the package. Those of Xcode projects
  /// are missing, and those whose manifest can no longer be read.
  package func declarations(of requirements: Set<PackageRequirement>) -> [PackageRequirement: Dependency.Location] {
    var found: [PackageRequirement: Dependency.Location] = [:]
    for (key, all) in Dictionary(grouping: requirements, by: \.package) {
      guard let package = package(key), let file = package.manifestFile,
        let bytes = try? FileBytes.read(Path.joined(rootPath, file))
      else { continue }
      let os = graph.environment?.os ?? ""
      let lines = LocationScan.packageLines(of: package.manifest, in: bytes, os: os)
      let places = LocationScan(of: package.manifest, in: bytes, of: file, lines: nil, os: os).places
      for requirement in all {
        found[requirement] = Dependency.Location(file: file, line: lines[requirement.identity] ?? places.package ?? 1)
      }
    }
    return found
  }

  /// The comments that excuse violations, sorted by location: those of all manifests, and of the sources that were read.
  package var ignoreComments: [IgnoreComment] {
    let read = Set(imports?.comments ?? []).union(types?.comments ?? [])
    return (packages.flatMap(\.ignoreComments) + read).sorted {
      ($0.place.file, $0.place.line) < ($1.place.file, $1.place.line)
    }
  }
}
