import Advice
import ModuleGraph
import Testing

/// Findings about settings and phases of Xcode projects.
@Suite struct XcodeAdviceTests {
  private func facts(_ targets: XcodeTargetFacts...) -> AdviceFacts {
    var facts = AdviceFacts.example(packages: [.example("App", tools: nil)], modules: [.example("App", .app)])
    facts.targets = targets
    return facts
  }

  @Test(arguments: [
    ("whole-module-debug", ["SWIFT_COMPILATION_MODE": "wholemodule"]),
    ("whole-module-debug", ["OTHER_SWIFT_FLAGS": "$(inherited) -wmo"]),
    ("several-architectures", ["ONLY_ACTIVE_ARCH": "NO"]),
    ("dsym-in-debug", ["DEBUG_INFORMATION_FORMAT": "dwarf-with-dsym"]),
    (
      "cache-without-explicit-modules",
      ["COMPILATION_CACHE_ENABLE_CACHING": "YES", "SWIFT_ENABLE_EXPLICIT_MODULES": "NO"]
    ),
  ])
  func `a setting that slows Debug is a finding`(kind: String, settings: [String: String]) throws {
    let finding = try #require(facts(.example("App", settings)).findings(kind).first)
    #expect(finding.place == .file(.init(file: "App.xcodeproj/project.pbxproj", line: 7)))
    #expect(finding.modules == [id("App")])
  }

  @Test(arguments: [
    ["SWIFT_COMPILATION_MODE": "singlefile"], ["ONLY_ACTIVE_ARCH": "YES"], ["DEBUG_INFORMATION_FORMAT": "dwarf"],
    ["ONLY_ACTIVE_ARCH": "NO", "ARCHS": "arm64"], ["ONLY_ACTIVE_ARCH": "NO", "EXCLUDED_ARCHS": "x86_64"],
    ["SWIFT_COMPILATION_MODE": "wholemodule", "SWIFT_OPTIMIZATION_LEVEL": "-O"],
    [
      "COMPILATION_CACHE_ENABLE_CACHING": "YES", "SWIFT_ENABLE_COMPILE_CACHE": "NO",
      "SWIFT_ENABLE_EXPLICIT_MODULES": "NO",
    ],
    ["SWIFT_ENABLE_EXPLICIT_MODULES": "NO"],
  ])
  func `other values are none`(settings: [String: String]) {
    #expect(facts(.example("App", settings)).advice().findings == [])
  }

  @Test func `release builds may do all of this`() {
    let settings = [
      "SWIFT_COMPILATION_MODE": "wholemodule", "ONLY_ACTIVE_ARCH": "NO", "DEBUG_INFORMATION_FORMAT": "dwarf-with-dsym",
    ]
    #expect(facts(.example("App", settings, configuration: "Release")).advice().findings == [])
  }

  @Test func `a setting of the project is one finding for all targets`() {
    let settings = ["DEBUG_INFORMATION_FORMAT": "dwarf-with-dsym"]
    let found = facts(
      .example("App", settings), .example("Kit", settings, kind: .framework),
      .example("Static", settings, kind: .staticLibrary)
    ).findings("dsym-in-debug")
    #expect(
      found.map(\.message) == [
        "Debug of 2 targets (App, Kit) makes dSYM files (DEBUG_INFORMATION_FORMAT = dwarf-with-dsym)"
      ])
  }

  @Test func `scripts without outputs and without dependency analysis are told apart`() {
    let place = Dependency.Location(file: "project.pbxproj", line: 3)
    let found = facts(
      .example(
        "App", [:],
        scripts: [
          ("Lint", false, true, place),
          ("Licenses", false, false, place),
          ("Generate", true, false, place),
        ])
    ).advice().findings
    #expect(
      found.map(\.message) == [
        "“Licenses” of App has no outputs", "“Lint” of App is not based on dependency analysis",
      ])
  }

  @Test func `a bridging header counts if it is large, and much Swift depends on it`() {
    func found(headers: Int, files: Int) -> [AdviceFinding] {
      facts(
        .example("App", ["SWIFT_OBJC_BRIDGING_HEADER": "App/Bridging.h"], swiftFiles: files, bridgedHeaders: headers)
      ).findings("bridging-header")
    }
    #expect(
      found(headers: 12, files: 80).map(\.message) == [
        "App/Bridging.h includes 12 headers, which all 80 Swift files of App depend on"
      ])
    #expect(found(headers: 3, files: 80) == [])
    #expect(found(headers: 12, files: 5) == [])
  }

  @Test func `an index is written on CI unless the project switches it off`() {
    var facts = facts(.example("App", [:]))
    facts.indexingBuilds = [.init(file: ".github/workflows/ci.yml", line: 30)]
    #expect(facts.findings("index-on-ci").count == 1)
    facts.targets = [.example("App", ["COMPILER_INDEX_STORE_ENABLE": "NO"])]
    #expect(facts.findings("index-on-ci") == [])
  }
}
