import Platform
package import Workspace

/// A copy of the workspace's packages and of what their repositories have besides, with the same relative paths between
/// them, in which builds may write. Hard links would let them write into the user's files.
package struct PrivateCopy: Sendable {
  /// The folder that corresponds to the deepest common folder of all packages and their repositories.
  package let path: String
  /// The folder that corresponds to the workspace's.
  let root: String
  /// The path of each package in the copy, by key.
  package let packagePaths: [String: String]
  /// A hash of the contents of each file, by its path relative to the copy; equal for identical copies.
  package let contents: [String: String]
  /// The folders in the copy in which git answers as in the repositories that they stand for.
  private var repositories: [String] = []

  /// How often the workspace is copied until it no longer changes.
  private static let attempts = 4

  /// Creates the copy, replacing an earlier one.
  ///
  /// Files that change or disappear meanwhile are copied again, until all of them are from one moment.
  /// - Parameters:
  ///   - path: the folder of the copy; its contents are removed if modgauge has made it, otherwise it must be empty.
  ///   - leftOut: modgauge's own folders, which may be within a package.
  ///   - projects: Xcode projects and workspaces, absolute, whose folders are copied as packages are.
  /// - Throws: `BenchmarkError.fileSystem`, `.keepsChanging`; `CancellationError`.
  package init(
    of workspace: LoadedWorkspace, at path: String, leavingOut leftOut: [String] = [], with projects: [String] = []
  ) async throws {
    let sources = workspace.packages.map(\.path)
    let folders = sources + projects.map { Path.normalized($0 + "/..") }
    let repositories = WorkspaceFiles.Repositories(of: folders, checkout: workspace.checkout)
    let places = PathMap(
      base: Self.sharedFolder(folders + (projects.isEmpty ? [] : [workspace.rootPath]) + repositories.tops),
      packages: folders, copy: path)
    self.path = path
    root = places.place(of: workspace.rootPath)
    packagePaths = Dictionary(uniqueKeysWithValues: workspace.packages.map { ($0.key, places.place(of: $0.path)) })
    if OwnFolder.holds(path) { try FileTree.remove(path) } else { try FileTree.removeOne(path) }
    try FileTree.makeFolder(path)
    let copied = try await Self.copy(sources, projects, repositories, to: places, leavingOut: Set(leftOut + [path]))
    contents = try places.hashes(of: copied)
    // A manifest may ask git about its package. In a folder of the user's, nothing but the copy is made.
    guard OwnFolder.holds(path) else { return }
    let asking = workspace.packages.filter(\.looksAround).compactMap { Path.topOfRepository($0.path) }
    for top in Set(asking).sorted() { try await makeRepository(places.place(of: top), answeringFor: top) }
  }

  /// Where git refuses to read a repository, it has no answers for SwiftPM either.
  private mutating func makeRepository(_ place: String, answeringFor top: String) async throws {
    do { try await GitRepository(around: top).makeTwin(at: place) } catch is RevisionError { return }
    repositories.append(place)
  }

  private init(path: String, root: String, packagePaths: [String: String], contents: [String: String]) {
    (self.path, self.root, self.packagePaths, self.contents) = (path, root, packagePaths, contents)
  }

  /// Brings the copy of an earlier call up to date, or creates it. Files that are the same stay untouched, so that builds of
  /// the copy remain valid.
  /// - Parameter path: in a folder that modgauge has made.
  /// - Throws: as `init`.
  package static func updated(
    of workspace: LoadedWorkspace, at path: String, leavingOut leftOut: [String] = []
  ) async throws -> PrivateCopy {
    let new = try await PrivateCopy(of: workspace, at: path + ".new", leavingOut: leftOut + [path])
    let old = try FileTree.files(below: path) { $1 == gitFolder }
    for (file, hash) in new.contents {
      let (from, to) = ("\(new.path)/\(file)", "\(path)/\(file)")
      if let stamp = old[to], (try? ContentsHash(of: to, stamp).text) == hash { continue }
      try FileTree.makeFolder(Path.normalized(to + "/.."))
      try FileTree.remove(to)
      try FileTree.move(from, to: to)
    }
    for file in old.keys where new.contents[String(file.dropFirst(path.utf8.count + 1))] == nil {
      // SwiftPM writes it where the workspace has none.
      if !file.hasSuffix(resolvedFile) { try FileTree.removeOne(file) }
    }
    for place in new.repositories {
      let (from, to) = ("\(place)/\(gitFolder)", path + place.dropFirst(new.path.count) + "/" + gitFolder)
      try FileTree.remove(to)
      guard (try? FileStatus(of: from)) != nil else { continue }
      try FileTree.move(from, to: to)
    }
    try FileTree.remove(new.path)
    return PrivateCopy(
      path: path, root: path + new.root.dropFirst(new.path.count),
      packagePaths: new.packagePaths.mapValues { path + $0.dropFirst(new.path.count) }, contents: new.contents)
  }

  /// A file of the copy by its path in the workspace.
  /// - Returns: the hashes of ``contents`` by absolute path.
  package func originals(of workspace: LoadedWorkspace) -> [String: String] {
    guard let package = workspace.packages.first, let place = packagePaths[package.key],
      place.utf8.starts(with: path.utf8)
    else { return [:] }
    let base = String(package.path.dropLast(place.count - path.count))
    return Dictionary(uniqueKeysWithValues: contents.map { ("\(base)/\($0.key)", $0.value) })
  }

  /// Removes what was copied, and folders that are empty then, but nothing that others have added.
  package func remove() throws(BenchmarkError) {
    var folders: Set<String> = [path]
    for file in contents.keys {
      try FileTree.removeOne("\(path)/\(file)")
      folders.formUnion(file.upwards.dropFirst().map { "\(path)/\($0)" })
    }
    for folder in folders.sorted(by: >) { try? FileTree.removeOne(folder) }
  }

  /// The versions that SwiftPM resolved for a package (`Package.resolved`); `nil` if there is no such file.
  func resolved(_ package: String) -> String? {
    packagePaths[package].flatMap { try? FileTree.text(of: $0 + Self.resolvedFile) }
  }

  /// Writes earlier resolved versions for packages that have none in the workspace.
  func addResolved(_ texts: [String: String]) throws(BenchmarkError) {
    for (package, text) in texts where resolved(package) == nil {
      guard let path = packagePaths[package] else { continue }
      try FileTree.write(text.utf8, to: path + Self.resolvedFile)
    }
  }

  static let resolvedFile = "/Package.resolved"
  private static let gitFolder = ".git"

  private static func copy(
    _ packages: [String], _ projects: [String], _ repositories: WorkspaceFiles.Repositories, to places: PathMap,
    leavingOut leftOut: Set<String>
  ) async throws -> [String: FileStatus] {
    var copied: [String: FileStatus] = [:]
    var changed: [String] = []
    for _ in 0..<attempts {
      let listing = try await WorkspaceFiles(
        of: packages, with: projects, besides: repositories, leavingOut: leftOut)
      if listing.omitted.files > 0 { Self.tell(of: listing.omitted) }
      let files = listing.stamps
      let places = places.holding(files)
      changed = files.filter { copied[$0.key] != $0.value }.keys.sorted()
      let gone = copied.keys.filter { files[$0] == nil }.sorted()
      if changed.isEmpty && gone.isEmpty { return copied }
      for path in gone { try FileTree.remove(places.place(of: path)) }
      var copier = FileCopier()
      for path in changed {
        if let stamp = files[path] { try places.copy(path, stamp, with: &copier) }
      }
      copied = files
    }
    throw BenchmarkError.keepsChanging(files: changed)
  }

  private static func tell(of omitted: (files: Int, bytes: Int)) {
    Notice.give(
      "Of what the repository has besides its packages, the private copy lacks the largest files (\(omitted.files), with "
        + "\(omitted.bytes >> 20) MiB): it has \(WorkspaceFiles.mostBytes >> 20) MiB and \(WorkspaceFiles.mostFiles) "
        + "files of it at most.")
  }

  /// The deepest folder that contains all of these absolute paths.
  private static func sharedFolder(_ paths: [String]) -> String {
    let parts = paths.map { $0.split(separator: "/") }
    guard var shared = parts.first else { return "" }
    for other in parts.dropFirst() {
      shared = Array(zip(shared, other).prefix { $0 == $1 }.map(\.0))
    }
    return shared.map { "/" + $0 }.joined()
  }
}

