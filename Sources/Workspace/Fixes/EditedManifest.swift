import ManifestSyntax
import ModuleGraph

/// The manifest of a package, or a variant of it, while it is being changed in memory.
struct EditedManifest {
  /// Absolute.
  let path: String
  /// Relative to the workspace, for the user.
  let shown: String
  let before: [UInt8]
  /// Whether SwiftPM reads this file here.
  let isChosen: Bool
  private let folder: String
  private let hasModuleMap: Bool
  private let reader: ManifestReader
  private(set) var bytes: [UInt8]
  /// Its present, or its intended, meaning.
  private(set) var manifest: Manifest

  /// The most guesses for one edit, each of which may take SwiftPM a second.
  private static let mostTries = 12

  /// Reads the manifest of a package and its variants.
  /// - Throws: `FixObstacle`; `SubprocessError`, `CancellationError`.
  static func all(of package: LoadedPackage, with reader: ManifestReader) async throws -> [EditedManifest] {
    guard let shown = package.manifestFile else { throw FixObstacle.uncertainFile }
    let chosen = shown.lastComponent
    let files: ManifestFiles
    do { files = try ManifestFiles(in: package.path, home: reader.evaluator.environment["HOME"]) } catch {
      throw FixObstacle.notEvaluated(file: shown, words: error.reason)
    }
    var all: [EditedManifest] = []
    for (name, bytes) in files.manifests.sorted(by: { $0.key < $1.key }) {
      var one = EditedManifest(
        path: "\(package.path)/\(name)", shown: shown.dropLast(chosen.count) + name, before: bytes,
        isChosen: name == chosen, folder: package.path, hasModuleMap: files.hasModuleMap, reader: reader, bytes: bytes,
        manifest: package.manifest)
      one.manifest = try await one.evaluated
      all.append(one)
    }
    return all
  }

  /// The meaning of the file, or of the text of one that SwiftPM does not read here.
  private var evaluated: Manifest {
    get async throws {
      let answer =
        isChosen ? try await reader.manifest(of: folder, shownAs: folder) : try await meaning(of: bytes)
      do { return try answer.get() } catch { throw FixObstacle.notEvaluated(file: shown, words: "\(error)") }
    }
  }

  private func meaning(of bytes: [UInt8]) async throws -> CheapReading.Answer {
    try await reader.manifest(trying: bytes, in: folder, hasModuleMap: hasModuleMap, shownAs: folder)
  }

  private var edit: ManifestEdit { ManifestEdit(of: bytes, manifest: manifest, os: reader.os) }

  // MARK: Certain changes

  /// Makes a change, whose meaning is to be confirmed.
  mutating func make(_ change: ManifestChange) throws(FixObstacle) {
    var edit = edit
    do throws(EditObstacle) { try edit.make(change) } catch { throw .edit(error, file: shown) }
    (bytes, manifest) = (edit.bytes, manifest.applying(change))
  }

  /// - Throws: `FixObstacle` if the file, or the text of one that SwiftPM does not read here, does not have the intended
  ///   meaning; `SubprocessError`, `CancellationError`.
  func confirm() async throws {
    guard try await evaluated.says(the: manifest) else { throw FixObstacle.otherMeaning(file: shown) }
  }

  // MARK: Guesses

  /// Takes the first text whose meaning is accepted.
  private mutating func take(
    _ additions: [ManifestAddition], if isIntended: (Manifest, ManifestAddition) -> Bool
  ) async throws -> Bool {
    for addition in additions.prefix(Self.mostTries) {
      guard case .success(let after) = try await meaning(of: addition.bytes), isIntended(after, addition) else {
        continue
      }
      (bytes, manifest) = (addition.bytes, after)
      return true
    }
    return false
  }

