import ImportSyntax
import ModuleGraph
import Testing

@Suite struct MacroSettingsTests {
  private typealias Build = CompilationSettings.Build

  @Test func definitionsHoldOnTheirPlatformsAndInTheirConfigurations() {
    let settings = MacroSettings(
      [
        TargetSetting(.define("A")), TargetSetting(.define("B=2"), condition: Condition(platforms: ["linux"])),
        TargetSetting(.define("C"), condition: Condition(configuration: "debug")),
      ], cxxSettings: [TargetSetting(.define("X=0"))])
    func isDefined(_ name: String, _ build: CompilationSettings.Build = Build()) -> Bool? {
      settings.answer(.query("defined", argument: name), in: build)
    }
    #expect(isDefined("A") == true)
    #expect(isDefined("B") == nil)
    #expect(isDefined("B", Build(platform: "linux")) == true)
    #expect(isDefined("B", Build(platform: "macos")) == false)
    #expect(isDefined("C", Build(configuration: "release")) == false)
    #expect(isDefined("X") == true)
    #expect(
      isDefined("OTHER", Build(platform: "linux", configuration: "debug", definitions: [])) == nil, "a header may")
    #expect(settings.answer(.flag("X"), in: Build()) == false)
    #expect(settings.answer(.flag("A"), in: Build()) == true)
    #expect(settings.answer(.comparison("B", .atLeast, 2), in: Build(platform: "linux")) == true)
    #expect(settings.answer(.comparison("B", .equal, 0), in: Build(platform: "macos")) == true)
  }

  @Test(
    arguments: [
      (["-DA", "-UA"], false), (["-U", "A", "-D", "A=1"], true), (["-DA=0x0"], false), (["-DA=B"], nil),
      (["-DA="], nil),
      (["-DA(x)=1"], nil), (["-UA", "-fno-rtti"], false), (["-DAB"], nil),
    ] as [([String], Bool?)])
  func flagsCountInTheirOrder(flags: [String], expected: Bool?) {
    #expect(MacroSettings([TargetSetting(.flags(flags))]).answer(.flag("A"), in: Build()) == expected)
  }

  /// The native build system passes them to compilers of C, too; swiftbuild does not.
  @Test func flagsOfCxxAreNotCertain() {
    let flags = TargetSetting(.flags(["-DA"]))
    #expect(MacroSettings([], cxxSettings: [flags]).answer(.flag("A"), in: Build()) == nil)
    #expect(MacroSettings([TargetSetting(.define("A"))], cxxSettings: [flags]).answer(.flag("A"), in: Build()) == true)
  }

  @Test func whatSourcesChangeIsUnknown() {
    let always = [TargetSetting(.define("A")), TargetSetting(.define("_GNU_SOURCE"))]
    let onLinux = TargetSetting(.define("B"), condition: Condition(platforms: ["linux"]))
    func isDefined(_ name: String, changed: Set<String> = [], defaults: Set<String> = [], on platform: String) -> Bool?
    {
      MacroSettings(always + [onLinux], changed: changed, defaults: defaults)
        .answer(.query("defined", argument: name), in: Build(platform: platform))
    }
    #expect(isDefined("A", changed: ["A"], on: "linux") == nil)
    #expect(isDefined("A", defaults: ["A"], on: "linux") == true)
    #expect(isDefined("B", defaults: ["B"], on: "linux") == true)
    #expect(isDefined("B", defaults: ["B"], on: "macos") == nil)
    #expect(isDefined("_GNU_SOURCE", on: "linux") == nil)
    #expect(isDefined("SWIFT_PACKAGE", changed: ["SWIFT_PACKAGE"], on: "linux") == true)
  }
}
