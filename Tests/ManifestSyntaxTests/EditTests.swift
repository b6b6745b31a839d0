import ModuleGraph
import Testing

@testable import ManifestSyntax

@Suite struct EditTests {
  // MARK: Declaring

  /// The arguments of the target `A` behind its name, before and after it depends on `B`.
  @Test(arguments: [
    (#"dependencies: []"#, #"dependencies: ["B"]"#),
    (#"dependencies: [ ]"#, #"dependencies: [ "B" ]"#),
    (#"dependencies: [/* none */]"#, #"dependencies: [/* none */ "B"]"#),
    (#"dependencies: ["C"]"#, #"dependencies: ["C", "B"]"#),
    (#"dependencies: ["C",]"#, #"dependencies: ["C", "B",]"#),
    (#"dependencies: ["C" /* c */]"#, #"dependencies: ["C", "B" /* c */]"#),
    (#"dependencies: ["C"] + []"#, #"dependencies: ["C", "B"] + []"#),
    (#"path: "p""#, #"dependencies: ["B"], path: "p""#),
    (#"exclude: ["x"], sources: ["y"]"#, #"dependencies: ["B"], exclude: ["x"], sources: ["y"]"#),
    ("dependencies: [\n    \"C\",\n  ]", "dependencies: [\n    \"C\",\n    \"B\",\n  ]"),
    ("dependencies: [\n    \"C\"\n  ]", "dependencies: [\n    \"C\",\n    \"B\"\n  ]"),
    ("dependencies: [\n\t\t\"C\",\n\t]", "dependencies: [\n\t\t\"C\",\n\t\t\"B\",\n\t]"),
    ("dependencies: [\r\n    \"C\",\r\n  ]", "dependencies: [\r\n    \"C\",\r\n    \"B\",\r\n  ]"),
    ("dependencies: [\n    \"C\",  // why\n  ]", "dependencies: [\n    \"C\",  // why\n    \"B\",\n  ]"),
    ("dependencies: [\n    \"C\"  // why\n  ]", "dependencies: [\n    \"C\",  // why\n    \"B\"\n  ]"),
    (
      "dependencies: [\n    \"C\",\n    // the end\n  ]", "dependencies: [\n    \"C\",\n    \"B\",\n    // the end\n  ]"
    ),
    ("dependencies: [\n    // none, yet\n  ]", "dependencies: [\n    // none, yet\n    \"B\",\n  ]"),
    ("dependencies: [\n  ]", "dependencies: [\n    \"B\",\n  ]"),
    (
      "dependencies: [\n    .product(\n      name: \"Kit\", package: \"kit\"\n    ),\n  ]",
      "dependencies: [\n    .product(\n      name: \"Kit\", package: \"kit\"\n    ),\n    \"B\",\n  ]"
    ),
    ("dependencies: [\"C\",\n    \"D\"]", "dependencies: [\"C\",\n    \"D\",\n    \"B\"]"),
    ("dependencies: [\n    \"C\", \"D\"\n  ]", "dependencies: [\n    \"C\", \"D\", \"B\"\n  ]"),
    ("\n    path: \"p\"", "\n    dependencies: [\"B\"],\n    path: \"p\""),
    (#"dependencies: [.target(name: "C")]"#, #"dependencies: [.target(name: "C"), "B"]"#),
  ])
  func aDependencyIsAddedAsTheOthersAreLaidOut(before: String, after: String) throws {
    try expect(before, declare(.byName("B"), of: "A"), gives: after)
  }

  @Test func aTargetWithoutArgumentsGetsSome() throws {
    let text = #".target(name: "A"), .target(name: "B", dependencies: [.target(name: "C")]), .target(name: "C")"#
    let change = declare(.byName("C"), of: "A")
    #expect(
      try changed(package(text), change) == package(text.replacing(#""A")"#, with: #""A", dependencies: ["C"])"#)))
    let long = ".target(\n      name: \"A\"  // a\n    ), .target(name: \"C\")"
    #expect(
      try changed(package(long), change)
        == package(".target(\n      name: \"A\",  // a\n      dependencies: [\"C\"]\n    ), .target(name: \"C\")"))
  }

  @Test func aProductIsWrittenWithItsPackage() throws {
    try expect(
      #"dependencies: ["C"]"#, declare(.product("Kit", package: "kit"), of: "A"),
      gives: #"dependencies: ["C", .product(name: "Kit", package: "kit")]"#)
  }

  // MARK: Removing

  @Test(arguments: [
    (#"dependencies: ["B"]"#, #"dependencies: []"#),
    (#"dependencies: [ "B", ]"#, #"dependencies: []"#),
    (#"dependencies: ["B", "C"]"#, #"dependencies: ["C"]"#),
    (#"dependencies: ["C", "B"]"#, #"dependencies: ["C"]"#),
    (#"dependencies: ["C", "B",]"#, #"dependencies: ["C",]"#),
    (#"dependencies: ["C", "B", "D"]"#, #"dependencies: ["C", "D"]"#),
    (#"dependencies: [.target(name: "B"), "C"]"#, #"dependencies: ["C"]"#),
    (#"dependencies: ["C"] + ["B"]"#, #"dependencies: ["C"] + []"#),
    ("dependencies: [\n    \"B\",\n    \"C\",\n  ]", "dependencies: [\n    \"C\",\n  ]"),
    ("dependencies: [\n    \"C\",\n    \"B\"\n  ]", "dependencies: [\n    \"C\"\n  ]"),
    ("dependencies: [\n    \"C\",  // c\n    \"B\"\n  ]", "dependencies: [\n    \"C\"  // c\n  ]"),
    ("dependencies: [\r\n\t\"C\",\r\n\t\"B\",\r\n]", "dependencies: [\r\n\t\"C\",\r\n]"),
    ("dependencies: [\n    \"B\"\n  ]", "dependencies: []"),
    ("dependencies: [\n    // all\n    \"B\",\n  ]", "dependencies: [\n    // all\n  ]"),
    ("dependencies: [\"B\",\n    \"C\"]", "dependencies: [\n    \"C\"]"),
    ("dependencies: [\"B\", // b\n    \"C\"]", "dependencies: [// b\n    \"C\"]"),
    ("dependencies: [\"C\", // c\n    \"B\"]", "dependencies: [\"C\" // c\n    ]"),
    ("dependencies: [\"C\",\n    \"B\"]", "dependencies: [\"C\"]"),
    (
      "dependencies: [\n    .target(name: \"B\", condition: .when(platforms: [.linux])),\n    \"C\",\n"
        + "    .target(\n      name: \"B\", condition: .when(platforms: [.macOS])),\n  ]",
      "dependencies: [\n    \"C\",\n  ]"
    ),
  ])
  func aDependencyIsRemovedWithItsCommaAndItsLine(before: String, after: String) throws {
    try expect(before, .remove("B", of: "A"), gives: after)
  }

  @Test(arguments: [
    "dependencies: [\n    \"C\",\n    \"B\",  // not imported, but linked\n  ]",
    "dependencies: [\n    \"C\",  // c\n    \"B\"  // b\n  ]",
    "dependencies: [.target(name: \"B\" /* sic */)]", "dependencies: [\"B\" /* why */, \"C\"]",
  ])
  func `what has a comment is not removed`(arguments: String) throws {
    let text = package(".target(name: \"A\", \(arguments)), .target(name: \"B\"), .target(name: \"C\")")
    let error = #expect(throws: EditObstacle.self) { try changed(text, .remove("B", of: "A")) }
    guard case .comment? = error else { return #expect(error == .comment(line: 0)) }
  }

  // MARK: Packages

  @Test(arguments: [
    ("", #"dependencies: [.package(path: "../Kit")], "#),
    (#"dependencies: [], "#, #"dependencies: [.package(path: "../Kit")], "#),
    (
      #"dependencies: [.package(url: "https://example.org/kit2", from: "1.0.0")], "#,
      #"dependencies: [.package(url: "https://example.org/kit2", from: "1.0.0"), .package(path: "../Kit")], "#
    ),
  ])
  func aPackageIsAddedBeforeTheTargets(before: String, after: String) throws {
    func text(_ dependencies: String) -> String {
      "let package = Package(name: \"P\", \(dependencies)targets: [.target(name: \"A\")])\n"
    }
    #expect(
      try changed(text(before), .addPackage(path: "../Kit", folder: "/work/Kit")) == text(after))
  }

  // MARK: Places

  @Test func ofSeveralMentionsTheOneThatDeclaresMoreThanTheNameIsTheTarget() throws {
    let text = """
      let named: [Target] = [.target(name: "A")]
      let package = Package(name: "P", targets: [.target(name: "A", dependencies: []), .target(name: "B")])

      """
    #expect(
      try changed(text, declare(.byName("B"), of: "A"))
        == text.replacing("dependencies: []", with: "dependencies: [\"B\"]"))
  }

  @Test func constantsAndFunctionsOfTheFileAreFollowed() throws {
    let text = """
      let own: [Target.Dependency] = ["C"]
      let package = Package(name: "P", targets: [
        .target(name: "A", dependencies: own), .target(name: "C"), .target(name: "D"),
      ])

      """
    #expect(
      try changed(text, declare(.byName("D"), of: "A"))
        == text.replacing("[\"C\"]\nlet", with: "[\"C\", \"D\"]\nlet"))
    #expect(try changed(text, .remove("C", of: "A")) == text.replacing("[\"C\"]\nlet", with: "[]\nlet"))
    let function = """
      func module(_ name: String, dependencies: [Target.Dependency] = []) -> Target {
        .target(name: name, dependencies: dependencies)
      }
      let package = Package(name: "P", targets: [module("A", dependencies: ["C"]), module("C"), module("D")])

      """
    #expect(
      try changed(function, declare(.byName("D"), of: "A"))
        == function.replacing("[\"C\"]", with: "[\"C\", \"D\"]"))
    #expect(throws: EditObstacle.computed(line: 6)) { try changed(function, declare(.byName("D"), of: "C")) }
  }

  @Test func whatIsComputedIsLeftAlone() throws {
    let shared = """
      let own: [Target.Dependency] = ["C"]
      let package = Package(name: "P", targets: ["A", "B"].map { .target(name: $0, dependencies: own) }
        + [.target(name: "C")])

      """
    #expect(throws: EditObstacle.notFound(target: "A")) { try changed(shared, declare(.byName("B"), of: "A")) }
    let twice = """
      let package = Package(name: "P", targets: [.target(name: "B")])
      if true { package.targets.append(.target(name: "A", path: "a")) } else {
        package.targets.append(.target(name: "A", path: "b"))
      }

      """
    #expect(throws: EditObstacle.severalPlaces(lines: [4, 5])) {
      try changed(twice, declare(.byName("B"), of: "A"))
    }
    let hosts = """
      let package = Package(name: "P", targets: [.target(name: "B")])
      #if os(Linux)
      package.targets.append(.target(name: "A", path: "a"))
      #else
      package.targets.append(.target(name: "A", path: "b"))
      #endif

      """
    #expect(throws: EditObstacle.otherHosts(directive: "#else of #if os(Linux)", line: 6)) {
      try changed(hosts, declare(.byName("B"), of: "A"))
    }
    let sum = #".target(name: "A", dependencies: [.target(name: "B")].filter { _ in true }), .target(name: "B")"#
    #expect(throws: EditObstacle.self) { try changed(package(sum), .remove("B", of: "A")) }
  }

  /// On another host, with another variable, it would be there twice.
  @Test(arguments: [
    ("A", "own", "var own: [Target.Dependency] = [\"C\"]\n#if os(macOS)\nown.append(\"B\")\n#endif\n", "", 5),
    ("A", "[\"C\"] + (isBig ? [\"B\"] : [])", "", "", 4), ("A", "[\"C\"] + more()", Self.more, "", 4),
    ("A", "[\"C\"]", "", "#if os(macOS)\npackage.targets[0].dependencies.append(\"B\")\n#endif\n", 7),
    ("A", "[\"C\"]", "", "if isBig { package.targets.first { $0.name == \"A\" }?.dependencies.append(\"B\") }\n", 6),
    ("A", "[\"C\"]", "", "if isBig { package.targets.first { $0.name == \"C\" }?.dependencies.append(\"B\") }\n", nil),
    (
      "A", "[\"C\"]", "",
      "switch isBig {\ncase true: package.targets[0].dependencies.append(\"B\")\ndefault: break\n}\n", 7
    ),
    (
      "A", "[\"C\"]", "",
      "[\"B\"].forEach { name in if isBig { package.targets[0].dependencies += [.target(name: name)] } }\n", 6
    ),
    ("A", "[\"C\"]", "let other: [Target.Dependency] = [\"B\"]\n", "", nil),
    ("A", "[\"C\"]", "#if os(macOS)\nlet unused = \"B\"\n#endif\n", "", nil),
  ])
  func `what a manifest's code declares under a condition is not declared again`(
    target: String, dependencies: String, before: String, after: String, line: Int?
  ) throws {
    let text =
      before
      + package(".target(name: \"A\", dependencies: \(dependencies)), .target(name: \"B\"), .target(name: \"C\")")
      + after
    guard let line else { return #expect(try changed(text, declare(.byName("B"), of: target)) != text) }
    #expect(throws: EditObstacle.conditional(name: "B", line: line)) {
      try changed(text, declare(.byName("B"), of: target))
    }
  }

  /// `.target(name:)` is a dependency as well as a target.
  @Test(
    arguments: [
      ("func link(_ more: inout [Target.Dependency]) { if isBig { more.append(.target(name: \"B\")) } }\n", 4),
      ("func link(_ more: inout [Target.Dependency]) { if isBig { more += [.target(name: \"B\")] } }\n", 4),
      (
        "func link(_ more: inout [Target.Dependency]) {\n  if isBig { more.append(contentsOf: [.target(name: \"B\")]) }\n}\n",
        5
      ),
      ("func link(_ more: inout [Target.Dependency]) { if isBig { more.insert(.target(name: \"B\"), at: 0) } }\n", 4),
      ("func link(_ more: inout [Target.Dependency]) {}\npackage.targets.append(.target(name: \"D\"))\n", nil),
      ("func link(_ more: inout [Target.Dependency]) { more.append(.target(name: \"C\")) }\n", nil),
    ] as [(String, Int?)])
  func whatAFunctionMayAddThroughItsParameterIsLeftAlone(code: String, line: Int?) throws {
    let text =
      "let isBig = false\n" + code + package(".target(name: \"A\"), .target(name: \"B\"), .target(name: \"C\")")
      + "link(&package.targets[0].dependencies)\n"
    guard let line else { return #expect(try changed(text, declare(.byName("B"), of: "A")) != text) }
    #expect(throws: EditObstacle.conditional(name: "B", line: line)) {
      try changed(text, declare(.byName("B"), of: "A"))
    }
  }

  private static let more = "func more() -> [Target.Dependency] {\n  isBig ? [\"B\"] : []\n}\n"

  /// Only one of its values is the one that counts, or none alone.
  @Test(arguments: [
    "let own: [Target.Dependency] = [\"C\"]\nfunc other() {\n  let own: [Target.Dependency] = []\n  _ = own\n}\n",
    "var own: [Target.Dependency] = [\"C\"]\nown += [\"D\"]\n",
    "let own: [Target.Dependency]\nif true { own = [\"C\"] } else { own = [] }\n",
  ])
  func aConstantWithSeveralValuesIsLeftAlone(definitions: String) throws {
    let text =
      definitions + "let package = Package(name: \"P\", targets: [.target(name: \"A\", dependencies: own), "
      + ".target(name: \"B\"), .target(name: \"C\"), .target(name: \"D\")])\n"
    let line = 3 + definitions.count { $0 == "\n" }
    #expect(throws: EditObstacle.computed(line: line)) { try changed(text, declare(.byName("B"), of: "A")) }
  }

  @Test func platformsAreACondition() throws {
    let linux = ManifestTargetDependency(reference: .byName("B"), condition: Condition(platforms: ["linux", "macos"]))
    try expect(
      "dependencies: []", .declare(linux, of: "A"),
      gives: #"dependencies: [.byName(name: "B", condition: .when(platforms: [.linux, .macOS]))]"#)
    let kit = ManifestTargetDependency(
      reference: .product("Kit", package: "kit"), condition: Condition(platforms: ["maccatalyst"]))
    try expect(
      "dependencies: []", .declare(kit, of: "A"),
      gives: #"dependencies: [.product(name: "Kit", package: "kit", condition: .when(platforms: [.macCatalyst]))]"#)
  }

  // MARK: -

  private func package(_ targets: String) -> String {
    "let package = Package(name: \"P\", targets: [\n    \(targets)\n  ])\n"
  }

  /// Changes the target `A` of a package with four, and holds what the reader makes of that against the intention.
  private func expect(_ before: String, _ change: ManifestChange, gives after: String) throws {
    func text(_ arguments: String) -> String {
      """
      let package = Package(
        name: "App", dependencies: [.package(url: "https://example.org/kit", from: "1.0.0")],
        targets: [.target(name: "A", \(arguments)), .target(name: "B"), .target(name: "C"), .target(name: "D")])

      """
    }
    #expect(try changed(text(before), change) == text(after))
  }

  @Test func `a package without a list of products, or of targets, gets one where it belongs`() {
    func added(to text: String, _ additions: (ManifestEdit) -> [ManifestAddition]) -> [String] {
      additions(ManifestEdit(of: Array(text.utf8), manifest: Self.named("A"), os: "linux")).map {
        String(decoding: $0.bytes, as: UTF8.self)
      }
    }
    let target = NewTarget(name: "A", kind: .regular, dependencies: [])
    #expect(
      added(to: "let package = Package(name: \"P\", dependencies: [], targets: [.target(name: \"A\")])") {
        $0.addingProduct(of: target, beside: [])
      } == [
        "let package = Package(name: \"P\", products: [.library(name: \"A\", targets: [\"A\"])], dependencies: [], "
          + "targets: [.target(name: \"A\")])"
      ])
    #expect(
      added(to: "let package = Package(name: \"P\")") { $0.adding(target, beside: [], of: Self.named()) }
        == ["let package = Package(name: \"P\", targets: [.target(name: \"A\")])"])
  }

  @Test(arguments: [",", ""])
  func `a target is declared in the layout of its neighbour, in a folder of its own`(comma: String) {
    func declaration(_ name: String) -> String {
      ".target(\n    name: \"\(name)\",\n    dependencies: [\"Core\"],\n    path: \"Features/\(name)\"\(comma)\n  ),\n"
    }
    func text(_ names: String...) -> String {
      let declarations = names.map { "  " + declaration($0) }.joined()
      return "let package = Package(name: \"P\", targets: [\n\(declarations)  .target(name: \"Core\"),\n])\n"
    }
    let manifest = Self.named("Home", "Core")
    let core = ManifestTargetDependency(reference: .byName("Core"), condition: nil)
    let additions = ManifestEdit(of: Array(text("Home").utf8), manifest: manifest, os: "linux").adding(
      NewTarget(name: "Leaflet", kind: .regular, dependencies: [core]), beside: ["Home"], of: manifest)
    #expect(additions.first.map { String(decoding: $0.bytes, as: UTF8.self) } == text("Home", "Leaflet"))
  }

  /// The text after a change. Where the literal reader reads it, it means what the change intends.
  private func changed(_ text: String, _ change: ManifestChange) throws -> String {
    let header = "// swift-tools-version:6.1\nimport PackageDescription\n"
    let manifest = try? read(header + text).get().manifest
    var edit = ManifestEdit(
      of: Array((header + text).utf8), manifest: manifest ?? Self.named("A", "B", "C", "D"), os: "linux")
    try edit.make(change)
    if let manifest {
      #expect(
        try LiteralManifest.read(
          edit.bytes, packageFolder: "/work/App", hasModuleMap: false, host: Self.host
        ).get().manifest.says(the: manifest.applying(change)))
    }
    let result = String(decoding: edit.bytes, as: UTF8.self)
    #expect(result.hasPrefix(header))
    return String(result.dropFirst(header.count))
  }

  /// An edit must not change what it was not meant to.
  @Test(arguments: [
    "targets: [.target(name: \"A\")], swiftLanguageModes: [.v5]",
    "targets: [.target(name: \"A\", swiftSettings: [.define(\"D\")])]",
    "targets: [.target(name: \"A\", cSettings: [.define(\"D\")])]",
  ]) func `settings are part of what a manifest says`(arguments: String) throws {
    let header = "// swift-tools-version:6.1\nimport PackageDescription\n"
    func manifest(_ arguments: String) throws -> Manifest {
      try read(header + "let package = Package(name: \"P\", \(arguments))\n").get().manifest
    }
    let (plain, other) = (try manifest("targets: [.target(name: \"A\")]"), try manifest(arguments))
    #expect(plain.says(the: plain) && !plain.says(the: other))
  }

  private static let host = ManifestHost(
    toolchain: ToolsVersion(6, 3, 1), os: "linux", arch: "x86_64", environment: [:])

  private static func named(_ names: String...) -> Manifest {
    Manifest(
      name: "P", toolsVersion: "6.1.0", dependencies: [], products: [],
      targets: names.map {
        ManifestTarget(
          name: $0, kind: .regular, path: nil, url: nil, sources: nil, exclude: [], resources: [], dependencies: [],
          pluginUsages: [])
      }, traits: [])
  }
}

private func declare(_ reference: ManifestTargetDependency.Reference, of target: String) -> ManifestChange {
  .declare(ManifestTargetDependency(reference: reference, condition: nil), of: target)
}
