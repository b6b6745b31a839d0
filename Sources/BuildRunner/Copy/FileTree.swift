import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder that is copied with what a build needs of it.
struct FileTree {
  /// Absolute.
  let root: String
  /// A folder that is never copied, in case the copy is made inside of what it copies.
  let leavingOut: String

  /// What builds and git keep beside the sources; neither is needed to build.
  private static let skippedNames: Set<String> = [".build", ".git"]
  /// Of SwiftPM's own folder only this counts: mirrors and registries.
  private static let swiftPMFolder = ".swiftpm"
  private static let keptOfSwiftPM = "configuration"

  func copy(to destination: String) throws(BenchmarkError) {
    try copyFolder(root, to: destination)
  }

  private func copyFolder(_ source: String, to destination: String) throws(BenchmarkError) {
    try FileTree.makeFolder(destination)
    let names = try FileTree.doing("read", source) { try FileManager.default.contentsOfDirectory(atPath: source) }
    for name in names.sorted() where !Self.skippedNames.contains(name) && source + "/" + name != leavingOut {
      if name == Self.swiftPMFolder {
        let configuration = "\(source)/\(name)/\(Self.keptOfSwiftPM)"
        guard FileManager.default.fileExists(atPath: configuration) else { continue }
        try copyFolder(configuration, to: "\(destination)/\(name)/\(Self.keptOfSwiftPM)")
      } else {
        try copyEntry("\(source)/\(name)", to: "\(destination)/\(name)")
      }
    }
  }

  private func copyEntry(_ source: String, to destination: String) throws(BenchmarkError) {
    let type = try FileTree.doing("read", source) {
      try FileManager.default.attributesOfItem(atPath: source)[.type] as? FileAttributeType
    }
    switch type {
    case .typeDirectory?: try copyFolder(source, to: destination)
    case .typeSymbolicLink?: try copyLink(source, to: destination)
    case .typeRegular?:
      try FileTree.doing("copy", source) { try FileManager.default.copyItem(atPath: source, toPath: destination) }
    default: break  // Sockets and pipes are no sources.
    }
  }

  /// A link to something within the tree stays as it is; one that leaves it must still find its target.
  private func copyLink(_ source: String, to destination: String) throws(BenchmarkError) {
    try FileTree.doing("copy", source) {
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: source)
      let folder = source[..<(source.lastIndex(of: "/") ?? source.startIndex)]
      let absolute = target.hasPrefix("/") ? target : Path.normalized("\(folder)/\(target)")
      let staysInside = !target.hasPrefix("/") && (absolute + "/").hasPrefix(root + "/")
      try FileManager.default.createSymbolicLink(
        atPath: destination, withDestinationPath: staysInside ? target : absolute)
    }
  }
}

extension FileTree {
  static func makeFolder(_ path: String) throws(BenchmarkError) {
    try doing("make the folder", path) {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  /// Removes a file or a folder with all in it, if it is there.
  static func remove(_ path: String) throws(BenchmarkError) {
    try doing("remove", path) {
      do { try FileManager.default.removeItem(atPath: path) } catch let error as CocoaError
        where error.code == .fileNoSuchFile
      {}
    }
  }

  /// Does something with a file, and says what and which when it fails.
  static func doing<Value>(_ action: String, _ path: String, _ body: () throws -> Value) throws(BenchmarkError) -> Value
  {
    do { return try body() } catch {
      throw .fileSystem(doing: action, path: path, reason: FileReason.words(error))
    }
  }

  /// What a log ends with, for an error; nothing where it cannot be read.
  static func lastLines(of path: String, _ count: Int = 12) -> String {
    guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { return "" }
    return String(decoding: bytes.suffix(1 << 16), as: UTF8.self).split(separator: "\n").suffix(count)
      .joined(separator: "\n")
  }
}
