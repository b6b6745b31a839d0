import ModuleGraph

/// The sources of a target of an Xcode project on disk.
struct XcodeScan: Sendable {
  /// The folder that contains its sources, relative to the workspace's root.
  var folder: String?
  /// Sorted by path.
  var files: [SourceFile] = []
  /// The number of its files that cannot be counted: they are generated, were not checked out, or are for another tool.
  var missing = 0
  /// Whether all of its folders exist.
  var isWhole = true
  var warnings: [SourceWarning] = []
}

/// Finds and reads the sources of targets of Xcode projects. A file that several targets compile is read once.
struct XcodeSourceScan {
  /// A target's files before they are read.
  private struct UnreadTarget {
    let project: XcodeProject
    let target: XcodeTarget
    /// Absolute, sorted.
    let paths: [String]
    var scan: XcodeScan
  }

  private let root: String
  private var listings: [String: XcodeFolderListing] = [:]

  /// - Returns: the sources of each target that has any, by the paths of projects and the ids of targets.
  /// - Complexity: O(bytes of the sources), plus the files in synchronized folders and the targets that share them.
  static func scan(
    _ projects: [XcodeProject], root: String, _ reading: SourceReading
  ) async -> [String: [String: XcodeScan]] {
    var scan = XcodeSourceScan(root: root)
    var found: [UnreadTarget] = []
    for project in projects {
      for target in project.file.targets { if let sources = scan.found(target, in: project) { found.append(sources) } }
    }
    let files = await scan.files(at: Set(found.lazy.flatMap(\.paths)).sorted(), reading)
    var result: [String: [String: XcodeScan]] = [:]
    for target in found {
      result[target.project.path, default: [:]][target.target.id] = scan.measured(target, files)
    }
    return result
  }

  private mutating func found(_ target: XcodeTarget, in project: XcodeProject) -> UnreadTarget? {
    guard let list = target.sources else { return nil }
    var scan = XcodeScan()
    scan.missing = list.uncounted
    var paths = Set(list.files.map(project.place))
    for folder in list.folders {
      let place = project.place(folder.path)
      let listing = listings[place] ?? XcodeFolderListing(of: place, besides: project.folder, root: root)
      listings[place] = listing
      scan.warnings += listing.warnings
      scan.isWhole = scan.isWhole && listing.isThere
      paths.formUnion(listing.files.lazy.filter(folder.contains).map { place + "/" + $0 })
    }
    scan.folder = Self.folder(of: target, list, paths, in: project).map { Path.relative($0, to: root) }
    return UnreadTarget(project: project, target: target, paths: paths.sorted(), scan: scan)
  }

  /// - Returns: by absolute path, without those that cannot be read.
  private func files(at paths: [String], _ reading: SourceReading) async -> [String: SourceFile] {
    let sources = paths.map { SourceReading.Source(path: $0, shown: Path.relative($0, to: root)) }
    var files: [String: SourceFile] = [:]
    for case (let path, .success(let file)) in zip(paths, await reading.files(sources)) { files[path] = file }
    return files
  }

  private func measured(_ found: UnreadTarget, _ files: [String: SourceFile]) -> XcodeScan {
    var scan = found.scan
    scan.files = found.paths.compactMap { files[$0] }
    let unread = found.paths.filter { files[$0] == nil }.map { "`\(Path.relative($0, to: root))`" }
    scan.missing += unread.count
    if !unread.isEmpty {
      scan.warnings.append(
        SourceWarning(
          kind: .unreadableFiles,
          subject: "\(found.target.name): " + unread.listed(atMost: 1),
          sentence: "\(found.target.name) compiles \(unread.count.counted("file")) that cannot be read here: "
            + unread.shortened(to: 3)))
    }
    return scan
  }

  /// The target's own folder: its only synchronized folder, one with its name, or the one that contains all of its
  /// files. A folder that contains the project does not count.
  private static func folder(
    of target: XcodeTarget, _ list: XcodeSourceList, _ paths: Set<String>, in project: XcodeProject
  ) -> String? {
    let whole = list.folders.filter(\.isMember).map { project.place($0.path) }
    if whole.count == 1 { return whole[0] }
    if let namesake = whole.first(where: { $0.lastComponent == target.name }) { return namesake }
    guard var shared = paths.first.map({ Path.normalized($0 + "/..") }) else { return nil }
    for path in paths {
      while !path.hasPrefix(shared + "/") {
        shared = Path.normalized(shared + "/..")
        if shared == "/" { return nil }
      }
    }
    return (project.folder + "/").hasPrefix(shared + "/") ? nil : shared
  }
}
