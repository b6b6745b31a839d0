/// A package whose manifest was evaluated and whose sources were looked at.
struct FoundPackage: Sendable {
  let folder: PackageFolder
  let manifest: Manifest
  /// How the manifest was read; its own `manifest` has path dependencies where the file puts them.
  let read: ReadManifest
  /// One for each target, in the manifest's order.
  let scans: [ScannedTarget]
  /// The folders that the manifest's path dependencies lead to, without symbolic links; those that are not there are
  /// not in it. Looked up once, since every look-up asks the disk about each part of the path.
  private let localFolders: [String: String]

  init(folder: PackageFolder, manifest: Manifest, read: ReadManifest, scans: [ScannedTarget]) {
    self.folder = folder
    self.manifest = manifest
    self.read = read
    self.scans = scans
    localFolders = Dictionary(
      manifest.localPackagePaths.compactMap { path in Path.canonical(path).map { (path, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Where a path dependency leads; `nil` where nothing is there.
  func localFolder(at path: String) -> String? { localFolders[path] }
}

/// A package whose manifest could not be read.
struct FailedPackage: Error {
  let folder: PackageFolder
  let failure: ManifestFailure
}

/// Finds the local packages that some packages reach, and evaluates each one's manifest once.
struct LocalPackages {
  /// Everything about one folder, from its manifest on.
  typealias Examine = @Sendable (PackageFolder) async throws -> Result<FoundPackage, FailedPackage>

  /// The packages by their canonical folder, whatever the order in which they were found.
  private(set) var packages: [String: FoundPackage] = [:]
  private(set) var failures: [FailedPackage] = []

  private let base: String
  private var seen: Set<String> = []
  private var pending: [PackageFolder] = []

  /// Follows the path dependencies from some packages on, `width` manifests at once.
  ///
  /// A path dependency whose folder or manifest is not there is left out; the assembly of the graph warns about it.
  /// - Parameters:
  ///   - roots: canonical.
  ///   - base: the folder that paths are relative to.
  ///   - width: at least 1.
  ///   - examine: what to do with each folder.
  /// - Returns: the packages and the failures, each folder once.
  /// - Throws: what `examine` throws, at once.
  static func find(
    from roots: [String], base: String, width: Int, examine: @escaping Examine
  ) async throws -> LocalPackages {
    var found = LocalPackages(base: base)
    for root in roots.reversed() { found.add(root, declaredAs: root) }
    try await withThrowingTaskGroup(of: Result<FoundPackage, FailedPackage>.self) { group in
      var running = 0
      while true {
        while running < width, let next = found.pending.popLast() {
          group.addTask { try await examine(next) }
          running += 1
        }
        guard let result = try await group.next() else { return }
        running -= 1
        found.take(result)
      }
    }
    return found
  }

  private init(base: String) {
    self.base = base
  }

  private mutating func take(_ result: Result<FoundPackage, FailedPackage>) {
    switch result {
    case .success(let package):
      packages[package.folder.path] = package
      for path in package.manifest.localPackagePaths {
        if let folder = package.localFolder(at: path), Path.isFile(folder + "/Package.swift") {
          add(folder, declaredAs: path)
        }
      }
    case .failure(let failure):
      failures.append(failure)
    }
  }

  private mutating func add(_ folder: String, declaredAs path: String) {
    guard seen.insert(folder).inserted else { return }
    pending.append(PackageFolder(path: folder, declaredPath: path, root: base))
  }
}
