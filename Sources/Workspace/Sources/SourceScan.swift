import ManifestSyntax
import ModuleGraph
import Platform

/// A file that SwiftPM compiles for a module.
package struct SourceFile: Hashable, Sendable {
  /// Relative to the workspace's root.
  package let path: String
  /// Physical lines, including a last one without a newline. `nil`, like the bytes, if a partial clone lacks the file, if
  /// it is in Git LFS and not checked out, or if it cannot be read.
  package let lines: Int?
  package let bytes: Int?
  /// As in `Module.languages`; `nil` for a file that is declared as a source despite its extension.
  package let language: String?
  /// Absent if nothing else was wanted, and like the figures.
  var contents: SourceContents?
  /// Whether it is here, but cannot be read.
  var isUnread = false
}

extension SourceFile {
  /// Whether there is a file with the name of source code or of a manifest.
  package static func exists(at path: String) -> Bool { SourceLanguage(ofFile: path) != nil && Path.isFile(path) }
}

/// The sources of one target on disk.
struct ScannedTarget: Sendable {
  /// Relative to the workspace's root; `nil` if SwiftPM would find none.
  let folder: String?
  /// Sorted by path.
  let files: [SourceFile]
  /// The number of folders that cannot be read, and of files that cannot be opened by their names.
  var unreadEntries = 0
  let warnings: [SourceWarning]
}

/// Finds the sources of a target.
struct SourceScan {
  private let rules: SourceRules
  private let package: PackageFolder
  private let target: SourceReading.Target
  private var found: [SourceReading.Source] = []
  private var warnings: [SourceWarning] = []
  private var unreadEntries = 0

  /// The sources of a target before they are read.
  private struct UnreadTarget: Sendable {
    var folder: String?
    var sources: [SourceReading.Source] = []
    var warnings: [SourceWarning] = []
    var unreadEntries = 0
  }

  /// Finds and reads the sources of all targets of a package, on all processors.
  /// - Returns: one for each target, in their order; files that cannot be read become warnings.
  /// - Complexity: O(bytes of the sources), plus the targets' folders.
  static func scan(
    _ manifest: Manifest, in package: PackageFolder, _ reading: SourceReading
  ) async -> [ScannedTarget] {
    let layout = SourceLayout(of: manifest, in: package.path)
    let own = manifest.ownModules
    let found = await manifest.targets.inPieces { targets in
      targets.map { target in
        Self.found(
          target, layout: layout, in: package,
          SourceReading.Target(settings: manifest.compilationSettings(of: target), ownModules: own))
      }
    }
    var files = await reading.files(found.flatMap(\.sources))[...]
    return found.map { target in
      let read = package.divided(files.prefix(target.sources.count), of: target.sources)
      files = files.dropFirst(target.sources.count)
      return ScannedTarget(
        folder: target.folder, files: read.files, unreadEntries: target.unreadEntries,
        warnings: target.warnings + read.warnings)
    }
  }

  private static func found(
    _ target: ManifestTarget, layout: SourceLayout, in package: PackageFolder, _ read: SourceReading.Target
  ) -> UnreadTarget {
    guard target.kind != .binary else { return UnreadTarget() }
    guard let folder = layout.folder(of: target) else {
      return UnreadTarget(warnings: [missingFolder(of: target, in: package)])
    }
    guard target.kind != .system else { return UnreadTarget(folder: package.shown(folder)) }
    var scan = SourceScan(
      rules: SourceRules(of: target, in: folder, package: package.path, tools: layout.tools), package: package,
      target: read)
    scan.checkDeclaredPaths(of: target)
    scan.visit(folder)
    return UnreadTarget(
      folder: package.shown(folder), sources: scan.found.sorted { $0.path < $1.path }, warnings: scan.warnings,
      unreadEntries: scan.unreadEntries)
  }

