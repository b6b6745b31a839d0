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

  @Test func theCompilersNameHoldsNoOtherCharacters() {
    #expect(Module.compiledName("default-as-flag") == "default_as_flag")
    #expect(Module.compiledName("2fa Kit") == "_fa_Kit")
    #expect(Module.compiledName("_NIOBase64") == "_NIOBase64")
  }

  @Test(arguments: [
    ("Dashbord", ["Dashboard"]), ("NCF", ["NFC"]), ("core", ["Core", "CoreUI"]), ("Passcod", ["Passcode"]),
    ("Unrelated", []), ("", []),
  ])
  func nearNamesAreFound(name: String, expected: [String]) {
    #expect(["Core", "CoreUI", "Dashboard", "NFC", "Passcode", "QR"].nearest(to: name) == expected)
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

  @Test func whateverOrderAGraphIsMadeInItIsSorted() {
    #expect(ModuleGraph(warnings: ["b", "a"]).warnings == ["a", "b"])
    #expect(ModuleGraph(["B": ["A"]]).modules.map(\.name) == ["A", "B"])
  }
}
