import ManifestSyntax
import ModuleGraph
import Platform

/// Operations on paths with `/`, and the few questions about them that the disk, or a revision, must answer.
package enum Path {
  /// The absolute path, relative to the current folder, with `.` and `..` resolved by text alone.
  package static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return normalized(path) }
    return normalized((CurrentProcess.workingFolder ?? "") + "/" + path)
  }

  /// The absolute path without symbolic links.
  /// - Returns: `nil` if nothing exists at that path.
  package static func canonical(_ path: String) -> String? {
    switch RevisionFiles.current?.place(of: path) {
    case nil: FileSystem.canonicalPath(of: path)
    case .disk(let path): FileSystem.canonicalPath(of: path)
    case .inside(let rest, _): RevisionFiles.current.map { rest.isEmpty ? $0.top : $0.top + "/" + rest }
    case .nothing: nil
    }
  }

  /// See ``PathText/normalized(_:)``.
  package static func normalized(_ path: String) -> String { PathText.normalized(path) }

  /// See ``PathText/joined(_:_:)``.
  static func joined(_ folder: String, _ path: String) -> String { PathText.joined(folder, path) }

  /// The relative path from one absolute folder to another absolute path: `Sources/A`, `../Other`, `.`.
  package static func relative(_ path: String, to folder: String) -> String {
    if let below = normalized(path).remainder(below: folder) { return below.isEmpty ? "." : below }
    let from = PathText.parts(of: folder)
    let to = PathText.parts(of: path)
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: from.count - shared) + to.dropFirst(shared)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// What follows the last dot of the name; `nil` if there is nothing, or only a leading dot.
  package static func pathExtension(_ name: String) -> Substring? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...]
    return ending.isEmpty ? nil : ending
  }

  /// The path of a folder relative to the top of its git repository, empty for the top itself; `nil` outside
  /// repositories.
  package static func placeInRepository(of folder: String) -> String? {
    topOfRepository(folder).map { $0 == folder ? "" : relative(folder, to: $0) }
  }

  /// The folder at the top of the git repository that contains a folder; `nil` outside repositories.
  package static func topOfRepository(_ folder: String) -> String? {
    folder.upwards.first { FileStatus(at: $0 + "/.git") != nil }.map { $0.isEmpty ? "/" : String($0) }
  }

  /// Whether the path leads to a folder, following symbolic links.
  package static func isFolder(_ path: String) -> Bool { FileStatus(at: path)?.kind == .folder }
  /// Whether the path leads to a regular file, following symbolic links.
  package static func isFile(_ path: String) -> Bool { FileStatus(at: path)?.kind == .file }
  /// Whether the path leads to a regular file that may be run, following symbolic links.
  package static func isProgram(_ path: String) -> Bool { isFile(path) && FileSystem.allows(.execute, to: path) }
}

extension String {
  /// The path and the folders above it, the deepest first; the last of an absolute path is the root, without its slash.
  package var upwards: some Sequence<Substring> {
    sequence(first: self[...]) { path in path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] } }
  }

  /// The path relative to a folder that contains it, both absolute; empty for the folder itself.
  /// - Returns: `nil` if it is not below the folder.
  func remainder(below folder: String) -> String? {
    guard utf8.starts(with: folder.utf8) else { return nil }
    let rest = utf8.dropFirst(folder.utf8.count)
    if rest.isEmpty { return "" }
    if folder == "/" { return String(rest) }
    return rest.first == UInt8(ascii: "/") ? String(rest.dropFirst()) : nil
  }
}

/// The status of a path, on the disk or in a revision.
extension FileStatus {
  /// - Parameter followsLast: whether a symbolic link at the end of the path is followed.
  /// - Returns: `nil` if nothing exists there, or access is denied.
  package init?(at path: String, followsLast: Bool = true) {
    guard let status = try? FileStatus(lookingAt: path, followsLast: followsLast) else { return nil }
    self = status
  }

  /// - Throws: `Errno` if nothing exists there, or access is denied.
  init(lookingAt path: String, followsLast: Bool = true) throws(Errno) {
    switch RevisionFiles.current?.place(of: path, followsLast: followsLast) {
    case nil: try self.init(of: path, followsLast: followsLast)
    case .disk(let path): try self.init(of: path, followsLast: followsLast)
    case .inside(let path, let node): self.init(node, at: path)
    case .nothing: throw .noSuchFileOrDirectory
    }
  }

  /// An entry of a revision. Its canonical path is its identity; it has neither size nor dates.
  private init(_ node: RevisionTree.Node, at path: String) {
    let kind: Kind =
      switch node {
      case .folder: .folder
      case .file: .file
      case .link: .link
      }
    self.init(
      kind: kind, permissions: 0, owner: Owner(user: 0, group: 0),
      identity: Identity(device: .max, number: path.stableHash), bytes: 0, modifiedNanoseconds: 0, changedNanoseconds: 0
    )
  }
}
