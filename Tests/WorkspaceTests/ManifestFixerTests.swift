import Foundation
import ManifestSyntax
import ModuleGraph
import Testing

@testable import Workspace

@Suite struct ManifestFixerTests {
  @Test func whatIsImportedIsDeclaredAndWhatIsNotIsRemoved() async throws {
    let work = try TemporaryWorkspace(["Package.swift": Self.app])
    let before = try await work.load()
    let outcome = try await work.fix([work.declare("Core"), work.remove("Log", in: before)], before)
    #expect(outcome.left.isEmpty && outcome.notPutBack.isEmpty)
    #expect(outcome.made.map(\.files) == [["Package.swift"], ["Package.swift"]])
    #expect(try work.read("Package.swift") == Self.header + Self.app.replacing("[\"Log\"]", with: "[\"Core\"]"))
    #expect(outcome.workspace.graph.edges == ["App/App -> App/Core"])
    #expect(!FileManager.default.fileExists(atPath: work.state + "/journal"))
  }

  @Test func everyVariantIsChanged() async throws {
    let variant =
      "// swift-tools-version: 5.5\nimport PackageDescription\n" + Self.app.replacing("[\"Log\"]", with: "[]")
    let other = "// swift-tools-version: 5.7\nimport PackageDescription\nlet package = Package(name: \"App\")\n"
    let work = try TemporaryWorkspace([
      "Package.swift": Self.app, "Package@swift-5.5.swift": variant, "Package@swift-5.7.swift": other,
    ])
    let before = try await work.load()
    let outcome = try await work.fix([work.declare("Core")], before)
    #expect(outcome.made.map(\.files) == [["Package.swift", "Package@swift-5.5.swift"]])
    #expect(try work.read("Package@swift-5.5.swift") == variant.replacing("[]", with: "[\"Core\"]"))
    #expect(try work.read("Package@swift-5.7.swift") == other)
  }

