/// Edits a manifest's text with the smallest possible changes.
///
/// The places to change are found in the same way as by ``LocationSearch``: constants are followed, computed values are
/// not. Have SwiftPM or the literal reader evaluate the new text to verify its meaning.
package struct ManifestEdit: Sendable {
  package private(set) var bytes: [UInt8]
  let targets: Set<String>
  let os: String

  /// - Parameters:
  ///   - manifest: the meaning of the text.
  ///   - os: `linux` or `macos`.
  package init(of bytes: [UInt8], manifest: Manifest, os: String) {
    self.bytes = bytes
    targets = Set(manifest.targets.map(\.name))
    self.os = os
  }

  /// Makes a change.
  /// - Throws: `EditObstacle` if the place is ambiguous or computed; the text is then unchanged.
  /// - Complexity: O(bytes).
  package mutating func make(_ change: ManifestChange) throws(EditObstacle) {
    switch change {
    case .declare(let dependency, let target):
      let places = EditLocations(bytes, targets: targets, os: os)
      let site = try places.site(ofDependenciesOf: target)
      try places.checkAbsence(of: dependency.reference.name, in: target, known: targets)
      insert(dependency.code, at: site)
    case .addPackage(let path, _):
      let places = EditLocations(bytes, targets: targets, os: os)
      insert(ManifestChange.package(at: path), at: try places.packageSite())
    case .remove(let name, let target): try remove(name, of: target)
    }
  }

  /// - Parameter label: that of the list, if there is none yet.
  mutating func insert(_ item: String, at site: EditLocations.Site, label: String = "dependencies") {
    let patches =
      switch site {
      case .list(let list): list.appending(item)
      case .arguments(let arguments, let next?): arguments.inserting("\(label): [\(item)]", before: next)
      case .arguments(let arguments, nil): arguments.appending("\(label): [\(item)]")
      }
    bytes = patches.applied(to: bytes)
  }

  /// Removes a dependency, which may be stated several times under different conditions.
  private mutating func remove(_ name: String, of target: String) throws(EditObstacle) {
    var rest = bytes
    var places = EditLocations(rest, targets: targets, os: os)
    while let (list, index) = try places.item(named: name, of: target) {
      rest = try list.removing(index).applied(to: rest)
      places = EditLocations(rest, targets: targets, os: os)
    }
    guard rest != bytes else { throw .computed(line: try places.declaration(of: target).line) }
    bytes = rest
  }
}
