/// Collects what Xcode workspaces and projects reference and what of it exists.
struct XcodeContents {
  /// The folders of packages, canonical.
  private(set) var packages: Set<String> = []
  /// Sorted by path.
  var projects: [XcodeProject] { projectsByPath.values.sorted { $0.path < $1.path } }
  /// The references that lead to nothing, as sentences, sorted.
  var warnings: [String] { absent.map { $0.sentence($1) }.sorted() }
  /// Canonical folders in which all packages are searched for.
  private(set) var searchedFolders: Set<String> = []

  /// The missing paths, with the submodule that they belong to if that is the reason; both as paths for the user.
  private var absent: [Absence: [String: String]] = [:]
  private let base: String
  /// The name of the base folder for the user.
  private let shownBase: String
  private var projectsByPath: [String: XcodeProject] = [:]

  /// - Throws: `WorkspaceError.projectUnreadable`, also for a project that another one or the workspace references.
  init(of container: XcodeContainer, shownBase: String) throws(WorkspaceError) {
    base = container.base
    self.shownBase = shownBase
    if container.isWorkspace { try read(workspace: container) } else { try read(project: container.path) }
  }

  private mutating func read(workspace: XcodeContainer) throws(WorkspaceError) {
    let file: XcodeWorkspaceFile
    do {
      file = try XcodeWorkspaceFile(bytes: Self.bytes(of: "contents.xcworkspacedata", in: workspace.path))
    } catch {
      throw unreadable(workspace.path, error)
    }
    let folder = Path.normalized(workspace.path + "/..")
    for reference in file.references {
      switch reference {
      case .container: if let owner = workspace.owner { try add(owner, namedBy: workspace.path) }
      case .path(let path): try add(Path.joined(folder, path), namedBy: workspace.path)
      }
    }
  }

  private mutating func read(project path: String) throws(WorkspaceError) {
    guard projectsByPath[path] == nil else { return }
    let project: XcodeProject
    do {
      let file = try XcodeProjectFile(bytes: Self.bytes(of: "project.pbxproj", in: path))
      project = XcodeProject(path: path, file: file)
    } catch {
      throw unreadable(path, error)
    }
    projectsByPath[path] = project
    for case .local(let folder) in project.file.packages { try add(project.place(folder), namedBy: path) }
    for folder in project.file.folders {
      let place = project.place(folder.path)
      // Only a package is a bundle without an extension; other references may be anything.
      let mustBeThere = folder.isWrapper && Path.pathExtension(place.lastComponent) == nil
      if mustBeThere || ManifestFile.isIn(place) { try add(place, namedBy: path) }
    }
    for folder in project.file.synchronizedFolders {
      if let folder = Path.canonical(project.place(folder)), Path.isFolder(folder) { searchedFolders.insert(folder) }
    }
    for other in project.file.projects { try add(project.place(other), namedBy: path) }
  }

  /// Adds a project or package; other files and folders are ignored.
  private mutating func add(_ place: String, namedBy container: String) throws(WorkspaceError) {
    let isDownload = shown(place).split(separator: "/").contains { ManifestSearch.downloads.contains(String($0)) }
    guard let path = Path.canonical(place) else {
      let submodule = GitSubmodules.missing(at: Path.normalized(place), from: base)
      if !isDownload { note(absent: place, in: submodule, namedBy: container) }
      return
    }
    if Path.pathExtension(path.lastComponent) == "xcodeproj" {
      if !isDownload { try read(project: path) }
    } else if ManifestFile.isIn(path) {
      packages.insert(path)
    } else if let submodule = GitSubmodules.missing(at: path, from: base) {
      note(absent: place, in: submodule, namedBy: container, isEmpty: true)
    }
  }

  private mutating func note(
    absent place: String, in submodule: String?, namedBy container: String, isEmpty: Bool = false
  ) {
    let absence = Absence(container: shown(container), isEmpty: isEmpty, isInSubmodule: submodule != nil)
    absent[absence, default: [:]][shown(place)] = submodule ?? ""
  }

  private func shown(_ path: String) -> String { Path.relative(path, to: base) }

  private func unreadable(_ path: String, _ error: FileFailure) -> WorkspaceError {
    .projectUnreadable(path: Path.joined(shownBase, shown(path)), reason: error.reason)
  }

  private static func bytes(of file: String, in bundle: String) throws(FileFailure) -> [UInt8] {
    do { return try FileBytes.read(bundle + "/" + file) } catch {
      throw FileFailure(reason: "`\(file)` in it: \(error.reason)")
    }
  }
}

/// How something that a workspace or project references is missing.
private struct Absence: Hashable {
  /// The path of what references it, for the user.
  let container: String
  /// Whether there is an empty folder.
  let isEmpty: Bool
  /// Whether it belongs to a git submodule that is not checked out.
  let isInSubmodule: Bool

  /// - Parameter paths: the missing paths, and their submodules.
  func sentence(_ paths: [String: String]) -> String {
    let one = isEmpty ? "is empty" : "does not exist"
    let several = isEmpty ? "are empty" : "do not exist"
    let names = paths.keys.sorted().map { "`\($0)`" }
    guard names.count > 1 else {
      let advice = isInSubmodule ? " " + GitSubmodules.advice(on: paths.values.joined()) + "." : ""
      return "`\(container)` refers to \(names[0]), which \(one).\(advice)"
    }
    let advice = isInSubmodule ? " Their git submodules are not checked out: try `git submodule update --init`." : ""
    return "`\(container)` refers to \(names.count) paths that \(several): \(names.shortened(to: 5)).\(advice)"
  }
}

extension WorkspaceLocation {
  /// Collects what an Xcode workspace or project references.
  init(_ container: XcodeContainer, shownAs path: String, options: DiscoveryOptions) async throws {
    let shownBase = Path.joined(path, Path.relative(container.base, to: container.path))
    let contents = try XcodeContents(of: container, shownBase: shownBase)
    var packages = contents.packages
    var warnings = Set(contents.warnings)
    let searched = contents.searchedFolders.union(options.includesAll ? [container.base] : [])
    for folder in searched.sorted() {
      let search = try await ManifestSearch.below(folder, base: container.base, options: options)
      packages.formUnion(search.folders)
      warnings.formUnion(search.warnings)
    }
    let projects = contents.projects
    guard !packages.isEmpty || projects.contains(where: { !$0.file.targets.isEmpty }) else {
      throw WorkspaceError.projectEmpty(path: path, warnings: warnings.sorted())
    }
    self.init(
      base: container.base, shownBase: shownBase, packages: packages.sorted(), projects: projects,
      warnings: warnings.sorted())
  }
}