  /// Adds a target, if what was added before has not declared it already.
  /// - Parameters:
  ///   - dependents: the targets of the package that may depend on it.
  ///   - names: all modules that are being added.
  /// - Returns: whether the manifest has the target with the wanted dependencies, and is else as it was.
  mutating func add(
    _ target: NewTarget, beside neighbours: [String], for dependents: Set<String>, names: Set<String>
  ) async throws -> Bool {
    var target = target
    // Before this version, a target is a program if it has a `main.swift`.
    if manifest.parsedToolsVersion < ToolsVersion(5, 4), target.kind == .executable { target.kind = .regular }
    let wanted = Set(target.dependencies.map(\.reference.name))
    if let made = manifest.target(target.name) {
      // A loop over names has made it together with another one.
      return made.kind == target.kind && wanted.isSubset(of: made.dependencies.map(\.reference.name))
    }
    let rest = manifest.without(names)
    return try await take(edit.adding(target, beside: neighbours, of: manifest)) { [target] after, addition in
      guard let made = after.target(target.name), after.without(names).says(the: rest) else { return false }
      let all = wanted.union(addition.implied)
      let users = Set(after.targets.filter { $0.names(target.name) }.map(\.name))
      return made.kind == target.kind && made.dependencies.count == all.count
        && Set(made.dependencies.map(\.reference.name)) == all && users.subtracting(names).isSubset(of: dependents)
        && target.resources.allSatisfy { path in made.resources.contains { $0.path == path } }
    }
  }

  /// Adds a product of a target.
  /// - Parameter neighbours: the names of products.
  mutating func addProduct(of target: NewTarget, beside neighbours: [String]) async throws -> Bool {
    let kind: Product.Kind = target.kind == .executable ? .executable : .library
    func has(_ manifest: Manifest) -> Bool { manifest.products.contains { $0.name == target.name && $0.kind == kind } }
    if has(manifest) { return true }
    let rest = manifest.withoutProducts(named: target.name)
    return try await take(edit.addingProduct(of: target, beside: neighbours)) { after, _ in
      has(after) && after.withoutProducts(named: target.name).says(the: rest)
    }
  }

  /// Makes a change of dependencies.
  /// - Parameter neighbours: those that the target names as well.
  mutating func make(_ change: ManifestChange, beside neighbours: [String]) async throws -> Bool {
    let intended = manifest.applying(change)
    if manifest.says(the: intended) { return true }
    if case .declare(let dependency, let target) = change,
      manifest.target(target)?.names(dependency.reference.name) ?? false
    {
      return true
    }
    return try await take(edit.making(change, beside: neighbours)) { after, _ in after.says(the: intended) }
  }
}

extension [EditedManifest] {
  /// Makes the changes for a remedy; in all of the manifests, or in none.
  /// - Returns: the changes of the file that SwiftPM reads, and the names of all files that change.
  mutating func make(
    _ remedy: Remedy, by plan: FixPlan
  ) throws(FixObstacle) -> (
    changes: [ManifestChange], files: [String]
  ) {
    var (edited, made): (Self, (changes: [ManifestChange], files: [String])) = (self, ([], []))
    for index in edited.indices {
      let changes = try plan.changes(for: remedy, of: edited[index].manifest)
      for change in changes { try edited[index].make(change) }
      if edited[index].isChosen { made.changes = changes }
      if !changes.isEmpty { made.files.append(edited[index].shown) }
    }
    self = edited
    return made
  }

  /// Writes the texts, and verifies that each has its intended meaning.
  /// - Throws: `FixObstacle`, after which some may be written; `SubprocessError`, `CancellationError`.
  func write(into journal: inout ManifestJournal) async throws {
    let changed = filter { $0.bytes != $0.before }
    for one in changed where !one.isChosen { try await one.confirm() }
    for one in changed { try journal.replace(one.path, holding: one.before, by: one.bytes, shownAs: one.shown) }
    for one in changed where one.isChosen { try await one.confirm() }
  }
}

extension ManifestTarget {
  func names(_ name: String) -> Bool { dependencies.contains { $0.reference.name == name } }
}
