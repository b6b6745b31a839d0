/// An Xcode project of the workspace.
struct XcodeProject: Hashable, Sendable {
  /// The `.xcodeproj`, absolute, without symbolic links.
  let path: String
  let file: XcodeProjectFile

  /// `App` for `App.xcodeproj`.
  var name: String {
    let bundle = path.lastComponent
    return String(bundle.prefix(upTo: bundle.lastIndex(of: ".") ?? bundle.endIndex))
  }

  /// The folder that the project's paths are relative to.
  var folder: String { Path.normalized(path + "/..") }

  /// The absolute path for a path in the project.
  func place(_ path: String) -> String { Path.joined(folder, path) }
}

/// An `.xcworkspace` or `.xcodeproj` that the user named.
struct XcodeContainer: Sendable {
  /// Canonical.
  let path: String
  let isWorkspace: Bool

  /// - Returns: `nil` if the path is something else.
  init?(at path: String) {
    switch Path.pathExtension(path.lastComponent) {
    case "xcworkspace": isWorkspace = true
    case "xcodeproj": isWorkspace = false
    default: return nil
    }
    self.path = path
  }

  /// The workspaces in a folder, or the projects if there are none; sorted.
  static func names(in folder: String) -> [String] {
    let names = FolderEntries(of: folder).map(\.name)
    let workspaces = names.filter { Path.pathExtension($0) == "xcworkspace" }
    return (workspaces.isEmpty ? names.filter { Path.pathExtension($0) == "xcodeproj" } : workspaces)
      .filter { Path.isFolder(folder + "/" + $0) }
  }

  /// Hints for a user who loads only the packages of a folder although it has Xcode workspaces or projects.
  static func hints(in folder: String) -> [String] {
    names(in: folder).prefix(1).map { name in
      "The targets of `\(name)` are not shown: give it with --package-path for them and the packages that they use."
    }
  }

  /// What a workspace within a project or package belongs to: that project, or the package's folder.
  var owner: String? {
    let folder = Path.normalized(path + "/..")
    if Path.pathExtension(folder.lastComponent) == "xcodeproj" { return folder }
    return folder.hasSuffix("/.swiftpm/xcode") ? Path.normalized(folder + "/../..") : nil
  }

  /// The folder that paths are relative to.
  var base: String {
    guard let owner else { return Path.normalized(path + "/..") }
    return Path.pathExtension(owner.lastComponent) == "xcodeproj" ? Path.normalized(owner + "/..") : owner
  }
}
