import Foundation
import TestSupport
import Testing

/// What only a real index can show: each test reads the one that one build wrote.
struct FileGraphCommandTests {
  @Test func `which file of a module needs which is read from the index of a build`() async throws {
    let package = try await IndexedPackage.built()
    let tree = try await package.modgauge(["graph", "--files", "Engine", "--format", "text"])
    #expect(tree.errors == "" && tree.exitCode == 0)
    #expect(
      tree.output == """
        Car.swift (of Engine)
        ├── Engine+Start.swift
        │   └── Engine.swift (in a cycle)
        │       └── Engine+Start.swift (in a cycle) (*)
        ├── Engine.swift (*)
        └── Parts.swift (of Engine/Parts)

        4 files, 5 dependencies; (*): its dependencies are listed above

        """)
    let json = try await package.modgauge(["graph", "--files", "Engine", "--format", "json", "--seams", "2"]).output
    #expect(try await JSONSchema.files.complaints(about: json) == "")
    for line in [
      #""name" : "Engine.start()""#, #""access" : "package""#, #""name" : "Engine.Fuel.petrol""#,
      #""module" : "Fuel""#,
    ] {
      #expect(json.contains(line), "\(line)")
    }
    let picture = try await package.modgauge(["graph", "--files", "Engine", "--format", "svg"]).output
    #expect(picture.contains("Files of Engine") && picture.contains("2 files that need one another"))
    #expect(picture.contains("Engine.start()"))
  }

  @Test func `cycles and why tell the symbols that hold files together`() async throws {
    let package = try await IndexedPackage.built()
    let cycles = try await package.modgauge(["cycles", "--files", "Engine"])
    #expect(
      cycles.output == """
        1 set of files that depend on one another (2 of 4 files):

        1. Engine+Start.swift, Engine.swift
           shortest cycle, 2 steps:
             Engine+Start.swift → Engine.swift  Sources/Engine/Engine+Start.swift:1  Engine, Engine.isOn
             Engine.swift → Engine+Start.swift  Sources/Engine/Engine.swift:4        Engine.start()
           removing this edge breaks all cycles (the minimum):
             Engine.swift → Engine+Start.swift  Sources/Engine/Engine.swift:4  Engine.start()

        """)
    #expect(try await package.modgauge(["cycles", "--files", "Engine", "--fail-if-any"]).exitCode == 1)
    let words = ["why", "--files", "Engine", "Car.swift", "Parts/Parts.swift"]
    #expect(try await package.modgauge(words).errors.contains("No file of the module matches “Parts/Parts.swift”"))
    for (option, subject) in [("--focus", "file"), ("--package", "folder")] {
      let unknown = try await package.modgauge(["graph", "--files", "Engine", option, "Qqq"])
      let error = "error: \(option): no \(subject) of the module matches “Qqq”."
      #expect(unknown.errors.hasPrefix(error), "\(unknown.errors)")
    }
    let why = try await package.modgauge(["why", "--files", "Engine", "Car.swift", "Parts.swift", "--format", "json"])
    #expect(try await JSONSchema.why.complaints(about: why.output) == "")
    #expect(why.output.contains(#""name" : "Wheel.turn()""#))
  }

  @Test func `a split across files that need one another is refused with the symbols`() async throws {
    let package = try await IndexedPackage.built()
    let split = "Engine=Start:Engine+Start.swift,Rest:Engine.swift,Rest:Car.swift,Rest:Parts.swift"
    let refused = try await package.modgauge(["what-if", "--split", split])
    #expect(refused.exitCode == 2)
    #expect(
      refused.errors.hasPrefix("error: The files of Engine need one another across the cut: Start → Rest (")
        && refused.errors.contains("Engine.start() of Engine+Start.swift in Car.swift, Engine.swift"),
      "\(refused.errors)")
  }

  @Test func `an index that does not describe the sources is refused, unless it is wanted`() async throws {
    let package = try await IndexedPackage.built().copied()
    #expect(try await package.modgauge(["graph", "--files", "Engine", "--format", "text"]).exitCode == 2)
    let words = ["graph", "--files", "Engine", "--format", "text", "--index-store", package.store]
    // The copy is newer than the index, and elsewhere.
    let outdated = try await package.modgauge(words)
    #expect(outdated.exitCode == 2 && outdated.output == "")
    #expect(outdated.errors.contains("No file of Engine is in"), "\(outdated.errors)")
    #expect(outdated.errors.contains("swift build --package-path \(package.path) --target Engine --enable-index-store"))
  }

  @Test func `files that changed after the build are named, and --force goes on without them`() async throws {
    let package = try await IndexedPackage.built().changed()
    let refused = try await package.modgauge(["graph", "--files", "Fuel", "--format", "text"])
    #expect(refused.exitCode == 2)
    #expect(refused.errors.contains("Changed since they were indexed: Sources/Fuel/Fuel.swift"), "\(refused.errors)")
    #expect(refused.errors.contains("Not in the index: Sources/Fuel/New.swift"))
    let forced = try await package.modgauge(["graph", "--files", "Fuel", "--format", "text", "--force"])
    #expect(forced.exitCode == 0 && forced.output.contains("2 files"))
  }

  @Test func `a plugin is not said to lack an index that no build makes`() async throws {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write([
      "Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(name: "Tools", targets: [.plugin(name: "Gen", capability: .buildTool())])

      """,
      "Plugins/Gen/Gen.swift": "import PackagePlugin\n",
    ])
    let outcome = try await Tool.built("modgauge")([
      "graph", "--files", "Gen", "--package-path", folder.path, "--cache-dir", folder.path + "/cache",
    ])
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors == "error: Gen has no sources that a compiler indexes.\n")
  }

  @Test func `what is missing is one clear error`() async throws {
    let package = try await IndexedPackage.built()
    let errors = [
      ["graph", "--files", "Engin"]: "No module of the workspace matches “Engin”. Did you mean “Engine”",
      ["graph", "--files", "Engine", "--index-store", "/nowhere"]: "`/nowhere` is not a readable index store",
    ]
    for (words, error) in errors {
      let outcome = try await package.modgauge(words)
      #expect(outcome.exitCode == 2 && outcome.errors.contains(error), "\(outcome.errors)")
    }
    let page = try await package.modgauge(["graph", "--files", "M", "--format", "html"])
    #expect(page.exitCode == 64 && page.errors.contains("html is a page about modules; choose another format"))
    for (words, error) in [
      ["graph", "--seams", "2"]: "--seams requires --files.", ["cycles", "--force"]: "--force requires --files.",
      ["why", "A", "B", "--files", "M", "--if-cut"]: "--if-cut is about modules; leave --files out.",
    ] { #expect(ParsedArguments.refusal(words) == error) }
  }
}

/// A package of two modules that was built with an index.
private struct IndexedPackage {
  private let folder: TestFolder
  let path: String

  /// One build for all tests.
  private static let build = Task { try await IndexedPackage() }

  static func built() async throws -> IndexedPackage { try await build.value }

  var store: String { folder.path + "/Cars/.build/debug/index/store" }

  private static let sources = [
    "Package.swift": """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "Cars", targets: [.target(name: "Engine", dependencies: ["Fuel"]), .target(name: "Fuel")])

    """,
    "Sources/Fuel/Fuel.swift": "public struct Petrol { public init() {} }\n",
    "Sources/Engine/Engine.swift": """
    struct Engine {
      enum Fuel { case petrol }
      var isOn = false
      mutating func toggle() { start() }
    }

    """,
    "Sources/Engine/Engine+Start.swift": "extension Engine {\n  mutating func start() { isOn = true }\n}\n",
    "Sources/Engine/Parts/Parts.swift": "package struct Wheel {\n  package init() {}\n  package func turn() {}\n}\n",
    "Sources/Engine/Car.swift": """
    import Fuel

    func drive() {
      _ = (Petrol(), Engine.Fuel.petrol)
      var engine = Engine()
      engine.start()
      Wheel().turn()
    }

    """,
  ]

  private init() async throws {
    folder = try TestFolder()
    try folder.makeCacheFolder()
    path = folder.path + "/Cars"
    try folder.write(Dictionary(uniqueKeysWithValues: Self.sources.map { ("Cars/" + $0, $1) }))
    // With the system's modules in the index, as users have it.
    let outcome = try await Tool.named("swift")([
      "build", "--package-path", path, "--enable-index-store", "-debug-info-format", "none",
    ])
    guard outcome.exitCode == 0 else { throw BuildFailed(words: outcome.output + outcome.errors) }
  }

  private struct BuildFailed: Error {
    let words: String
  }

  private init(_ folder: TestFolder, path: String) { (self.folder, self.path) = (folder, path) }

  /// The sources in another folder, without a build.
  func copied() throws -> IndexedPackage {
    try folder.write(Dictionary(uniqueKeysWithValues: Self.sources.map { ("Copy/" + $0, $1) }))
    return IndexedPackage(folder, path: folder.path + "/Copy")
  }

  /// The same package with a changed and a new file in the module that no other test looks at.
  func changed() throws -> IndexedPackage {
    try folder.write(["Cars/Sources/Fuel/New.swift": "struct New {}\n"])
    let later = Date(timeIntervalSinceNow: 100)
    try FileManager.default.setAttributes(
      [.modificationDate: later], ofItemAtPath: path + "/Sources/Fuel/Fuel.swift")
    return self
  }

  func modgauge(_ words: [String]) async throws -> Tool.Outcome {
    try await Tool.built("modgauge")(
      words + ["--package-path", path, "--cache-dir", folder.path + "/cache"],
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
  }
}
