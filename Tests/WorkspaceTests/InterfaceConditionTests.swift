import ImportSyntax
import ModuleGraph
import TestSupport
import Testing

@testable import Workspace

/// Which branches of `#if` belong to the interfaces of sources.
@Suite struct InterfaceConditionTests {
  @Test(
    arguments: [
      ("compiler(>=5.9)", true), ("compiler(>=99)", false), ("compiler(<99) && swift(>=5)", true),
      ("swift(>=99)", false), ("swift(>=6)", false), ("SWIFT_PACKAGE", true), ("hasFeature(ExistentialAny)", true),
      ("canImport(UIKit)", false), ("arch(beos)", false), ("STATED", true), ("!STATED", false),
    ])
  func `code counts if its condition may hold in builds of this toolchain and these settings`(
    condition: String, holds: Bool
  ) async throws {
    let first = try await Self.interface("#if \(condition)\npublic func a() {}\n#endif\n")
    let second = try await Self.interface("#if \(condition)\npublic func b() {}\n#endif\n")
    #expect((first != second) == holds)
  }

  @Test func `flags that the manifest does not state may be set`() async throws {
    for condition in ["OTHER", "!OTHER"] {
      let first = try await Self.interface("#if \(condition)\npublic func a() {}\n#endif\n")
      let second = try await Self.interface("#if \(condition)\npublic func b() {}\n#endif\n")
      #expect(first != second)
    }
  }

  @Test func `settings for other platforms do not count`() async throws {
    let platform = WorkspaceLoader.os
    func settings(_ list: String) async throws -> String { try await Self.contents("", settings: list).settings }
    let plain = try await settings(".define(\"A\")")
    #expect(
      try await settings(".define(\"A\", .when(platforms: [.\(platform)])), .define(\"B\", .when(platforms: [.tvOS]))")
        == plain)
    #expect(try await settings(".define(\"A\", .when(configuration: .debug))") != plain)
  }

  private static func interface(_ source: String) async throws -> SwiftInterface {
    let settings = ".define(\"STATED\"), .enableUpcomingFeature(\"ExistentialAny\")"
    return try #require(try await contents(source, settings: settings).files.values.first?.interface)
  }

  private static func contents(_ source: String, settings: String) async throws -> WorkspaceInterfaces.Contents {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
        name: "P",
        targets: [.target(name: "T", swiftSettings: [\(settings)])])

      """,
      "Sources/T/a.swift": source,
    ])
    let interfaces = try #require(try await workspace.load(reads: .interfaces).interfaces)
    return try #require(interfaces.modules.first { $0.key.name == "T" }?.value)
  }
}
