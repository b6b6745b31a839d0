import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Workspace

/// What other settings do to builds, by real builds.
@Suite struct CompilerSettingsTests {
  private static let base = "5.9||"

  /// Tools version, arguments of the target, arguments of the package; each is compared with the one before.
  private static let manifests = [
    base, #"5.9|, exclude: ["none"]|"#, "6.0||, swiftLanguageModes: [.v5]",
    "6.0|, swiftSettings: [.swiftLanguageMode(.v5)]|", "5.8||",
    base, #"5.9|, swiftSettings: [.enableUpcomingFeature("ExistentialAny")]|"#,
    base, #"5.9|, swiftSettings: [.define("UNUSED")]|"#, base, #"5.9|, cSettings: [.define("UNUSED")]|"#,
    base, "6.0||", base, #"5.9|, resources: [.copy("none")]|"#,
  ]

  @Test func `settings that compile a module again are known, and those that change all of its code`() async throws {
    let workspace = try TemporaryWorkspace([
      "Sources/T/a.swift": "public struct S { var a = 1 }\npublic func f(_ s: S) -> Int { s.a }\n",
      "Sources/T/b.swift": "func g() -> Int { f(S()) }\nlet x = 1\n", "Sources/T/none": "",
    ])
    // The object code of a clean build differs from that of later ones.
    _ = try await Self.build(#"5.9|, swiftSettings: [.define("FIRST")]|"#, workspace)
    var builds: [Build] = []
    for manifest in Self.manifests { builds.append(try await Self.build(manifest, workspace)) }
    var compiled = 0
    for ((manifest, first), second) in zip(zip(Self.manifests, builds), builds.dropFirst()) {
      #expect(
        (first.contents.settings != second.contents.settings) == (first.compiled != second.compiled),
        "after \(manifest)")
      #expect(
        (first.contents.codeSettings != second.contents.codeSettings) == (first.objects != second.objects),
        "after \(manifest)")
      if first.compiled != second.compiled { compiled += 1 }
    }
    #expect(compiled == Self.manifests.count - 4)
  }

  private struct Build {
    let contents: WorkspaceInterfaces.Contents
    /// When the compilers wrote diagnostics, also none.
    let compiled: [Date]
    let objects: [Date]
  }

  /// A build with a manifest.
  private static func build(_ manifest: String, _ workspace: TemporaryWorkspace) async throws -> Build {
    let parts = manifest.split(separator: "|", omittingEmptySubsequences: false)
    try workspace.write(
      """
      // swift-tools-version:\(parts[0])
      import PackageDescription
      let package = Package(name: "P", targets: [.target(name: "T"\(parts[1]))]\(parts[2]))

      """, to: "Package.swift")
    let outcome = try await Tool.named("swift")(
      [
        "build", "--disable-index-store", "--package-path", workspace.path, "--scratch-path",
        workspace.folder + "/scratch",
      ])
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    let folder = workspace.folder + "/scratch/debug/T.build/"
    func times(_ suffix: String) throws -> [Date] {
      try ["a", "b"].map {
        try #require(FileManager.default.attributesOfItem(atPath: folder + $0 + suffix)[.modificationDate] as? Date)
      }
    }
    let interfaces = try #require(try await workspace.load(reads: .interfaces).interfaces)
    let contents = try #require(interfaces.modules.first { $0.key.name == "T" }?.value)
    return Build(contents: contents, compiled: try times(".dia"), objects: try times(".swift.o"))
  }
}
