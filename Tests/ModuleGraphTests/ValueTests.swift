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

  @Test func aConditionHoldsWhenEveryPartOfItDoes() throws {
    let condition = try #require(Condition(platforms: ["macos", "linux"], configuration: "debug", traits: ["T"]))
    #expect(condition.holds(platform: "linux", configuration: "debug", traits: ["T", "U"]))
    #expect(!condition.holds(platform: "windows", configuration: "debug", traits: ["T"]))
    #expect(!condition.holds(platform: "linux", configuration: "release", traits: ["T"]))
    #expect(!condition.holds(platform: "linux", configuration: "debug", traits: ["U"]))
    #expect(condition.description == "linux, macos; debug; trait T")
    #expect(Condition() == nil)
  }

  @Test func whateverOrderAGraphIsMadeInItIsSorted() {
    #expect(ModuleGraph(warnings: ["b", "a"]).warnings == ["a", "b"])
    #expect(ModuleGraph(["B": ["A"]]).modules.map(\.name) == ["A", "B"])
  }
}