/// Maps paths of the user's tree to the copy.
private struct PathMap {
  /// The absolute folder that the copy corresponds to; empty for the root of the file system.
  let base: String
  let packages: [String]
  let copy: String
  /// The files that are copied, and all folders that they are in.
  var copied: Set<String> = []

  /// The same when it is known what is copied.
  func holding(_ files: [String: FileStatus]) -> PathMap {
    var other = self
    other.copied = Set(files.keys)
    for file in files.keys {
      for folder in file.upwards.dropFirst() {
        guard other.copied.insert(String(folder)).inserted else { break }
      }
    }
    return other
  }

  func place(of path: String) -> String { copy + path.dropFirst(base.count) }

  func copy(_ path: String, _ stamp: FileStatus, with copier: inout FileCopier) throws(BenchmarkError) {
    switch stamp.kind {
    case .file: _ = try copier.copyFile(path, to: place(of: path), permissions: stamp.permissions)
    case .link: try copyLink(path, with: &copier)
    case .folder, .characterDevice, .other: break  // Sockets and pipes are no sources.
    }
  }

  /// A link to something that is copied leads to the copy of it, and a link to a folder elsewhere to the original. A
  /// link to a file elsewhere is replaced by that file, so that nobody can write into the original through the copy.
  private func copyLink(_ path: String, with copier: inout FileCopier) throws(BenchmarkError) {
    // If it has disappeared, the next listing will show it.
    guard let target = FileSystem.linkTarget(of: path) else { return }
    let folder = path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
    let absolute = target.hasPrefix("/") ? Path.normalized(target) : Path.normalized("\(folder)/\(target)")
    let staysInside = copied.contains(absolute) || packages.contains { (absolute + "/").hasPrefix($0 + "/") }
    if !staysInside, Path.isFile(absolute), let file = Path.canonical(absolute),
      let stamp = try? FileStatus(of: file, followsLast: false)
    {
      _ = try copier.copyFile(file, to: place(of: path), permissions: stamp.permissions)
      return
    }
    let copied = target.hasPrefix("/") ? place(of: absolute) : target
    try copier.makeLink(place(of: path), to: staysInside ? copied : absolute)
  }

  /// By path relative to the copy.
  /// - Complexity: O(bytes).
  func hashes(of files: [String: FileStatus]) throws(BenchmarkError) -> [String: String] {
    var hashes: [String: String] = [:]
    for (path, stamp) in files {
      let copied = (try? FileStatus(of: place(of: path), followsLast: false)) ?? stamp
      hashes[String(path.dropFirst(base.count + 1))] = try ContentsHash(of: place(of: path), copied).text
    }
    return hashes
  }
}
