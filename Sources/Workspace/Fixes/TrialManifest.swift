import ManifestSyntax
package import ModuleGraph

/// A package's manifest in a private copy, whose dependencies are changed for trial builds.
package struct TrialManifest: Sendable {
  /// Why something cannot be tried, as a clause.
  package struct Obstacle: Error, Hashable, Sendable {
    package let reason: String

    package init(reason: String) { self.reason = reason }
  }

  private let loader: WorkspaceLoader
  private let folder: String
  private let file: String
  private let bytes: [UInt8]
  private let manifest: Manifest
  private let os: String

  /// - Parameter folder: the package's folder in the copy, absolute.
  /// - Throws: `Obstacle`; `SubprocessError`, `CancellationError`.
  package init(of package: LoadedPackage, in folder: String, loader: WorkspaceLoader, os: String) async throws {
    guard let file = package.manifestFile?.lastComponent else {
      throw Obstacle(reason: "\(FixObstacle.uncertainFile)")
    }
    self.loader = loader
    self.folder = folder
    self.file = file
    self.os = os
    do { bytes = try FileBytes.read("\(folder)/\(file)") } catch { throw Obstacle(reason: error.reason) }
    manifest = try await Self.manifest(of: folder, loader)
  }

  /// Writes the manifest without some dependencies and with others, all of the package's modules.
  /// - Parameter workspace: the workspace that was copied, whose packages have the same relative locations in the copy.
  /// - Throws: `Obstacle`, after which it is unchanged; `FileFailure`, `SubprocessError`, `CancellationError`.
  package func write(
    without removed: [[Dependency]], with added: [Dependency] = [], in workspace: LoadedWorkspace
  ) async throws {
    var edit = ManifestEdit(of: bytes, manifest: manifest, os: os)
    var intended = manifest
    func make(_ change: ManifestChange) throws(Obstacle) {
      do throws(EditObstacle) { try edit.make(change) } catch {
        throw Obstacle(reason: "\(FixObstacle.edit(error, file: file))")
      }
      intended = intended.applying(change)
    }
    for dependency in removed.compactMap(\.first) {
      try make(.remove(dependency.product ?? dependency.to.name, of: dependency.from.name))
    }
    for dependency in added { for change in try declaring(dependency, intended, in: workspace) { try make(change) } }
    try WholeFile.write(edit.bytes, to: "\(folder)/\(file)")
    let isIntended: Bool
    do { isIntended = try await Self.manifest(of: folder, loader).says(the: intended) } catch {
      try restore()
      throw error
    }
    guard isIntended else {
      try restore()
      throw Obstacle(reason: "\(FixObstacle.otherMeaning(file: file))")
    }
  }

  /// The entries that a manifest lacks for a dependency, perhaps on a module of another package.
  private func declaring(
    _ dependency: Dependency, _ manifest: Manifest, in workspace: LoadedWorkspace
  ) throws(Obstacle) -> [ManifestChange] {
    let changes: [ManifestChange]
    do throws(FixObstacle) {
      let remedy = Remedy.declare(dependency.to, by: dependency.from)
      changes = try FixPlan(workspace).changes(for: remedy, of: manifest)
    } catch { throw Obstacle(reason: "\(error)") }
    return changes.map { change in
      guard case .addPackage(let path, _) = change else { return change }
      return .addPackage(path: path, folder: Path.canonical("\(folder)/\(path)") ?? path)
    }
  }

  /// Restores the original manifest.
  package func restore() throws(FileFailure) { try WholeFile.write(bytes, to: "\(folder)/\(file)") }

  private static func manifest(of folder: String, _ loader: WorkspaceLoader) async throws -> Manifest {
    let temporary = try await TemporaryFolder.held(in: loader.cacheFolder)
    let answer = try await loader.reader(in: temporary).manifest(of: folder, shownAs: folder)
    withExtendedLifetime(temporary) {}
    do { return try answer.get() } catch { throw Obstacle(reason: "\(error)") }
  }
}
