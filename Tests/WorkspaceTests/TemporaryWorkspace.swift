import Foundation
import ModuleGraph
import TestSupport

@testable import Workspace

/// Packages written into a folder of their own, which goes away with the value.
final class TemporaryWorkspace: Sendable {
  /// Without symbolic links; the workspace is in `work` and our cache beside it.
  let folder: String
  var path: String { folder + "/work" }
  var cache: String { folder + "/cache" }

  /// - Parameter files: what each file holds, by its path in the workspace; a manifest may leave its first lines out.
  /// - Throws: where a file cannot be written.
  init(_ files: [String: String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "modgauge-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.folder = try required(Path.canonical(folder.path))
    // Unless a test wants something else there.
    if files["../cache"] == nil { try TestFolder.makeCacheFolder(at: cache) }
    for (file, text) in files { try write(text, to: file) }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func write(_ text: String, to file: String) throws {
    let destination = path + "/" + file
    let parent = (destination as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    let isManifest = destination.hasSuffix("Package.swift") && !text.hasPrefix("//")
    let header = "// swift-tools-version: 6.0\nimport PackageDescription\n"
    try Data(((isManifest ? header : "") + text).utf8).write(to: URL(filePath: destination))
  }

  func load(
    _ package: String = "", timeout: Duration = .seconds(60), environment: [String: String] = [:],
    discovery: DiscoveryOptions = DiscoveryOptions(), reads: FileReadings = []
  ) async throws -> LoadedWorkspace {
    let loader = WorkspaceLoader(
      toolchain: try Toolchain(), cacheFolder: cache, manifestTimeout: timeout, manifestEnvironment: environment,
      reads: reads)
    return try await loader.load(packagePath: Path.joined(path, package), discovery: discovery)
  }

  /// The words of the error that loading ends with.
  func failure(_ package: String = "", timeout: Duration = .seconds(60)) async -> String? {
    do {
      _ = try await load(package, timeout: timeout)
      return nil
    } catch let error as WorkspaceError {
      return error.description.replacingOccurrences(of: path, with: "WORK")
    } catch {
      return "not a WorkspaceError: \(error)"
    }
  }

  /// Makes a folder a git repository without commits.
  func makeRepository(_ folder: String = "") throws {
    try FileManager.default.createDirectory(atPath: path + "/" + folder, withIntermediateDirectories: true)
    try git(["init", "--quiet"], in: folder)
  }

  func git(_ words: [String], in folder: String = "") throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", path + "/" + folder] + words
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Missing() }
  }

  /// Every path below the workspace, with a file's bytes and dates.
  func snapshot() throws -> [String: String] {
    var found: [String: String] = [:]
    for case let file as String in try required(FileManager.default.enumerator(atPath: path)) {
      let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + file)
      let bytes = FileManager.default.contents(atPath: path + "/" + file)?.base64EncodedString() ?? "folder"
      found[file] = "\(bytes) \(attributes[.modificationDate] ?? "")"
    }
    return found
  }
}

struct Missing: Error {}

/// `#require` for helpers outside a test.
func required<Value>(_ value: Value?) throws -> Value {
  guard let value else { throw Missing() }
  return value
}

extension ModuleGraph {
  /// The edges as `App -> Core`, with what else they state, sorted.
  var edges: [String] {
    dependencies.map { edge in
      var text = "\(edge.from) -> \(edge.to)"
      if edge.kind != .target { text += " \(edge.kind.rawValue)" }
      if let product = edge.product { text += " \(product)" }
      if let condition = edge.condition { text += " [\(condition)]" }
      return text
    }
  }
}
