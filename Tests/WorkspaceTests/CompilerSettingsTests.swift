import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Workspace

/// What other settings do to builds, by real builds.
@Suite struct CompilerSettingsTests {
  private static let base = "5.9||"

  /// Tools version, arguments of the target, arguments of the package.
  @Test(
    arguments: [
      "5.8||", #"5.9|, swiftSettings: [.enableUpcomingFeature("ExistentialAny")]|"#,
      #"5.9|, swiftSettings: [.define("UNUSED")]|"#, #"5.9|, cSettings: [.define("UNUSED")]|"#,
      "6.0||, swiftLanguageModes: [.v5]", "6.0|, swiftSettings: [.swiftLanguageMode(.v5)]|", "6.0||",
      "5.9|, exclude: [\"none\"]|",
      "5.9|, resources: [.copy(\"none\")]|",
    ])
  func `settings that compile a module again are known, and those that change all of its code`(
    to other: String
  ) async throws {
    let workspace = try TemporaryWorkspace([
      "Sources/T/a.swift": "public struct S { var a = 1 }\npublic func f(_ s: S) -> Int { s.a }\n",
      "Sources/T/b.swift": "func g() -> Int { f(S()) }\nlet x = 1\n", "Sources/T/none": "",
    ])
    // The object code of a clean build differs from that of later ones.
    _ = try await Self.build(#"5.9|, swiftSettings: [.define("FIRST")]|"#, workspace)
    let first = try await Self.build(Self.base, workspace)
    let second = try await Self.build(other, workspace)
    #expect((first.contents.settings != second.contents.settings) == (first.compiled != second.compiled))
    #expect((first.contents.codeSettings != second.contents.codeSettings) == (first.objects != second.objects))
  }

  /// A build with a manifest.
  /// - Returns: when the compilers wrote diagnostics, also none, and objects.
  private static func build(
    _ manifest: String, _ workspace: TemporaryWorkspace
  ) async throws -> (contents: WorkspaceInterfaces.Contents, compiled: [Date], objects: [Date]) {
    let parts = manifest.split(separator: "|", omittingEmptySubsequences: false)
    try workspace.write(
      """
      // swift-tools-version:\(parts[0])
      import PackageDescription
      let package = Package(name: "P", targets: [.target(name: "T"\(parts[1]))]\(parts[2]))

      """, to: "Package.swift")
    let outcome = try await Tool.named("swift")(
      ["build", "--package-path", workspace.path, "--scratch-path", workspace.folder + "/scratch"])
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    let folder = workspace.folder + "/scratch/debug/T.build/"
    func times(_ suffix: String) throws -> [Date] {
      try ["a", "b"].map {
        try #require(FileManager.default.attributesOfItem(atPath: folder + $0 + suffix)[.modificationDate] as? Date)
      }
    }
    let interfaces = try #require(try await workspace.load(reads: .interfaces).interfaces)
    let contents = try #require(interfaces.modules.first { $0.key.name == "T" }?.value)
    return (contents, try times(".dia"), try times(".swift.o"))
  }
}
