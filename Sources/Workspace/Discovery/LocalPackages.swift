import ManifestSyntax
import ModuleGraph

/// A package whose manifest and sources were read.
struct ReadPackage: Sendable {
  let folder: PackageFolder
  let manifest: Manifest
  /// The manifest and how it was read; in its own `manifest`, path dependencies are relative to the file's real folder.
  let read: ReadManifest
  /// One for each target, in the manifest's order.
  let scans: [ScannedTarget]
  let snippets: Snippets
  /// The file that declares the package, relative to the workspace's root; `nil` if it is not certain which.
  let shownFile: String?
  /// The canonical folders of the manifest's path dependencies, without those that do not exist. Resolved once, since
  /// each resolution asks the disk about every component of the path.
  private let localFolders: [String: String]

  init(
    folder: PackageFolder, manifest: Manifest, read: ReadManifest, scans: [ScannedTarget], snippets: Snippets = .none
  ) {
    self.folder = folder
    self.manifest = manifest
    self.read = read
    self.scans = scans
    self.snippets = snippets
    shownFile = read.places.map { folder.shown(folder.path + "/" + $0.file) }
    localFolders = Dictionary(
      manifest.localPackagePaths.compactMap { path in Path.canonical(path).map { (path, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The comments in the manifest that excuse violations of rules.
  var ignoreComments: [IgnoreComment] {
    guard let shownFile else { return [] }
    return read.ignoreComments.map { comment in
      IgnoreComment(
        rule: comment.rule, reason: comment.reason, place: .init(file: shownFile, line: comment.place.line),
        excusedLine: comment.excusedLine)
    }
  }

  /// The canonical folder of a path dependency; `nil` if it does not exist.
  func localFolder(at path: String) -> String? { localFolders[path] }
}

/// A package whose manifest could not be read.
struct FailedPackage: Error {
  let folder: PackageFolder
  let failure: ManifestFailure
}

/// The result of examining a package's folder.
enum Examined: Sendable {
  typealias Outcome = Result<ReadPackage, FailedPackage>

  case done(Outcome)
  /// SwiftPM must be asked, which is slow.
  /// - Parameters:
  ///   - naming: folders of packages that the manifest's text names, on which it need not depend.
  ///   - finish: asks SwiftPM.
  case slow(naming: [String], finish: @Sendable () async throws -> Outcome)
}

/// Finds the local packages that can be reached from some packages, and evaluates each manifest once.
///
/// While a manifest is evaluated, its dependencies are not known yet. Idle cores start with the packages that its text
/// names; such a guess counts only if the package turns out to be reached.
struct LocalPackages {
  /// Reads everything about one folder, from its manifest on.
  typealias Examine = @Sendable (PackageFolder) async throws -> Examined

  /// The packages by their canonical folders, independent of the order in which they were found.
  private(set) var packages: [String: ReadPackage] = [:]
  private(set) var failures: [FailedPackage] = []

  private let base: String
  /// The folders that are reached.
  private var seen: Set<String> = []
  /// How many of these have no result yet.
  private var open = 0
  private var pending: [PackageFolder] = []
  private var guesses: [PackageFolder] = []
  private var begun: Set<PackageFolder> = []
  private var reached: Set<PackageFolder> = []
  /// Results for folders that nothing is known to reach.
  private var spare: [PackageFolder: Examined.Outcome] = [:]

  /// Follows path dependencies from some packages, evaluating `width` manifests at once.
  ///
  /// A path dependency whose folder or manifest does not exist is left out; the assembly of the graph warns about it.
  /// - Parameters:
  ///   - roots: the canonical folders of the packages to start from.
  ///   - base: the folder that paths are relative to.
  ///   - width: at least 1.
  ///   - examine: reads one folder.
  /// - Returns: the packages and the failures, each folder once.
  /// - Throws: immediately what `examine` throws for a package that is reached.
  static func find(
    from roots: [String], base: String, width: Int, examine: @escaping Examine
  ) async throws -> LocalPackages {
    var found = LocalPackages(base: base)
    for root in roots.reversed() { _ = found.add(root, declaredAs: root) }
    try await withThrowingTaskGroup(of: (PackageFolder, Result<Examined, any Error>).self) { group in
      var running = 0
      while found.open > 0 {
        while running < width, let next = found.next() {
          group.addTask { (next, await result { try await examine(next) }) }
          running += 1
        }
        guard let (folder, examined) = try await group.next() else { break }
        running -= 1
        if case .success(.slow(let names, let finish)) = examined {
          found.guess(names, of: folder)
          group.addTask { (folder, await result { .done(try await finish()) }) }
          running += 1
        } else {
          try found.take(examined, of: folder)
        }
      }
      group.cancelAll()  // Guesses that nothing reached.
    }
    return found
  }

  /// The folder to start with next.
  private mutating func next() -> PackageFolder? {
    while let folder = pending.popLast() ?? guesses.popLast() {
      if begun.insert(folder).inserted { return folder }
    }
    return nil
  }

  private mutating func guess(_ names: [String], of folder: PackageFolder) {
    for name in names.reversed() {
      let path = Path.joined(folder.declaredPath, name)
      guard let canonical = Path.canonical(path), !seen.contains(canonical) else { continue }
      guesses.append(PackageFolder(path: canonical, declaredPath: path, root: base))
    }
  }

  private mutating func take(_ examined: Result<Examined, any Error>, of folder: PackageFolder) throws {
    guard reached.contains(folder) else {
      if case .success(.done(let outcome)) = examined {
        spare[folder] = outcome
      } else {
        begun.remove(folder)  // The package that reaches it gets the error.
      }
      return
    }
    guard case .done(let outcome) = try examined.get() else { return }
    var outcomes = [outcome]
    while let outcome = outcomes.popLast() { outcomes += take(outcome) }
  }

  /// - Returns: the results of guessed folders that are reached from here.
  private mutating func take(_ outcome: Examined.Outcome) -> [Examined.Outcome] {
    open -= 1
    switch outcome {
    case .success(let package):
      packages[package.folder.path] = package
      return package.manifest.localPackagePaths.compactMap { path in
        guard let folder = package.localFolder(at: path), Path.isFile(folder + "/Package.swift") else { return nil }
        return add(folder, declaredAs: path)
      }
    case .failure(let failure):
      failures.append(failure)
      return []
    }
  }

  /// - Returns: its result if it is known already.
  private mutating func add(_ folder: String, declaredAs path: String) -> Examined.Outcome? {
    guard seen.insert(folder).inserted else { return nil }
    open += 1
    let folder = PackageFolder(path: folder, declaredPath: path, root: base)
    reached.insert(folder)
    if let outcome = spare.removeValue(forKey: folder) { return outcome }
    pending.append(folder)
    return nil
  }
}

private func result<Value>(_ work: () async throws -> Value) async -> Result<Value, any Error> {
  do { return .success(try await work()) } catch { return .failure(error) }
}
