import ModuleGraph
import Testing

@testable import ManifestSyntax

@Suite struct ReadingTests {
  /// With everything that a manifest's model has.
  private func rich() throws -> LiteralManifest {
    try read(
      """
      import CompilerPluginSupport
      /* A comment /* in a comment */ */
      let package = Package(
        name: "App",  // the app
        defaultLocalization: "en", platforms: [.macOS(.v15), .iOS("17.2")],
        products: [
          .library(name: "Lib", type: .dynamic, targets: ["Lib"]), .executable(name: "run", targets: ["Run"]),
          .plugin(name: "Gen", targets: ["Gen"]),
        ],
        traits: ["Small", .default(enabledTraits: ["Small"]), .trait(name: "Big", enabledTraits: ["Small"])],
        dependencies: [.package(name: "Near", path: "../near/"), .package(id: "mona.kit", exact: "1.0.0")],
        targets: [
          .target(
            name: "Lib",
            dependencies: [
              "Sys",
              .product(
                name: "N", package: "near", moduleAliases: ["A": "B"],
                condition: .when(platforms: [.macOS, .linux], traits: ["Big"])), .target(name: "Bin"),
            ],
            path: "Lib", exclude: ["x"], sources: ["y"], resources: [.process("R/"), .embedInCode("z.txt")],
            publicHeadersPath: "include", packageAccess: false, cSettings: [.define("A", to: "\\u{31}")],
            swiftSettings: [.swiftLanguageMode(.v5), .define("X", .when(configuration: .debug))],
            linkerSettings: [.linkedLibrary("z", .when(platforms: [.linux]))],
            plugins: ["Gen", .plugin(name: "P", package: "near")]),
          .executableTarget(name: "Run"), .testTarget(name: "LibTests", dependencies: ["Lib"]),
          .systemLibrary(name: "Sys", pkgConfig: "sys", providers: [.apt(["libsys"])]),
          .binaryTarget(name: "Bin", url: "https://example.org/bin.zip", checksum: "0"),
          .plugin(name: "Gen", capability: .buildTool(), dependencies: ["Run"]), .macro(name: "Mac"),
        ],
        swiftLanguageModes: [.v6], cxxLanguageStandard: .cxx20
      )
      """, tools: "6.1"
    ).get()
  }

