import Foundation
import ManifestSyntax
import Testing

@testable import Workspace

/// Real packages, cloned from where their users get them.
@Suite struct ClonedPackageTests {
  @Test(arguments: [
    ("apple/swift-algorithms", "1.2.1"), ("apple/swift-numerics", "1.1.1"), ("attaswift/BigInt", "6.0.1"),
    ("kylef/PathKit", "1.0.1"), ("jpsim/Yams", "6.2.2"), ("hummingbird-project/swift-mustache", "2.1.1"),
    ("apple/swift-log", "1.16.2"), ("vapor/jwt-kit", "5.7.1"),
  ])
  func theirManifestsAreReadAsSwiftPMReadsThemOrNotAtAll(repository: String, version: String) async throws {
    let oracle = try await Oracle()
    let manifests = try Self.manifests(of: repository, at: version)
    #expect(!manifests.isEmpty)
    for (manifest, answer) in zip(manifests, try await oracle.ask(manifests)) {
      #expect(answer.disagreement == nil, "\(manifest.package)")
    }
  }

  /// The manifest at the repository's root and its variants.
  private static func manifests(of repository: String, at version: String) throws -> [(package: String, bytes: [UInt8])]
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "literal-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let clone = Process()
    clone.executableURL = URL(filePath: "/usr/bin/env")
    clone.arguments = [
      "git", "clone", "--quiet", "--depth", "1", "--branch", version, "https://github.com/" + repository, folder,
    ]
    clone.standardError = FileHandle.nullDevice
    try clone.run()
    clone.waitUntilExit()
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasPrefix("Package") && $0.hasSuffix(".swift") }
      .map { name in (repository, [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name)))) }
  }
}
