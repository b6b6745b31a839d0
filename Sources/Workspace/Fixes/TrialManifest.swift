import ManifestSyntax
package import ModuleGraph

/// A package's manifest in a private copy, whose dependencies are changed to see what follows.
package struct TrialManifest: Sendable {
  /// Why something cannot be tried, as half a sentence.
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

  /// - Parameter folder: where the package lies in the copy, absolute.
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

  /// Writes the manifest without some dependencies and with others, all of which are of modules of the package; those that
  /// are added are on modules of it, too.
  /// - Throws: `Obstacle`: then it is what it was before; `FileFailure`, `SubprocessError`, `CancellationError`.
  package func write(without removed: [[Dependency]], with added: [Dependency] = []) async throws {
    var edit = ManifestEdit(of: bytes, manifest: manifest, os: os)
    var intended = manifest
    let changes =
      removed.compactMap(\.first).map {
        ManifestChange.remove($0.product ?? $0.to.name, of: $0.from.name)
      }
      + added.map {
        ManifestChange.declare(
          ManifestTargetDependency(reference: .byName($0.to.name), condition: nil), of: $0.from.name)
      }
    for change in changes {
      do throws(EditObstacle) { try edit.make(change) } catch {
        throw Obstacle(reason: "\(FixObstacle.edit(error, file: file))")
      }
      intended = intended.applying(change)
    }
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

  /// Writes the manifest as it was.
  package func restore() throws(FileFailure) { try WholeFile.write(bytes, to: "\(folder)/\(file)") }

  private static func manifest(of folder: String, _ loader: WorkspaceLoader) async throws -> Manifest {
    let temporary = try TemporaryFolder.held(in: loader.cacheFolder)
    let answer = try await loader.reader(in: temporary).manifest(of: folder, shownAs: folder)
    withExtendedLifetime(temporary) {}
    do { return try answer.get() } catch { throw Obstacle(reason: "\(error)") }
  }
}
