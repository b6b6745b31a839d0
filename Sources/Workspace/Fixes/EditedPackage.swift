import ManifestSyntax
import ModuleGraph

/// The manifests of a package while they are being changed: the one that SwiftPM reads here, and its variants.
struct EditedPackage {
  /// One of the files.
  private struct Version {
    let name: String
    let before: [UInt8]
    var edit: ManifestEdit
    /// Its present and its intended meaning.
    var manifest: Manifest
    /// Whether SwiftPM reads this file here.
    let isChosen: Bool
  }

  let package: LoadedPackage
  private let reader: ManifestReader
  private let hasModuleMap: Bool
  /// The name of the folder for the user, with a slash; empty for the workspace's own.
  private let shownFolder: String
  private var versions: [Version]

  /// Reads all of them.
  /// - Throws: `FixObstacle`; `SubprocessError`, `CancellationError`.
  init(_ package: LoadedPackage, with reader: ManifestReader) async throws {
    guard let shown = package.manifestFile else { throw FixObstacle.uncertainFile }
    self.package = package
    self.reader = reader
    let chosen = shown.lastComponent
    shownFolder = String(shown.dropLast(chosen.count))
    let files: ManifestFiles
    do { files = try ManifestFiles(in: package.path, home: reader.evaluator.environment["HOME"]) } catch {
      throw FixObstacle.notEvaluated(file: shown, words: error.reason)
    }
    hasModuleMap = files.hasModuleMap
    versions = []
    for (name, bytes) in files.manifests.sorted(by: { $0.key < $1.key }) {
      let answer: CheapReading.Answer? =
        if name == chosen {
          try await reader.manifest(of: package.path, shownAs: package.path)
        } else {
          try await reader.manifest(alone: bytes, in: package.path, hasModuleMap: hasModuleMap, shownAs: package.path)
        }
      let manifest = try Self.manifest(answer, file: shownFolder + name)
      versions.append(
        Version(
          name: name, before: bytes, edit: ManifestEdit(of: bytes, manifest: manifest, os: reader.os),
          manifest: manifest, isChosen: name == chosen))
    }
  }

  private static func manifest(_ answer: CheapReading.Answer?, file: String) throws(FixObstacle) -> Manifest {
    switch answer {
    case .success(let manifest)?: return manifest
    case .failure(let failure)?: throw .notEvaluated(file: file, words: "\(failure)")
    case nil: throw .notEvaluated(file: file, words: "what it says depends on more than its text")
    }
  }

  /// Changes the texts in memory; all of them, or none.
  /// - Returns: the changes of the file that SwiftPM reads, and the names of all files that change.
  /// - Throws: `FixObstacle`.
  mutating func make(
    _ remedy: Remedy, by plan: FixPlan
  ) throws(FixObstacle) -> (
    changes: [ManifestChange], files: [String]
  ) {
    var made: (changes: [ManifestChange], files: [String]) = ([], [])
    var versions = versions
    for index in versions.indices {
      let changes = try plan.changes(for: remedy, of: versions[index].manifest)
      for change in changes {
        do throws(EditObstacle) { try versions[index].edit.make(change) } catch {
          throw .edit(error, file: shownFolder + versions[index].name)
        }
        versions[index].manifest = versions[index].manifest.applying(change)
      }
      if versions[index].isChosen { made.changes = changes }
      if !changes.isEmpty { made.files.append(shownFolder + versions[index].name) }
    }
    self.versions = versions
    return made
  }

  /// Writes the texts, and verifies that each has its intended meaning.
  /// - Throws: `FixObstacle`, after which some may be written; `SubprocessError`, `CancellationError`.
  func write(into journal: inout ManifestJournal) async throws {
    let changed = versions.filter { $0.edit.bytes != $0.before }
    for version in changed where !version.isChosen {
      let answer = try await reader.manifest(
        alone: version.edit.bytes, in: package.path, hasModuleMap: hasModuleMap, shownAs: package.path)
      try confirm(version, answer)
    }
    for version in changed {
      try journal.replace(
        "\(package.path)/\(version.name)", holding: version.before, by: version.edit.bytes,
        shownAs: shownFolder + version.name)
    }
    for version in changed where version.isChosen {
      try confirm(version, try await reader.manifest(of: package.path, shownAs: package.path))
    }
  }

  private func confirm(_ version: Version, _ answer: CheapReading.Answer?) throws(FixObstacle) {
    let file = shownFolder + version.name
    guard try Self.manifest(answer, file: file).says(the: version.manifest) else { throw .otherMeaning(file: file) }
  }
}
