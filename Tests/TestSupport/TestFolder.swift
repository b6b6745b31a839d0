package import Foundation
import Platform

/// A folder that is gone when the test is.
package final class TestFolder: Sendable {
  /// Absolute, links resolved.
  package let path: String

  package init() throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "modgauge-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path()
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes files, by paths relative to the folder.
  package func write(_ files: [String: String]) throws {
    for (name, text) in files {
      let url = URL(filePath: path).appending(path: name)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  /// Makes a folder as modgauge makes its own.
  package func makeOwnFolder(_ name: String) throws { try OwnFolder.make(path + "/" + name) }

  /// Makes a cache folder that already knows the compiler's version, which takes a tenth of a second to ask. Caches of all tests
  /// share it, for as long as the compiler is the same file.
  package func makeCacheFolder() throws { try Self.makeCacheFolder(at: path + "/cache") }

  /// See above.
  package static func makeCacheFolder(at path: String) throws {
    let toolchains = Tool.builtFolder + "/test-cache/toolchains"
    try FileManager.default.createDirectory(atPath: toolchains, withIntermediateDirectories: true)
    try OwnFolder.make(path)
    try FileManager.default.createSymbolicLink(atPath: path + "/toolchains", withDestinationPath: toolchains)
  }

  /// Gives the folder itself the mark of those that modgauge makes.
  package func markAsOwn() throws { try write([OwnFolder.markName: OwnFolder.mark]) }

  /// Makes a symbolic link.
  package func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
  }

  package func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path).appending(path: name)), as: UTF8.self)
  }

  /// Every file below a folder with its bytes, links as their targets.
  package static func contents(of folder: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let path = folder + "/" + name
      switch try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType {
      case .typeRegular: contents[name] = try Data(contentsOf: URL(filePath: path))
      case .typeSymbolicLink:
        contents[name] = Data(try FileManager.default.destinationOfSymbolicLink(atPath: path).utf8)
      default: contents[name + "/"] = Data()
      }
    }
    return contents
  }
}