  private static func missingFolder(of target: ManifestTarget, in package: PackageFolder) -> SourceWarning {
    guard let path = target.path else {
      return SourceWarning(
        kind: .noFolder, subject: target.name,
        sentence: "\(target.name) has no sources: SwiftPM finds no folder for it in `\(package.relativePath)`")
    }
    let place = package.shown(Path.joined(package.path, path))
    return SourceWarning(
      kind: .strayPath, subject: "\(target.name) at `\(place)`",
      sentence: "\(target.name) has no sources: its path, `\(place)`, is not a folder of its package")
  }

  private mutating func checkDeclaredPaths(of target: ManifestTarget) {
    for path in rules.declaredPaths where FileStatus(at: path) == nil {
      // Nobody knows where a link leads that a partial clone lacks.
      if RevisionFiles.current?.lacks(linkAt: path) ?? false { continue }
      let shown = "`\(package.shown(path))`"
      warnings.append(
        SourceWarning(
          kind: .missingPath, subject: shown, sentence: "\(target.name) refers to \(shown), which does not exist"))
    }
  }

  /// Visits a folder and everything below it.
  private mutating func visit(_ start: String) {
    var walk = FolderWalk(start)
    while let folder = walk.next() { visit(folder.path, &walk) }
    for (path, reason) in walk.skipped { warn(reason, path) }
  }

  /// Records the files in a folder, and adds the subfolders that SwiftPM searches.
  private mutating func visit(_ folder: String, _ walk: inout FolderWalk) {
    let entries = FolderEntries(of: folder)
    if let failure = entries.failure {
      warnings.append(.unreadable(package.shown(folder), "\(failure)"))
      unreadEntries += 1
    }
    for entry in entries {
      let path = folder + "/" + entry.name
      if rules.isIgnored(path, named: entry.name, in: folder) { continue }
      switch entry.kind ?? FileStatus(at: path)?.kind {
      case .folder:
        if rules.isOpaque(path, named: entry.name, in: folder) { continue }
        walk.add(path, isLink: entry.kind == nil)
      case .file, .link, .characterDevice, .other:
        if rules.isCompiled(path, named: entry.name) { add(path, entry) }
      case nil:
        guard rules.isCompiled(path, named: entry.name) else { continue }
        if RevisionFiles.current?.lacks(linkAt: path) ?? false {
          add(path, entry)
          continue
        }
        warn("is a link to nothing", path, kind: .linkToNothing)
        unreadEntries += 1
      }
    }
  }

  private mutating func add(_ path: String, _ entry: FolderEntries.Entry) {
    if entry.isUTF8 {
      found.append(SourceReading.Source(path: path, shown: package.shown(path), target: target))
    } else {
      warn("was left out: its name is not UTF-8", path)
      unreadEntries += 1
    }
  }

  private mutating func warn(_ words: String, _ path: String, kind: SourceWarning.Kind = .other) {
    let shown = "`\(package.shown(path))`"
    warnings.append(SourceWarning(kind: kind, subject: shown, sentence: "\(shown) \(words)"))
  }
}

extension PackageFolder {
  /// The files, and a warning for each that cannot be read.
  /// - Parameter sources: in the same order.
  func divided(
    _ read: some Sequence<Result<SourceFile, FileFailure>>, of sources: [SourceReading.Source]
  ) -> (files: [SourceFile], warnings: [SourceWarning]) {
    var (files, warnings): ([SourceFile], [SourceWarning]) = ([], [])
    files.reserveCapacity(sources.count)
    for (source, result) in zip(sources, read) {
      switch result {
      case .success(let file):
        files.append(file)
        if file.lines == nil, RevisionFiles.current == nil { warnings.append(.inLFS(source.shown)) }
      case .failure(let failure):
        files.append(
          SourceFile(
            path: source.shown, lines: nil, bytes: nil, language: source.language?.rawValue, isUnread: true))
        warnings.append(.unreadable(source.shown, "\(failure.reason)"))
      }
    }
    return (files, warnings)
  }
}

extension Manifest {
  /// The names of its modules, and of what they depend on.
  fileprivate var ownModules: Set<String> {
    targets.reduce(into: Set(targets.map(\.name))) { names, target in
      for dependency in target.dependencies {
        switch dependency.reference {
        case .target(let name), .product(let name, _), .byName(let name): names.insert(name)
        }
      }
    }
  }
}
