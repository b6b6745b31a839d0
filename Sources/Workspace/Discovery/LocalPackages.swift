import ManifestSyntax
import ModuleGraph

/// A package whose manifest was evaluated and whose sources were looked at.
struct FoundPackage: Sendable {
  let folder: PackageFolder
  let manifest: Manifest
  /// How the manifest was read; its own `manifest` has path dependencies where the file puts them.
  let read: ReadManifest
  /// One for each target, in the manifest's order.
  let scans: [ScannedTarget]
  let snippets: Snippets
  /// The file that states the package, relative to the workspace's root; absent where it is not certain which.
  let shownFile: String?
  /// The folders that the manifest's path dependencies lead to, without symbolic links; those that are not there are
  /// not in it. Looked up once, since every look-up asks the disk about each part of the path.
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

  /// The comments in the manifest that excuse what rules find.
  var ignoreComments: [IgnoreComment] {
    guard let shownFile else { return [] }
    return read.ignoreComments.map { comment in
      IgnoreComment(
        rule: comment.rule, reason: comment.reason, place: .init(file: shownFile, line: comment.place.line),
        excusedLine: comment.excusedLine)
    }
  }

  /// Where a path dependency leads; `nil` where nothing is there.
  func localFolder(at path: String) -> String? { localFolders[path] }
}

/// A package whose manifest could not be read.
struct FailedPackage: Error {
  let folder: PackageFolder
  let failure: ManifestFailure
}

/// What looking at a package's folder comes to.
enum Examined: Sendable {
  typealias Outcome = Result<FoundPackage, FailedPackage>

  case done(Outcome)
  /// SwiftPM has to be asked, which takes long.
  /// - Parameters:
  ///   - naming: folders that the manifest's text names, and that are packages; it may well not depend on them.
  ///   - finish: asks.
  case slow(naming: [String], finish: @Sendable () async throws -> Outcome)
}

/// Finds the local packages that some packages reach, and evaluates each one's manifest once.
///
/// While a manifest is evaluated, nobody knows which packages it depends on; cores that would wait for it begin with
/// those that its text names. What was guessed counts only if it turns out to be reached.
struct LocalPackages {
  /// Everything about one folder, from its manifest on.
  typealias Examine = @Sendable (PackageFolder) async throws -> Examined

  /// The packages by their canonical folder, whatever the order in which they were found.
  private(set) var packages: [String: FoundPackage] = [:]
  private(set) var failures: [FailedPackage] = []

  private let base: String
  /// The folders that are reached.
  private var seen: Set<String> = []
  /// How many of them have no outcome yet.
  private var open = 0
  private var pending: [PackageFolder] = []
  private var guesses: [PackageFolder] = []
  private var begun: Set<PackageFolder> = []
  private var reached: Set<PackageFolder> = []
  /// Of folders that nothing is known to reach.
  private var spare: [PackageFolder: Examined.Outcome] = [:]

  /// Follows the path dependencies from some packages on, `width` manifests at once.
  ///
  /// A path dependency whose folder or manifest is not there is left out; the assembly of the graph warns about it.
  /// - Parameters:
  ///   - roots: canonical.
  ///   - base: the folder that paths are relative to.
  ///   - width: at least 1.
  ///   - examine: what to do with each folder.
  /// - Returns: the packages and the failures, each folder once.
  /// - Throws: what `examine` throws for a package that is reached, at once.
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
      group.cancelAll()  // Guesses that nothing reaches.
    }
    return found
  }

  private init(base: String) {
    self.base = base
  }

  /// What to begin with next.
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
        begun.remove(folder)  // Whoever reaches it finds out why.
      }
      return
    }
    guard case .done(let outcome) = try examined.get() else { return }
    var outcomes = [outcome]
    while let outcome = outcomes.popLast() { outcomes += take(outcome) }
  }

  /// - Returns: the outcomes of those that are reached from here and were guessed.
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

  /// - Returns: what is known of it already.
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
