import Foundation
import ManifestSyntax

@testable import Workspace

/// SwiftPM, asked what manifests say, in a folder of its own that is removed when nobody needs it any more.
final class Oracle: Sendable {
  private let evaluator: ManifestEvaluator
  private let folder: String
  let toolchain: ToolsVersion
  /// What SwiftPM evaluates manifests on here.
  let host: ManifestHost

  init() async throws {
    let unique = FileManager.default.temporaryDirectory.appendingPathComponent("literal-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: unique + "/tmp", withIntermediateDirectories: true)
    folder = Path.canonical(unique) ?? unique
    let toolchain = try Toolchain()
    let environment = ManifestEnvironment.variables(extra: [:], temporaryFolder: folder + "/tmp")
    evaluator = ManifestEvaluator(
      toolchain: toolchain, environment: environment, temporaryFolder: folder + "/tmp", timeout: .seconds(120))
    guard let version = ToolsVersion(try await toolchain.identity(environment: environment, cacheFolder: nil).version)
    else {
      throw CocoaError(.featureUnsupported)
    }
    self.toolchain = version
    #if os(Linux)
      let os = "linux"
    #else
      let os = "macos"
    #endif
    #if arch(x86_64)
      let arch = "x86_64"
    #else
      let arch = "arm64"
    #endif
    host = ManifestHost(toolchain: version, os: os, arch: arch, environment: environment)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Asks the reader about one manifest, and SwiftPM as well if the reader takes it, in a package folder of that name, or at the
  /// end of that path.
  func ask(_ bytes: [UInt8], package: String = "Example", hasModuleMap: Bool = false) async throws -> Answers {
    let parent = folder + "/" + UUID().uuidString
    let path = parent + "/" + package
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: parent) }
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/Package.swift"))
    if hasModuleMap { try Data().write(to: URL(fileURLWithPath: path + "/module.modulemap")) }
    let read = LiteralManifest.read(bytes, packageFolder: path, hasModuleMap: hasModuleMap, host: host)
    guard case .success = read else { return Answers(read: read, evaluated: nil) }
    return Answers(read: read, evaluated: try await evaluator.evaluate(path, shownAs: "."))
  }

  /// What SwiftPM calls the package in a folder that holds these files; `nil` where it refuses it.
  func name(ofPackageWith files: [String: String]) async throws -> String? {
    let path = folder + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name)) }
    return try? await evaluator.evaluate(path, shownAs: ".").get().name
  }

  /// Asks about many manifests, two at once.
  func ask(_ manifests: [(package: String, bytes: [UInt8])]) async throws -> [Answers] {
    try await withThrowingTaskGroup(of: (Int, Answers).self) { group in
      var answers: [Int: Answers] = [:]
      for (index, manifest) in manifests.enumerated() {
        if index >= 2, let (done, answer) = try await group.next() { answers[done] = answer }
        group.addTask { (index, try await self.ask(manifest.bytes, package: manifest.package)) }
      }
      for try await (done, answer) in group { answers[done] = answer }
      return manifests.indices.compactMap { answers[$0] }
    }
  }
}

/// What the reader and SwiftPM say of one manifest.
struct Answers: Sendable {
  let read: Result<LiteralManifest, LiteralError>
  /// `nil` where the reader takes none, so that there is nothing to compare.
  let evaluated: Result<Manifest, ManifestFailure>?

  /// The difference, where the reader took a manifest of which SwiftPM says something else.
  var disagreement: String? {
    guard case .success(let literal) = read else { return nil }
    switch evaluated {
    case nil, .success(literal.manifest): return nil
    case .failure(let failure): return "SwiftPM refuses it: \(failure)"
    case .success(let manifest): return "read:      \(literal.manifest)\nevaluated: \(manifest)"
    }
  }
}