  /// SwiftPM does not read it here, so that it is evaluated in a folder with links to what is beside it.
  @Test func aVariantThatReadsOtherFilesIsChanged() async throws {
    let variant = """
      // swift-tools-version: 5.6
      import Foundation
      import PackageDescription
      precondition(try! String(contentsOfFile: Context.packageDirectory + "/names", encoding: .utf8) == "Core")

      """ + Self.app
    let work = try TemporaryWorkspace([
      "Package.swift": Self.app, "Package@swift-5.6.swift": variant, "names": "Core",
    ])
    let outcome = try await work.fix([work.declare("Core")], try await work.load())
    #expect(outcome.left.map(\.reason) == [])
    #expect(
      try work.read("Package@swift-5.6.swift") == variant.replacing("[\"Log\"]", with: "[\"Log\", \"Core\"]"))
  }

  @Test func aVariantThatComputesKeepsAllAsTheyAre() async throws {
    let variant = """
      // swift-tools-version: 5.5
      import PackageDescription
      let names = ["Log"].filter { _ in true }
      let package = Package(name: "App", targets: [
        .target(name: "App", dependencies: names.map { .target(name: $0) }), .target(name: "Core"), .target(name: "Log")])

      """
    let work = try TemporaryWorkspace(["Package.swift": Self.app, "Package@swift-5.5.swift": variant])
    let contents = try work.snapshot()
    let outcome = try await work.fix([work.declare("Core")], try await work.load())
    #expect(outcome.made.isEmpty)
    let reason = "`Package@swift-5.5.swift`: line 5 computes the dependencies that would have to change"
    #expect(outcome.left.map(\.reason) == [reason])
    #expect(
      outcome.left.map(\.advice) == [["write `\"Core\"` into `dependencies:` of the target “App”"]])
    #expect(outcome.left.map(\.location?.line) == [nil], "a line of the other file would mislead")
    #expect(try work.snapshot() == contents)
  }

  @Test func aProductComesWithItsPackage() async throws {
    let work = try TemporaryWorkspace([
      "App/Package.swift": #"let package = Package(name: "App", targets: [.target(name: "App")])"#,
      "Kit/Package.swift": """
      let package = Package(name: "Kit", products: [.library(name: "AllKits", targets: ["Kit", "More"]),
        .library(name: "KitLibrary", targets: ["Kit"])], targets: [.target(name: "Kit"), .target(name: "More")])
      """,
    ])
    let before = try await work.load(discovery: DiscoveryOptions(includesAll: true))
    let remedy = Remedy.declare(ModuleID(package: "kit", name: "Kit"), by: ModuleID(package: "app", name: "App"))
    let outcome = try await work.fix([remedy], before, discovery: DiscoveryOptions(includesAll: true))
    #expect(outcome.left.map(\.reason) == [])
    #expect(
      try work.read("App/Package.swift").hasSuffix(
        """
        let package = Package(name: "App", dependencies: [.package(path: "../Kit")], targets: [\
        .target(name: "App", dependencies: [.product(name: "KitLibrary", package: "Kit")])])
        """))
  }

  @Test func aDependencyThatTestsUseBecomesTheirs() async throws {
    let work = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(name: "App", targets: [.target(name: "App", dependencies: ["Log"]), .target(name: "Log"),
        .testTarget(name: "AppTests", dependencies: ["App"])])
      """
    ])
    let before = try await work.load()
    guard case .remove(let dependencies, _) = work.remove("Log", in: before) else { return }
    let remedy = Remedy.remove(dependencies, usedBy: [ModuleID(package: "App", name: "AppTests")])
    let outcome = try await work.fix([remedy], before)
    #expect(outcome.workspace.graph.edges == ["App/AppTests -> App/App", "App/AppTests -> App/Log"])
  }

  @Test func whatSomePlatformsImportIsDeclaredForThem() async throws {
    let work = try TemporaryWorkspace(["Package.swift": Self.app])
    let (app, core) = (ModuleID(package: "App", name: "App"), ModuleID(package: "App", name: "Core"))
    let many = ImportPlatforms.some(["android", "ios", "macos", "tvos", "watchos"])
    let before = try await work.load()
    let outcome = try await work.fix([.declare(core, by: app, for: .some(["linux"]))], before)
    #expect(outcome.made.count == 1, "\(outcome.left)")
    #expect(
      outcome.workspace.graph.edges == ["App/App -> App/Core [linux]", "App/App -> App/Log"])
    let log = ModuleID(package: "App", name: "Log")
    let left = try await work.fix(
      [.declare(log, by: core, for: many), .declare(log, by: core, for: .undecided)], outcome.workspace
    ).left
    #expect(
      left.map(\.reason) == [
        "it is imported on 5 platforms and not on others",
        "it is imported under an `#if` that does not depend only on the platform",
      ])
  }

  @Test func whatWouldBeACycleIsNotWritten() async throws {
    let work = try TemporaryWorkspace(["Package.swift": Self.app])
    let (app, core) = (ModuleID(package: "App", name: "App"), ModuleID(package: "App", name: "Core"))
    let outcome = try await work.fix([.declare(core, by: app), .declare(app, by: core)], try await work.load())
    #expect(outcome.made.count == 1)
    #expect(outcome.left.map(\.reason) == ["App depends on Core, so that there would be a cycle"])
  }

  /// The target that gets a dependency by a constant shares it with another one.
  @Test func whatSwiftPMUnderstandsOtherwiseIsPutBack() async throws {
    let manifest = """
      let shared: [Target.Dependency] = ["Log"]
      let package = Package(name: "App", targets: [.target(name: "App", dependencies: shared),
        .target(name: "Other", dependencies: shared), .target(name: "Core"), .target(name: "Log")])
      """
    let work = try TemporaryWorkspace(["Package.swift": manifest])
    let contents = try work.read("Package.swift")
    let outcome = try await work.fix([work.declare("Core")], try await work.load())
    #expect(outcome.made.isEmpty)
    #expect(outcome.left.map(\.reason) == ["`Package.swift` would not have the intended meaning"])
    #expect(try work.read("Package.swift") == contents)
    // Beside it, what can be mended is.
    try work.write(
      manifest.replacing(".target(name: \"Core\")", with: ".target(name: \"Core\", path: \"C\")"), to: "Package.swift")
    let core = ModuleID(package: "App", name: "Core")
    let both = try await work.fix(
      [work.declare("Core"), .declare(ModuleID(package: "App", name: "Log"), by: core)], try await work.load())
    #expect(both.made.map(\.remedy.module) == [core])
    #expect(both.left.count == 1)
  }

  @Test func aManifestThatChangesMeanwhileIsLeftAlone() async throws {
    let work = try TemporaryWorkspace(["Package.swift": Self.app])
    var journal = try work.journal()
    #expect(throws: FixObstacle.changedMeanwhile(file: "P")) {
      try journal.replace(work.path + "/Package.swift", holding: [1, 2, 3], by: [], shownAs: "P")
    }
    #expect(journal.count == 0)
    #expect(try work.read("Package.swift") == Self.header + Self.app)
  }

  @Test func aProtectedManifestIsLeftAlone() async throws {
    let work = try TemporaryWorkspace(["Package.swift": Self.app])
    let path = work.path + "/Package.swift"
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let outcome = try await work.fix([work.declare("Core")], try await work.load())
    #expect(outcome.left.map(\.reason) == ["`Package.swift` cannot be written (it is write-protected)"])
  }

  @Test func linksAndPermissionsStay() async throws {
    let work = try TemporaryWorkspace(["Real.swift": Self.header + Self.app])
    let path = work.path + "/Real.swift"
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: work.path + "/Package.swift", withDestinationPath: "Real.swift")
    let outcome = try await work.fix([work.declare("Core")], try await work.load())
    #expect(outcome.made.count == 1, "\(outcome.left)")
    #expect(try work.read("Real.swift").contains("\"Log\", \"Core\""))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: work.path + "/Package.swift") == "Real.swift")
  }

  // MARK: Recovery

  @Test func whatAnEndedProcessLeftIsPutBack() throws {
    let work = try TemporaryWorkspace(["A.swift": "old", "B.swift": "old", "C.swift": "old"])
    func changed() throws {
      // Without its end, a journal is what a killed process leaves: the system gives the lock back.
      var journal = try work.journal()
      for name in ["A.swift", "B.swift", "C.swift"] {
        try journal.replace(work.path + "/" + name, holding: Array("old".utf8), by: Array("new".utf8), shownAs: name)
      }
      try journal.replace(
        work.path + "/A.swift", holding: Array("new".utf8), by: Array("newer".utf8), shownAs: "A.swift")
    }
    try changed()
    try work.write("mine", to: "B.swift")
    try work.write("old", to: "C.swift")
    let words = ManifestFixer.recover(in: work.state)
    #expect(
      words == [
        "`\(work.path)/A.swift` was restored after an interrupted change.",
        "`\(work.path)/B.swift` was changed after an interrupted change, and is left as it is.",
      ])
    #expect(try ["A.swift", "B.swift", "C.swift"].map(work.read) == ["old", "mine", "old"])
    #expect(ManifestFixer.recover(in: work.state).isEmpty)
  }

  @Test func nobodyRecoversWhatIsUnderWay() async throws {
    let work = try TemporaryWorkspace(["Package.swift": Self.app])
    var journal = try work.journal()
    let bytes = Array(try work.read("Package.swift").utf8)
    try journal.replace(work.path + "/Package.swift", holding: bytes, by: bytes + [10], shownAs: "P")
    #expect(ManifestFixer.recover(in: work.state).isEmpty)
    await #expect(throws: ManifestFixer.Failure.busy) {
      try await work.fix([work.declare("Core")], try await work.load())
    }
    #expect(journal.putBack().isEmpty)
    #expect(Array(try work.read("Package.swift").utf8) == bytes)
  }

  private static let header = "// swift-tools-version: 6.0\nimport PackageDescription\n"
  private static let app = """
    let package = Package(
      name: "App", targets: [.target(name: "App", dependencies: ["Log"]), .target(name: "Core"), .target(name: "Log")])

    """
}

extension TemporaryWorkspace {
  fileprivate var state: String { folder + "/state" }

  fileprivate func read(_ file: String) throws -> String {
    String(decoding: try required(FileManager.default.contents(atPath: path + "/" + file)), as: UTF8.self)
  }

  fileprivate func journal() throws -> ManifestJournal {
    guard let journal = try ManifestJournal.held(in: state) else { throw Missing() }
    return journal
  }

  fileprivate func declare(_ name: String) -> Remedy {
    .declare(ModuleID(package: "App", name: name), by: ModuleID(package: "App", name: "App"))
  }

  fileprivate func remove(_ name: String, in workspace: LoadedWorkspace) -> Remedy {
    .remove(workspace.graph.dependencies.filter { $0.from.name == "App" && $0.to.name == name }, usedBy: [])
  }

  fileprivate func fix(
    _ remedies: [Remedy], _ workspace: LoadedWorkspace, discovery: DiscoveryOptions = DiscoveryOptions()
  ) async throws -> ManifestFixer.Outcome {
    let loader = WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: cache)
    return try await ManifestFixer(
      loader: loader, packagePath: path, discovery: discovery, stateFolder: state
    ).fix(remedies, in: workspace)
  }
}
