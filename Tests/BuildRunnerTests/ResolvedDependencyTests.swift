import Foundation
import TestSupport
import Testing
import Workspace

@testable import BuildRunner

/// Which downloads an arm's folder takes over, so that nothing is resolved again.
@Suite struct ResolvedDependencyTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write([
      "App/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(name: "App", targets: [.target(name: "App")])
      """, "App/Sources/App/a.swift": "",
    ])
  }

  private static func pinned(_ pins: [(identity: String, state: String)]) -> String {
    let pins = pins.map { "{ \"identity\": \"\($0.identity)\", \"kind\": \"any\", \"state\": {\($0.state)} }" }
    return "{ \"pins\": [\(pins.joined(separator: ", "))], \"version\": 2 }"
  }

  private static func dependency(_ identity: String, _ state: String) -> String {
    "{ \"packageRef\": { \"identity\": \"\(identity)\" }, \"subpath\": \"\(identity)\", \"state\": {\(state)} }"
  }

  private static func checkout(_ identity: String, at revision: String) -> String {
    dependency(
      identity, "\"name\": \"sourceControlCheckout\", \"checkoutState\": { \"revision\": \"\(revision)\" }")
  }

  /// Whether the user's own downloads are taken for a build.
  /// - Parameters:
  ///   - state: what SwiftPM says that it has in the user's folder.
  ///   - head: what is checked out there.
  private func areTaken(
    _ state: [String], head: String = "abc\n",
    pins: [(identity: String, state: String)] = [("kit", "\"revision\": \"abc\"")]
  ) async throws -> Bool {
    try folder.write([
      "App/Package.resolved": Self.pinned(pins),
      "App/.build/workspace-state.json": "{ \"object\": { \"dependencies\": [\(state.joined(separator: ", "))] } }",
      "App/.build/checkouts/kit/.git/HEAD": head, "App/.build/checkouts/kit/a.swift": "let a = 1\n",
    ])
    let workspace = try await WorkspaceLoader(toolchain: Toolchain(), cacheFolder: folder.path + "/cache").load(
      packagePath: folder.path + "/App")
    let copy = try await PrivateCopy(of: workspace, at: folder.path + "/cache/copy")
    let scratch = Scratch(path: folder.path + "/cache/scratch")
    try FileTree.remove(scratch.path)
    let dependencies = ResolvedDependencies(originals: ["App": folder.path + "/App"])
    try dependencies.provide(scratch, for: "App", resolvedIn: copy)
    let taken = FileManager.default.fileExists(atPath: scratch.path + "/checkouts/kit/a.swift")
    #expect(taken == FileManager.default.fileExists(atPath: scratch.path + "/workspace-state.json"))
    return taken
  }

  @Test func `the user's checkouts are taken if all of them are what is pinned`() async throws {
    #expect(try await areTaken([Self.checkout("kit", at: "abc")]))
    #expect(try await areTaken([Self.checkout("kit", at: "abc"), Self.dependency("own", "\"name\": \"fileSystem\"")]))
    #expect(try await !areTaken([Self.checkout("kit", at: "abc")], head: "def\n"), "it was moved")
    #expect(try await !areTaken([Self.checkout("kit", at: "abc")], head: "ref: refs/heads/main\n"))
    #expect(try await !areTaken([Self.checkout("kit", at: "def")], head: "def\n"), "it was pinned since")
    #expect(try await !areTaken([Self.checkout("kit", at: "def")]))
    #expect(try await !areTaken([]))
    #expect(try await !areTaken([Self.checkout("kit", at: "abc"), Self.checkout("lib", at: "abc")]))
    #expect(try await !areTaken([Self.dependency("kit", "\"name\": \"edited\"")]))
  }

  @Test func `a download of a registry has the version that is pinned`() async throws {
    let pins = [(identity: "kit", state: "\"version\": \"1.2.0\"")]
    func state(_ version: String) -> String {
      Self.dependency("kit", "\"name\": \"registryDownload\", \"version\": \"\(version)\"")
    }
    #expect(try await areTaken([state("1.2.0")], pins: pins))
    #expect(try await !areTaken([state("1.2.1")], pins: pins))
    let named = Self.dependency("mona.Kit", "\"name\": \"registryDownload\", \"version\": \"1.2.0\"")
    #expect(try await areTaken([named], pins: [(identity: "mona.Kit", state: "\"version\": \"1.2.0\"")]))
  }
}
