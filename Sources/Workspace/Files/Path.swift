import ManifestSyntax
import ModuleGraph

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Arithmetic on paths written with `/`, and the few questions that the disk, or a revision, has to answer.
package enum Path {
  /// The path seen from the current folder, with `.` and `..` worked out on the text alone.
  package static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return normalized(path) }
    guard let buffer = getcwd(nil, 0) else { return normalized("/" + path) }
    defer { free(buffer) }
    return normalized(String(cString: buffer) + "/" + path)
  }

  /// The path without symbolic links, absolute.
  /// - Returns: `nil` where there is nothing at that path.
  package static func canonical(_ path: String) -> String? {
    switch RevisionFiles.current?.place(of: path) {
    case nil: canonical(onDisk: path)
    case .disk(let path): canonical(onDisk: path)
    case .inside(let rest, _): RevisionFiles.current.map { rest.isEmpty ? $0.top : $0.top + "/" + rest }
    case .nothing: nil
    }
  }

  private static func canonical(onDisk path: String) -> String? {
    guard let buffer = realpath(path, nil) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  /// See ``PathText/normalized(_:)``.
  package static func normalized(_ path: String) -> String { PathText.normalized(path) }

  /// See ``PathText/joined(_:_:)``.
  static func joined(_ folder: String, _ path: String) -> String { PathText.joined(folder, path) }

  /// How to get from one absolute folder to another absolute path: `Sources/A`, `../Other`, `.`.
  package static func relative(_ path: String, to folder: String) -> String {
    let from = PathText.parts(of: folder)
    let to = PathText.parts(of: path)
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: from.count - shared) + to.dropFirst(shared)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// What follows the last dot of the name, `nil` where nothing does or only a leading dot is there.
  package static func pathExtension(_ name: String) -> Substring? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...]
    return ending.isEmpty ? nil : ending
  }

  /// What a symbolic link on the disk holds.
  /// - Returns: `nil` where there is none.
  static func link(at path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { room in
      room.baseAddress.map { readlink(path, $0.assumingMemoryBound(to: CChar.self), room.count) } ?? -1
    }
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  package static func isFolder(_ path: String) -> Bool { FileStatus(at: path)?.kind == .folder }
  package static func isFile(_ path: String) -> Bool { FileStatus(at: path)?.kind == .file }
  static func isProgram(_ path: String) -> Bool { isFile(path) && access(path, X_OK) == 0 }
}

extension String {
  /// The rest of an absolute path from a folder on, without a slash before it; empty for the folder itself.
  /// - Returns: `nil` for what is not below the folder.
  func remainder(below folder: String) -> String? {
    guard utf8.starts(with: folder.utf8) else { return nil }
    let rest = utf8.dropFirst(folder.utf8.count)
    if rest.isEmpty { return "" }
    if folder == "/" { return String(rest) }
    return rest.first == UInt8(ascii: "/") ? String(rest.dropFirst()) : nil
  }
}

/// What the disk says about a path, symbolic links followed.
struct FileStatus: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case file, folder, other
  }

  /// The device and number of the file: the same for two paths of one file.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  let kind: Kind
  let identity: Identity
  let bytes: Int
  /// When the contents last changed, since 1970.
  let modifiedNanoseconds: Int

  /// - Parameter followsLast: whether a link at the path's end is followed; one that is not is of no kind but `other`.
  /// - Returns: `nil` where there is nothing, or where it may not be looked at; `errno` says which.
  init?(at path: String, followsLast: Bool = true) {
    switch RevisionFiles.current?.place(of: path, followsLast: followsLast) {
    case nil: self.init(onDisk: path, followsLast: followsLast)
    case .disk(let path): self.init(onDisk: path, followsLast: followsLast)
    case .inside(let path, let node): self.init(node, at: path)
    case .nothing:
      errno = ENOENT
      return nil
    }
  }

  init?(onDisk path: String, followsLast: Bool = true) {
    var status = stat()
    guard (followsLast ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.init(status)
  }

  /// Something of a revision. Its path without links tells it from everything else; it has neither size nor date.
  private init(_ node: RevisionTree.Node, at path: String) {
    kind =
      switch node {
      case .folder: .folder
      case .file: .file
      case .link: .other
      }
    identity = Identity(device: .max, number: path.stableHash)
    bytes = 0
    modifiedNanoseconds = 0
  }

  private init(_ status: stat) {
    kind =
      switch UInt32(status.st_mode) & UInt32(S_IFMT) {
      case UInt32(S_IFDIR): .folder
      case UInt32(S_IFREG): .file
      default: .other
      }
    identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    bytes = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modifiedNanoseconds = Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
  }
}
