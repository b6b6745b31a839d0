/// What is read from a manifest's file besides what SwiftPM says of it.
struct PlaceScan {
  let places: ManifestPlaces
  let untaken: [UntakenBranch]

  /// - Parameters:
  ///   - lines: of a manifest that was read as literal, the line of each dependency of each target.
  ///   - os: `linux` or `macos`.
  /// - Complexity: O(bytes).
  init(of manifest: Manifest, in file: ManifestInputs.File, lines: [[Int]]?, os: String) {
    let all = PlaceLexer.tokens(of: file.bytes)
    let branches = HostBranches(all, in: file.bytes, os: os)
    let places = ManifestPlaces(
      of: manifest, in: PlaceText(bytes: file.bytes, tokens: branches.tokens), file: file.name)
    self.places = lines.map(places.stating) ?? places
    untaken = branches.untaken.compactMap { UntakenBranch($0, among: all, in: file.bytes) }
  }
}

extension ManifestPlaces {
  /// The same, with these lines of dependencies.
  fileprivate func stating(_ dependencies: [[Int]]) -> ManifestPlaces {
    ManifestPlaces(file: file, dependencies: dependencies, plugins: plugins, targets: targets, package: package)
  }
}
