/// What `modgauge` alone shows in a folder. Where nothing marks it as one of packages, it is not searched.
package enum WorkspaceGuess: Hashable, Sendable {
  /// The path of a folder, an Xcode workspace or a project.
  case workspace(String)
  /// The names of the Xcode projects, of which one has to be chosen.
  case severalProjects([String])
  /// The nearest folder above with a package, relative to the folder.
  case nothing(above: String?)

  /// - Parameter folder: absolute, or relative to the current folder.
  package init(_ folder: String) {
    let containers = XcodeContainer.names(in: folder)
    if ManifestFile.isIn(folder) || XcodeContainer(at: Path.absolute(folder)) != nil {
      self = .workspace(folder)
    } else if containers.count == 1 {
      self = .workspace(folder == "." ? containers[0] : "\(folder)/\(containers[0])")
    } else if containers.count > 1 {
      self = .severalProjects(containers)
    } else {
      let entries = FolderEntries(of: folder).map(\.name)
      let isMarked =
        entries.contains { [".git", ".modgauge.yml"].contains($0) }
        || entries.contains { ManifestFile.isIn("\(folder)/\($0)") }
      self = isMarked ? .workspace(folder) : .nothing(above: Self.above(folder))
    }
  }

  private static func above(_ folder: String) -> String? {
    guard let start = Path.canonical(folder) else { return nil }
    let above = start.upwards.dropFirst().first { !$0.isEmpty && ManifestFile.isIn(String($0)) }
    return above.map { Path.relative(String($0), to: start) }
  }
}
