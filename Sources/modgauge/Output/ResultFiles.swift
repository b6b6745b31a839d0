import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that could not be written.
struct UnwritableFile: Error, CustomStringConvertible {
  let path: String
  let reason: any Error

  var description: String {
    let underlying = (reason as? CocoaError)?.underlying as? POSIXError
    return
      "Cannot write `\(path)`: \(underlying.map { "\($0.code)" } ?? "\(reason)"). Name another place with --output."
  }
}

/// Results as files, each of which is there whole or not at all.
enum ResultFiles {
  static func write(_ bytes: [UInt8], to path: String) throws(UnwritableFile) {
    do { try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
      throw UnwritableFile(path: path, reason: error)
    }
  }

  static func write(_ text: String, to path: String) throws(UnwritableFile) {
    try write(Array(text.utf8), to: path)
  }

  static func makeFolder(_ path: String) throws(UnwritableFile) {
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw UnwritableFile(path: path, reason: error)
    }
  }

  /// The path from the root of the file system on, by its words alone.
  static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
