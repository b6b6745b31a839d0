import ManifestSyntax
import ModuleGraph

/// The manifest of a package, or a variant of it, to which modules are being added.
///
/// Every edit is a guess, which is evaluated before the next one.
struct ScaffoldManifest {
  let name: String
  /// Relative to the workspace, for the user.
  let shown: String
  let before: [UInt8]
  /// Whether SwiftPM reads this file here.
  let isChosen: Bool
  private let folder: String
  private let hasModuleMap: Bool
  private let reader: ManifestReader
  private let former: Manifest
  private(set) var bytes: [UInt8]
  private(set) var manifest: Manifest

  /// The most guesses for one edit, each of which may take SwiftPM a second.
  private static let mostTries = 12

  /// Reads the manifest of a package and its variants.
  /// - Throws: `FixObstacle`; `SubprocessError`, `CancellationError`.
  static func all(of package: LoadedPackage, with reader: ManifestReader) async throws -> [ScaffoldManifest] {
    guard let shown = package.manifestFile else { throw FixObstacle.uncertainFile }
    let chosen = shown.lastComponent
    let files: ManifestFiles
    do { files = try ManifestFiles(in: package.path, home: reader.evaluator.environment["HOME"]) } catch {
      throw FixObstacle.notEvaluated(file: shown, words: error.reason)
    }
    var all: [ScaffoldManifest] = []
    for (name, bytes) in files.manifests.sorted(by: { $0.key < $1.key }) {
      let place = String(shown.dropLast(chosen.count)) + name
      let answer =
        name == chosen
        ? .success(package.manifest)
        : try await reader.manifest(
          trying: bytes, in: package.path, hasModuleMap: files.hasModuleMap, shownAs: package.path)
      switch answer {
      case .failure(let failure): throw FixObstacle.notEvaluated(file: place, words: "\(failure)")
      case .success(let manifest):
        all.append(
          ScaffoldManifest(
            name: name, shown: place, before: bytes, isChosen: name == chosen, folder: package.path,
            hasModuleMap: files.hasModuleMap, reader: reader, former: manifest, bytes: bytes, manifest: manifest))
      }
    }
    return all
  }

  private var edit: ManifestEdit { ManifestEdit(of: bytes, manifest: manifest, os: reader.os) }

  /// Takes the first text whose meaning is accepted.
  private mutating func take(
    _ additions: [ManifestAddition], if isIntended: (Manifest, ManifestAddition) -> Bool
  ) async throws -> Bool {
    for addition in additions.prefix(Self.mostTries) {
      let answer = try await reader.manifest(
        trying: addition.bytes, in: folder, hasModuleMap: hasModuleMap, shownAs: folder)
      guard case .success(let after) = answer, isIntended(after, addition) else { continue }
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
    let rest = manifest.without(names)
    // Before this version, a target is a program if it has a `main.swift`.
    let isOld = manifest.parsedToolsVersion < ToolsVersion(5, 4)
    let kind = isOld && target.kind == .executable ? Module.Kind.regular : target.kind
    let target = NewTarget(
      name: target.name, kind: kind, dependencies: target.dependencies, resources: target.resources)
    func isDeclared(in after: Manifest, implied: Set<String>) -> Bool {
      guard let made = after.targets.first(where: { $0.name == target.name }) else { return false }
      let wanted = Set(target.dependencies.map(\.reference.name)).union(implied)
      let users = Set(after.targets.filter { $0.names(target.name) }.map(\.name))
      return made.kind == kind && made.dependencies.count == wanted.count
        && users.subtracting(names).isSubset(of: dependents)
        && Set(made.dependencies.map(\.reference.name)) == wanted
        && target.resources.allSatisfy { path in made.resources.contains { $0.path == path } }
    }
    if let made = manifest.targets.first(where: { $0.name == target.name }) {
      // A loop over names has made it together with another one.
      let wanted = Set(target.dependencies.map(\.reference.name))
      return made.kind == kind && wanted.isSubset(of: Set(made.dependencies.map(\.reference.name)))
    }
    return try await take(edit.adding(target, beside: neighbours, of: manifest)) { after, addition in
      after.without(names).says(the: rest) && isDeclared(in: after, implied: addition.implied)
    }
  }

  /// Adds a product of a target.
  /// - Parameter neighbours: the names of products.
  mutating func addProduct(of target: NewTarget, beside neighbours: [String]) async throws -> Bool {
    let kind: Product.Kind = target.kind == .executable ? .executable : .library
    func has(_ manifest: Manifest) -> Bool { manifest.products.contains { $0.name == target.name && $0.kind == kind } }
    if has(manifest) { return true }
    let rest = manifest
    var additions = edit.addingProduct(target.name, kind: kind, beside: neighbours)
    let call = kind == .library ? "library" : "executable"
    let literal = ".\(call)(name: \"\(target.name)\", targets: [\"\(target.name)\"])"
    if let addition = edit.addingToPackage(literal, label: "products") { additions.append(addition) }
    return try await take(additions) { after, _ in
      has(after) && after.withoutProducts(named: target.name).says(the: rest.withoutProducts(named: target.name))
    }
  }

  /// Makes a change of dependencies.
  /// - Parameter neighbours: those that the target names as well.
  mutating func make(_ change: ManifestChange, beside neighbours: [String]) async throws -> Bool {
    let intended = manifest.applying(change)
    if manifest.says(the: intended) { return true }
    var named: (inside: [ManifestAddition], outside: [ManifestAddition]) = ([], [])
    if case .declare(let dependency, let target) = change {
      if manifest.targets.first(where: { $0.name == target })?.names(dependency.reference.name) ?? false { return true }
      named = edit.naming(dependency, beside: neighbours, in: target)
    }
    if case .addPackage(let path, _) = change { named.inside = edit.addingPackage(at: path, beside: neighbours) }
    var changed = edit
    let appended = (try? changed.make(change)).map { [ManifestAddition(bytes: changed.bytes)] } ?? []
    let additions = named.inside + appended + named.outside
    return try await take(additions) { after, _ in after.says(the: intended) }
  }
}

extension ManifestTarget {
  func names(_ name: String) -> Bool { dependencies.contains { $0.reference.name == name } }
}