  @Test func aPackageIsReadWithAllThatTheModelHolds() throws {
    let literal = try rich()
    let manifest = literal.manifest
    #expect(manifest.name == "App")
    #expect(manifest.toolsVersion == "6.1.0")
    #expect(manifest.cLanguageStandard == nil && manifest.cxxLanguageStandard == "c++20")
    #expect(
      manifest.products == [
        ManifestProduct(name: "Lib", kind: .library, linkage: .dynamic, targets: ["Lib"]),
        ManifestProduct(name: "run", kind: .executable, linkage: nil, targets: ["Run"]),
        ManifestProduct(name: "Gen", kind: .plugin, linkage: nil, targets: ["Gen"]),
      ])
    #expect(manifest.traits.map(\.name) == ["Big", "Small", "default"])
    #expect(manifest.traits.first { $0.name == "default" }?.enabledTraits == ["Small"])
    #expect(
      manifest.dependencies == [
        ManifestDependency(identity: "near", name: "Near", source: .folder(path: "/work/near")),
        ManifestDependency(
          identity: "mona.kit", name: nil, source: .registry(id: "mona.kit", requirement: "exact 1.0.0")),
      ])
    #expect(manifest.targets.map(\.kind) == [.regular, .executable, .test, .system, .binary, .plugin, .macro])
    try #require(manifest.targets.count > 4)
    let lib = manifest.targets[0]
    #expect(
      lib.dependencies == [
        ManifestTargetDependency(reference: .byName("Sys"), condition: nil),
        ManifestTargetDependency(
          reference: .product("N", package: "near"),
          condition: Condition(platforms: ["linux", "macos"], traits: ["Big"]), moduleAliases: ["A": "B"]),
        ManifestTargetDependency(reference: .target("Bin"), condition: nil),
      ])
    #expect([lib.path, lib.sources?.first, lib.exclude.first] == ["Lib", "y", "x"])
    #expect(
      lib.resources == [
        ManifestResource(path: "R", rule: .process), ManifestResource(path: "z.txt", rule: .embedInCode),
      ])
    #expect(
      lib.pluginUsages == [
        ManifestPluginUsage(name: "Gen", package: nil), ManifestPluginUsage(name: "P", package: "near"),
      ])
    #expect(
      lib.swiftSettings == [
        TargetSetting(.languageMode("5")),
        TargetSetting(.define("X"), condition: Condition(configuration: "debug")),
      ])
    #expect(lib.cSettings == [TargetSetting(.define("A=1"))])
    #expect(manifest.swiftLanguageModes == ["6"])
    #expect(manifest.targets.dropFirst(4).first?.url == "https://example.org/bin.zip")
    #expect(literal.dependencyLines == [[18, 19, 21], [], [28], [], [], [31], []])
  }

  @Test func constantsStandForTheirValuesWhereTheirTypesFit() throws {
    let literal = try read(
      """
      let name = "App"
      let next: Version = "2.0.0"
      var shared: [Target.Dependency] = ["Base", .product(name: "Kit", package: "kit")]
      let log = Target.Dependency.product(name: "Log", package: "kit")
      let settings = [SwiftSetting.define("A")]
      let package = Package(
        name: name, dependencies: [.package(url: "https://example.org/kit", .upToNextMinor(from: next))],
        targets: [
          .target(
            name: name, dependencies: shared + [
              log
            ] + ["Last"], swiftSettings: settings + [.define("B")]),
          .target(name: "Base"),
        ])
      """
    ).get()
    #expect(literal.manifest.name == "App")
    try #require(!literal.manifest.targets.isEmpty)
    #expect(
      literal.manifest.targets[0].dependencies.map(\.reference) == [
        .byName("Base"), .product("Kit", package: "kit"), .product("Log", package: "kit"), .byName("Last"),
      ])
    #expect(literal.manifest.targets[0].swiftSettings.map(\.kind) == [.define("A"), .define("B")])
    // A constant's elements stand in the constant, a constant that is an element where it is used.
    #expect(literal.dependencyLines == [[5, 5, 13, 14], []])
    #expect(
      literal.manifest.dependencies.first?.source
        == .repository(location: "https://example.org/kit", requirement: "2.0.0..<2.1.0"))
  }

  @Test(arguments: [
    (#"url: "https://example.org/a/Kit.git", from: "1.2.3""#, "kit", "1.2.3..<2.0.0"),
    (#"url: "https://example.org/a/Kit/", "1.2.3"..<"1.3.0-beta.1""#, "kit", "1.2.3..<1.3.0-beta.1"),
    (#"url: "git@example.org:a/b.git", "1.2.3" ... "1.2.3""#, "b", "1.2.3..<1.2.4"),
    (#"url: "ssh://git@example.org/x", exact: "1.2.3-rc.1+7""#, "x", "exact 1.2.3-rc.1+7"),
    (#"url: "https://example.org/x", .exact("01.2.3")"#, "x", "exact 1.2.3"),
    (#"url: "https://example.org/x", branch: "main""#, "x", "branch main"),
    (#"url: "https://example.org/x", .revision("abc")"#, "x", "revision abc"),
    (#"url: "https://example.org/x", from: Version(1, 2, 3)"#, "x", "1.2.3..<2.0.0"),
    (#"url: "https://example.org/x", from: Version.init(1, 2, 3)"#, "x", "1.2.3..<2.0.0"),
    (#"id: "mona.Linked-List", .upToNextMinor(from: "1.2.3")"#, "mona.Linked-List", "1.2.3..<1.3.0"),
  ])
  func requirementsAreWrittenAsSwiftPMWritesThem(arguments: String, identity: String, requirement: String) throws {
    let manifest = try read(#"let package = Package(name: "P", dependencies: [.package(\#(arguments))])"#).get()
      .manifest
    let dependency = try #require(manifest.dependencies.first)
    #expect(dependency.identity == identity)
    switch dependency.source {
    case .repository(_, requirement), .registry(_, requirement): break
    default: Issue.record("\(dependency)")
    }
  }

  @Test(arguments: [
    ("../Core", "/work/Core", "core"), ("./a/../b//", "/work/App/b", "b"), ("/abs/./X.git", "/abs/X.git", "x"),
    (".", "/work/App", "app"), ("../..", "/", ""),
  ])
  func foldersAreWorkedOutFromThePackage(path: String, absolute: String, identity: String) throws {
    let manifest = try read(#"let package = Package(name: "P", dependencies: [.package(path: "\#(path)")])"#).get()
      .manifest
    #expect(
      manifest.dependencies == [ManifestDependency(identity: identity, name: nil, source: .folder(path: absolute))])
  }

  @Test func aPackageThatDeclaresNothingIsASystemLibraryWhereThereIsAModuleMap() throws {
    let text = #"let package = Package(name: "Sys", pkgConfig: "sys", providers: [.brew(["sys"])])"#
    #expect(try read(text).get().manifest.targets == [])
    let manifest = try read(text, hasModuleMap: true).get().manifest
    #expect(manifest.targets.map { "\($0.name) \($0.kind) \($0.path ?? "-")" } == ["Sys system "])
    #expect(manifest.products.map(\.targets) == [["Sys"]])
  }

  @Test func emptyConditionsAreNone() throws {
    let manifest = try readTarget(#"dependencies: [.target(name: "B", condition: .when(platforms: []))]"#).get()
      .manifest
    try #require(!manifest.targets.isEmpty)
    #expect(manifest.targets[0].dependencies.map(\.condition) == [nil])
  }

  @Test(arguments: [
    (#"["a", "b"].contains("b") ? "yes" : "no""#, "yes"), (#"["a"].contains("b") ? "yes" : "no""#, "no"),
    (#"["a", "b"].contains { $0 == "b" } ? "yes" : "no""#, "yes"),
    (#"["a", "b"].first ?? "none""#, "a"), (#"["a", "b"].last ?? "none""#, "b"),
  ])
  func membersOfListsAreWorkedOut(expression: String, name: String) throws {
    let manifest = try read("let list: [String] = []\nlet package = Package(name: \(expression))").get().manifest
    #expect(manifest.name == name)
  }

  @Test(arguments: [
    ("package.name += \"end\"", "Pend"), ("let end: String\nend = \"a\"\npackage.name = end", "a"),
    ("for name in [\"a\"].flatMap({ one in [\"b\"].map { two in one + two } }) { package.name = name }", "ab"),
    ("#if os(Linux) || os(macOS)\npackage.name = \"either\"\n#endif", "either"),
    ("#if os(Linux) && os(macOS)\npackage.name = \"both\"\n#endif", "P"),
    (
      "extension Array where Element == String { static var all: Self { [\"a\"] } }\nlet all: [String] = .all\n"
        + "package.name = all.first ?? \"none\"", "a"
    ),
  ])
  func whatFollowsThePackageChangesIt(statements: String, name: String) throws {
    #expect(try read("let package = Package(name: \"P\")\n" + statements).get().manifest.name == name)
  }

  /// The package has no targets, so that there is no first one.
  @Test(
    arguments: [
      ("if !package.targets.isEmpty, package.targets.first!.name == \"A\" { package.name = \"B\" }", "P"),
      ("if let first = package.targets.first { package.name = first.name }", "P"),
      ("if package.targets.isEmpty {} else { package.name = package.targets.first!.name }", "P"),
      ("package.name = package.targets.isEmpty ? \"none\" : package.targets.first!.name", "none"),
      ("if package.targets.isEmpty || package.targets.first!.name == \"A\" { package.name = \"B\" }", "B"),
      ("for target in package.targets { package.name = package.targets.first!.name + target.name }", "P"),
      ("package.name = package.targets.first!.name", nil),
      ("if package.targets.isEmpty, package.targets.first!.name == \"A\" {}", nil),
    ] as [(String, String?)])
  func `code that does not run does not crash`(statement: String, name: String?) throws {
    let result = read("let package = Package(name: \"P\")\n" + statement)
    guard let name else { return #expect(refusal(result) == .invalidValue) }
    #expect(try result.get().manifest.name == name)
  }

  @Test func `constants that end without a value are forgotten, and those outside are not`() throws {
    let text = """
      let package = Package(name: "P")
      let end: String
      if package.targets.isEmpty {
        let one: String
      } else {
        let other: String
      }
      for number in 0..<2 {
        let another: String
      }
      end = "a"
      package.name = end
      """
    #expect(try read(text).get().manifest.name == "a")
    let missing = text.replacing("end = \"a\"\n", with: "")
    #expect(refusal(read(missing)) == .unknownName)
  }

  /// A brace behind the head begins the block, and a closure where something is around it.
  @Test(arguments: [
    (
      "for name in [\"a\", \"b\"].filter({ $0 == \"b\" }).map({ $0 + \"c\" }) { package.name = name }\n"
        + "package.name += [\"x\"].contains { $0 == \"x\" } ? \"d\" : \"e\"",
      "bcd"
    ),
    ("if ([\"a\"].contains { $0 == \"a\" }) { package.name = \"b\" }", "b"),
    ("for name in [[\"a\"].contains { $0 == \"a\" } ? \"b\" : \"c\"] { package.name = name }", "b"),
  ])
  func `closures in the head of a statement are told from its block`(statements: String, name: String) throws {
    #expect(try read("let package = Package(name: \"P\")\n" + statements).get().manifest.name == name)
  }

  @Test(arguments: [
    ("5.3", #"let r: [Resource] = [.process("R")]"#, #".target(name: "A", resources: r)"#),
    ("5.3", "", #".target(name: "A", swiftSettings: [.define("W", .when(platforms: [.windows]))])"#),
  ])
  func aDeclarationIsReadFromTheVersionOnThatHasIt(tools: String, constant: String, target: String) {
    #expect(refusal(read("\(constant)\nlet package = Package(name: \"P\", targets: [\(target)])", tools: tools)) == nil)
  }

  @Test(arguments: [("10.15", true), ("17.0", true), ("10", true), ("9.11", false)])
  func theFirstNumberOfAPlatformsVersionDecides(version: String, isRead: Bool) {
    let result = read("let package = Package(name: \"P\", platforms: [.macOS(\"\(version)\")])")
    #expect((refusal(result) == nil) == isRead)
  }

  @Test func aPluginNeedsNoParenthesesToBeABuildTool() {
    func plugin(_ capability: String) -> LiteralError.Reason? {
      let target = ".plugin(name: \"G\", capability: \(capability))"
      return refusal(read("let package = Package(name: \"P\", targets: [\(target)])"))
    }
    #expect(plugin(".buildTool") == nil && plugin(".buildTool()") == nil)
    #expect(plugin(".command") != nil)
  }

  @Test func escapesInStringsAreWorkedOut() throws {
    let manifest = try read(#"let package = Package(name: "a\"b\\\u{1F600}\n\t")"#).get().manifest
    #expect(manifest.name == "a\"b\\😀\n\t")
  }

  @Test func carriageReturnsBeforeNewlinesAreWhiteSpace() throws {
    let text = "// swift-tools-version:5.9\r\nimport PackageDescription\r\nlet package = Package(\r\nname: \"P\")\r\n"
    #expect(try read(text).get().manifest.name == "P")
  }
}
