import ModuleGraph
import Testing

struct ValueTests {
  @Test func aModuleIDIsReadFromItsLastSlash() throws {
    let id = try #require(ModuleID("Packages/Core/Model"))
    #expect(id.package == "Packages/Core")
    #expect(id.name == "Model")
    #expect(ModuleID("Model") == nil)
    #expect(ModuleID("/Model") == nil)
    #expect(ModuleID("Core/") == nil)
  }

  /// The examples of FIPS 180-2, appendix B.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func aHashIsThatOfTheStandard(message: String, hash: String) {
    #expect(SHA256.hexadecimal(Array(message.utf8)) == hash)
  }

  @Test func furtherWarningsFollowThoseOfTheGraph() {
    let graph = ModuleGraph(["App": ["Core"]]).adding(warnings: ["first"])
    #expect(graph.warnings == ["first"])
    #expect(graph.adding(warnings: ["second"]).warnings == ["first", "second"])
    #expect(graph.adding(warnings: []) == graph)
  }

  @Test func everyKindButThatOfFilesIsOneOfModules() {
    #expect(Set(Module.Kind.allCases).subtracting(Module.Kind.ofModules) == [.file])
  }

  @Test func theCompilersNameHoldsNoOtherCharacters() {
    #expect(Module.compiledName("default-as-flag") == "default_as_flag")
    #expect(Module.compiledName("2fa Kit") == "_fa_Kit")
    #expect(Module.compiledName("_NIOBase64") == "_NIOBase64")
    #expect(Module.compiledName("Größe@2x") == "Größe_2x")
    #expect(Module.compiledName("[a]`{z}") == "_a___z_")
  }

  @Test(arguments: [
    ("Dashbord", ["Dashboard"]), ("NCF", ["NFC"]), ("core", ["Core", "CoreUI"]), ("Passcod", ["Passcode"]),
    ("Unrelated", []), ("", []),
  ])
  func nearNamesAreFound(name: String, expected: [String]) {
    #expect(["Core", "CoreUI", "Dashboard", "NFC", "Passcode", "QR"].nearest(to: name) == expected)
  }

  @Test(arguments: 0..<20)
  func dependenciesAreSortedByTheirEndsAsByThemselves(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = ["Core", "Core2", "core", "Über", "A", "M10", "M9"]
    let ids = ["a", "b/c", "b"].flatMap { package in names.map { ModuleID(package: package, name: $0) } }
    let dependencies = (0..<200).map { line in
      Dependency(
        from: ids.randomElement(using: &random) ?? ids[0], to: ids.randomElement(using: &random) ?? ids[0],
        kind: Bool.random(using: &random) ? .target : .product, product: Bool.random(using: &random) ? "P" : nil,
        location: Dependency.Location(file: "Package.swift", line: line))
    }
    #expect(dependencies.sortedByEnds() == dependencies.sorted())
    #expect(dependencies.sorted().sortedByEnds() == dependencies.sorted())
  }

  @Test func aConditionHoldsWhenEveryPartOfItDoesAndFailsWhenOneIsKnownTo() throws {
    let condition = try #require(Condition(platforms: ["macos", "linux"], configuration: "debug", traits: ["T"]))
    let decided = { condition.decided(platform: $0, configuration: $1, traits: $2) }
    #expect(decided("linux", "debug", ["T", "U"]) == .holds)
    #expect(decided("windows", "debug", ["T"]) == .fails)
    #expect(decided("linux", "release", ["T"]) == .fails)
    #expect(decided("linux", "debug", ["U"]) == .fails)
    #expect(decided(nil, nil, nil) == .open(condition))
    #expect(decided("linux", nil, ["T"]) == .open(try #require(Condition(configuration: "debug"))))
    #expect(decided(nil, "release", nil) == .fails)
    #expect(condition.description == "linux, macos; debug; trait T")
    #expect(Condition() == nil)
  }

  @Test func modulesElsewhereThatOnlyAFailedConditionNeedsVanish() {
    func id(_ name: String) -> ModuleID { ModuleID(package: "P", name: name) }
    let graph = ModuleGraph(
      modules: [Module(id: id("App"), kind: .regular)]
        + ["Always", "OnLinux", "Unused"].map { Module(id: id($0), kind: .external) },
      dependencies: [
        Dependency(from: id("App"), to: id("Always")),
        Dependency(from: id("App"), to: id("OnLinux"), condition: Condition(platforms: ["linux"])),
      ])
    func names(_ platform: String) -> [String] {
      graph.applyingConditions(platform: platform, traits: nil).modules.map(\.id.name)
    }
    #expect(names("linux") == ["Always", "App", "OnLinux", "Unused"])
    #expect(names("macos") == ["Always", "App", "Unused"])
  }

  @Test func whateverOrderAGraphIsMadeInItIsSorted() {
    #expect(ModuleGraph(warnings: ["b", "a"]).warnings == ["a", "b"])
    #expect(ModuleGraph(["B": ["A"]]).modules.map(\.name) == ["A", "B"])
  }
}
