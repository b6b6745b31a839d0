import ManifestSyntax
import ModuleGraph
import Platform

/// A file that SwiftPM compiles for a module.
package struct SourceFile: Hashable, Sendable {
  /// Relative to the workspace's root.
  package let path: String
  /// Physical lines, including a last one without a newline. `nil`, like the bytes, if a partial clone lacks the file.
  package let lines: Int?
  package let bytes: Int?
  /// As in `Module.languages`; `nil` for a file that is declared as a source despite its extension.
  package let language: String?
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
  let warnings: [SourceWarning]
}

/// Finds and measures the sources of a target.
struct SourceScan {
  private let rules: SourceRules
  private let package: PackageFolder
  private var found: [String] = []
  private var warnings: [SourceWarning] = []

  /// Looks for the sources of all targets of a package, on all processors.
  /// - Returns: one for each target, in their order.
  static func scan(_ manifest: Manifest, in package: PackageFolder) async -> [ScannedTarget] {
    let layout = SourceLayout(of: manifest, in: package.path)
    let targets = manifest.targets
    // A task for several targets: most are done in less time than a task takes to begin.
    let width = max(1, targets.count / 64)
    return await withTaskGroup(of: (Int, [ScannedTarget]).self) { group in
      for start in stride(from: 0, to: targets.count, by: width) {
        group.addTask {
          (start, targets[start..<min(start + width, targets.count)].map { scan($0, layout: layout, in: package) })
        }
      }
      let scans = await group.reduce(into: []) { $0.append($1) }
      return scans.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
  }

  /// - Returns: the sources; files that cannot be read become warnings.
  /// - Complexity: O(bytes of the sources), plus the target's folders.
  static func scan(
    _ target: ManifestTarget, layout: SourceLayout, in package: PackageFolder
  ) -> ScannedTarget {
    guard target.kind != .binary else { return ScannedTarget(folder: nil, files: [], warnings: []) }
    guard let folder = layout.folder(of: target) else {
      return ScannedTarget(folder: nil, files: [], warnings: [missingFolder(of: target, in: package)])
    }
    guard target.kind != .system else { return ScannedTarget(folder: package.shown(folder), files: [], warnings: []) }
    let rules = SourceRules(of: target, in: folder, package: package.path, tools: layout.tools)
    var scan = SourceScan(rules: rules, package: package)
    scan.checkDeclaredPaths(of: target)
    scan.visit(folder)
    return scan.measured()
  }

  private init(rules: SourceRules, package: PackageFolder) {
    self.rules = rules
    self.package = package
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
      let shown = "`\(package.shown(path))`"
      warnings.append(
        SourceWarning(
          kind: .missingPath, subject: shown, sentence: "\(target.name) refers to \(shown), which does not exist"))
    }
  }

  /// Visits a folder and everything below it, without recursion, since folders may nest as deep as a path is long.
  private mutating func visit(_ start: String) {
    var pending = [(folder: start, depth: 0)]
    var ancestors: [FileStatus.Identity] = []
    while let (folder, depth) = pending.popLast() {
      ancestors.removeLast(ancestors.count - depth)
      let identity: FileStatus.Identity
      do { identity = try FileStatus(lookingAt: folder).identity } catch {
        warnings.append(.unreadable(package.shown(folder), "\(error)"))
        continue
      }
      guard !ancestors.contains(identity) else {
        warn("is a link to one of its parent folders, and was skipped", folder)
        continue
      }
      ancestors.append(identity)
      pending += folders(in: folder).map { ($0, depth + 1) }
    }
  }

  /// Records the files in a folder.
  /// - Returns: the subfolders that SwiftPM searches.
  private mutating func folders(in folder: String) -> [String] {
    var folders: [String] = []
    let entries = FolderEntries(of: folder)
    if let failure = entries.failure { warnings.append(.unreadable(package.shown(folder), "\(failure)")) }
    for entry in entries {
      let path = folder + "/" + entry.name
      if rules.isIgnored(path, named: entry.name, in: folder) { continue }
      switch entry.kind ?? FileStatus(at: path)?.kind {
      case .folder:
        if rules.isOpaque(path, named: entry.name, in: folder) { continue }
        folders.append(path)
      case .file, .link, .characterDevice, .other:
        if rules.isCompiled(path, named: entry.name) { add(path, entry) }
      case nil:
        guard rules.isCompiled(path, named: entry.name) else { continue }
        if RevisionFiles.current?.lacks(linkAt: path) ?? false {
          add(path, entry)
          continue
        }
        warn("is a link to nothing", path, kind: .linkToNothing)
      }
    }
    return folders
  }

  private mutating func add(_ path: String, _ entry: FolderEntries.Entry) {
    if entry.isUTF8 {
      found.append(path)
    } else {
      warn("was left out: its name is not UTF-8", path)
    }
  }

  private mutating func warn(_ words: String, _ path: String, kind: SourceWarning.Kind = .other) {
    let shown = "`\(package.shown(path))`"
    warnings.append(SourceWarning(kind: kind, subject: shown, sentence: "\(shown) \(words)"))
  }

  private consuming func measured() -> ScannedTarget {
    let (files, failures) = SourceFile.measured(found.sorted(), in: package)
    return ScannedTarget(folder: package.shown(rules.folder), files: files, warnings: warnings + failures)
  }
}

extension SourceFile {
  /// - Parameter paths: absolute.
  /// - Returns: the files in the same order, and a warning for each that cannot be read.
  static func measured(_ paths: [String], in package: PackageFolder) -> (files: [SourceFile], warnings: [SourceWarning])
  {
    var (files, warnings): ([SourceFile], [SourceWarning]) = ([], [])
    files.reserveCapacity(paths.count)
    for (path, result) in zip(paths, TextSize.each(of: paths)) {
      switch result {
      case .success(let size):
        let language = Path.pathExtension(path.lastComponent).flatMap { SourceLanguage(ending: $0) }
        files.append(
          SourceFile(path: package.shown(path), lines: size?.lines, bytes: size?.bytes, language: language?.rawValue))
      case .failure(let failure):
        warnings.append(.unreadable(package.shown(path), "\(failure.reason)"))
      }
    }
    return (files, warnings)
  }
}
