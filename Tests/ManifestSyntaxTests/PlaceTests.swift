import ModuleGraph
import TestSupport
import Testing

@testable import ManifestSyntax

/// What a target of SwiftPM's answer depends on and applies.
private func target(
  _ name: String, _ dependencies: [ManifestTargetDependency.Reference], plugins: [String] = []
) -> ManifestTarget {
  ManifestTarget(
    name: name, kind: .regular, path: nil, url: nil, sources: nil, exclude: [], resources: [],
    dependencies: dependencies.map { ManifestTargetDependency(reference: $0, condition: nil) },
    pluginUsages: plugins.map { ManifestPluginUsage(name: $0, package: nil) })
}

private func places(_ text: String, _ targets: [ManifestTarget]) -> ManifestLocations {
  let manifest = Manifest(
    name: "P", toolsVersion: "6.0.0", dependencies: [], products: [], targets: targets, traits: [])
  return LocationScan(of: manifest, in: Array(text.utf8), of: "Package.swift", lines: nil, os: "linux").places
}

extension [[PlacedLine?]] {
  /// The numbers of the lines that state what is there.
  fileprivate var exact: [[Int?]] { map { $0.map { $0.flatMap { $0.isComputed ? nil : $0.number } } } }
  /// Those of the lines that compute it.
  fileprivate var computed: [[Int?]] { map { $0.map { $0.flatMap { $0.isComputed ? $0.number : nil } } } }
}

@Suite struct PlaceTests {
  /// Functions that call the next one twice, and overloads that call one another. Each call of each function was
  /// followed, which is 2 to the power of their number.
  @Test(arguments: [false, true]) func `functions that call functions are searched once for each value`(
    isOverloaded: Bool
  ) {
    func steps(_ count: Int) -> (steps: Int, found: [LocationMention], tokens: Int) {
      let functions = (0..<count).map { number in
        let (name, next) = isOverloaded ? ("f", "f") : ("f\(number)", "f\(number + 1)")
        return "func \(name)(_ x: T\(number)) -> [T] { \(next)(\(next)(x)) + [x] }\n"
      }
      let bytes = Array((functions.joined() + "let all = f\(isOverloaded ? "" : "0")(\"Core\")\n").utf8)
      let text = LocationText(bytes: bytes, tokens: ManifestLexer.tokens(of: bytes))
      let names = LocationNames(text: text, definitions: LocationDefinition.all(in: text), targets: [])
      var mentions = LocationMentions(text: text, names: names)
      let budget = mentions.budget
      let found = mentions.found(in: (text.tokens.count - 4)..<text.tokens.count)
      return (budget - mentions.budget, found, text.tokens.count)
    }
    let (few, many) = (steps(20), steps(400))
    #expect(few.found.map(\.name).contains("Core") && many.found.map(\.name).contains("Core"))
    #expect(few.steps < 4 * few.tokens, "\(few.steps) for \(few.tokens) tokens")
    #expect(many.steps < 4 * many.tokens, "\(many.steps) for \(many.tokens) tokens")
  }

  @Test func `a constant is not read with the parameters of the function that uses it`() {
    let source = """
      let name = "Core"
      let shared: [Target.Dependency] = [.byName(name: name)]
      func module(_ name: String) -> [Target.Dependency] { shared + [.target(name: name)] }
      let all = module("Text")
      """
    let bytes = Array(source.utf8)
    let text = LocationText(bytes: bytes, tokens: ManifestLexer.tokens(of: bytes))
    let names = LocationNames(text: text, definitions: LocationDefinition.all(in: text), targets: [])
    var mentions = LocationMentions(text: text, names: names)
    let found = mentions.found(in: (text.tokens.count - 4)..<text.tokens.count)
    #expect(
      found == [
        LocationMention(name: "Core", form: .byName, line: 2), LocationMention(name: "Text", form: .target, line: 3),
        LocationMention(name: "Text", form: nil, line: 4),
      ])
  }

  @Test func dependenciesAreFoundInEveryFormThatManifestsGiveThem() {
    let found = places(
      """
      let atomics: Target.Dependency = .product(name: "Atomics", package: "atomics")
      let drivers: [Target.Dependency]
      if fast {
        drivers = []
      } else {
        drivers = [
          "Driver"
        ]
      }
      var package = Package(name: "P", targets: [
        .target(name: "Core", dependencies: ["Base", atomics] + drivers
          + names(["Text"]), plugins: [.plugin(name: "Gen")]),
      ])
      package.targets.append(contentsOf: [
        .executableTarget(
          name: "Tool",
          dependencies: [
            .target(name: "Core"),
            .product(
              name: "Args", package: "args"),
          ])
      ])
      package.targets.first { $0.name == "Tool" }!.dependencies += [
        .product(name: "Late", package: "late")
      ]
      """,
      [
        target(
          "Core",
          [
            .byName("Base"), .product("Atomics", package: "atomics"), .byName("Driver"), .product("Text", package: "t"),
          ],
          plugins: ["Gen"]),
        target("Tool", [.target("Core"), .product("Args", package: "args"), .product("Late", package: "late")]),
      ])
    #expect(found.dependencies.exact == [[11, 11, 7, 12], [18, 19, 24]])
    #expect(found.plugins.exact == [[12], []])
    #expect(found.targets == [11, 15])
    #expect(found.package == 10)
  }

  @Test func `an operator at the end or the beginning of a line continues a definition`() {
    let found = places(
      """
      let shared: [Target.Dependency] = ["Base"]
        + ["Text"]
      let more: [Target.Dependency] = ["Log"] +
        ["Kit"]
      let package = Package(name: "P", targets: [.target(name: "App", dependencies: shared + more)])
      """,
      [target("App", ["Base", "Text", "Log", "Kit"].map { .byName($0) })])
    #expect(found.dependencies.exact == [[1, 2, 3, 4]])
  }

  @Test(arguments: ["b", "bc"]) func `a string that is not closed ends with its line`(name: String) {
    let text = """
      let a = "\\(\(name)
      let package = Package(name: "P", targets: [.target(name: "App", dependencies: ["Core"])])
      """
    #expect(places(text, [target("App", [.byName("Core")])]).dependencies.exact == [[2]])
  }

  @Test func functionsAndExtensionsOfTheFileAreFollowed() {
    let found = places(
      """
      extension String {
        static let home = "ProtonHome"
      }
      extension Target.Dependency {
        static var home: Self { .target(name: .home) }
        static func core(module: String) -> Self { .product(name: "Core\\(module)", package: "core") }
      }
      func feature(name: String, dependencies: [Target.Dependency]) -> Target {
        .target(name: name, dependencies: [
          .product(name: "Logging", package: "log")
        ] + dependencies)
      }
      add(targets: [
        feature(name: .home, dependencies: [
          .core(module: "Text")
        ]),
        feature(name: .home + "Tests", dependencies: [
          .home
        ]),
      ])
      for name in ["One", "Two"] {
        targets.append(.target(name: name, dependencies: [
          "Shared"
        ]))
      }
      let package = Package(name: "P", targets: targets)
      """,
      [
        target("ProtonHome", [.product("Logging", package: "log"), .product("CoreText", package: "core")]),
        target("ProtonHomeTests", [.product("Logging", package: "log"), .target("ProtonHome")]),
        target("One", [.byName("Shared")]), target("Two", [.byName("Shared")]),
      ])
    #expect(found.dependencies.exact == [[10, 15], [10, 18], [23], [23]])
  }

  @Test func whatAClosureOrLoopNamesIsComputedThere() {
    let found = places(
      """
      let kits: [Target] = [.target(name: "CoreKit"), .target(name: "TextKit")]
      let package = Package(name: "P", targets: kits + [
        .target(name: "App", dependencies: [
          "TextKit"
        ] + kits.filter { $0.name != "TextKit" }.map { kit in
          .target(name: kit.name)
        }),
        .testTarget(name: "AppTests", dependencies: ["App"]),
      ])
      package.targets.append(
        .target(
          name: "All",
          dependencies: package.targets.compactMap {
            if $0.type == .test || $0.name == "TextKit" {
              return nil
            } else {
              return .byName(name: $0.name)
            }
          }))
      for kind in ["Core", "Text"] {
        all.dependencies.append(contentsOf: [
          .target(name: kind + "Kit"),
          "Stated",
        ])
      }
      """,
      [
        target("CoreKit", []), target("TextKit", []), target("App", [.byName("TextKit"), .target("CoreKit")]),
        target("AppTests", [.byName("App")]),
        target("All", [.byName("CoreKit"), .byName("App"), .byName("Elsewhere")]),
        target("all", [.target("CoreKit"), .byName("Stated")]),
      ])
    #expect(found.dependencies.exact == [[], [], [4, nil], [8], [nil, nil, nil], [nil, 23]])
    #expect(found.dependencies.computed == [[], [], [nil, 6], [nil], [17, 17, nil], [22, nil]])
  }

  /// An interpreter knows only the line of the closure, or that on which the loop adds.
  @Test func closuresAndLoopsComputeInManifestsThatWereInterpreted() throws {
    let text = """
      // swift-tools-version:5.9
      import PackageDescription
      let kits = ["Core", "Text"]
      let package = Package(name: "P", targets: [
        .target(name: "Core"), .target(name: "TextKit"),
        .target(name: "App", dependencies: kits.filter { $0 == "Text" }.map { .byName(name: $0 + "Kit") } + ["Core"]),
      ])
      """
    let literal = try read(text).get()
    let scan = LocationScan(
      of: literal.manifest, in: Array(text.utf8), of: "Package.swift", lines: literal.dependencyLines, os: "linux")
    #expect(scan.places.dependencies == [[], [], [PlacedLine(6, isComputed: true), PlacedLine(6)]])
  }

  @Test func aPlaceThatSwiftPMsAnswerDoesNotBearOutIsNone() {
    let found = places(
      """
      // .target(name: "App", dependencies: ["Commented"])
      let package = Package(name: "P", products: [.library(name: "App", targets: ["App", "Product"])], targets: [
        .target(name: "App", dependencies: all.filter { $0 != "x" }.map { .byName(name: $0) }, exclude: ["Excluded"]),
        .target(name: "Other", dependencies: ["Elsewhere", "Twice"]),
      ])
      let text = "Quoted"
      """,
      [
        target("App", ["Commented", "Product", "Excluded", "Elsewhere", "Quoted"].map { .byName($0) }),
        target("Gone", [.byName("Twice")]),
      ])
    #expect(found.dependencies.exact == [[nil, nil, nil, nil, nil], [nil]])
    #expect(found.targets == [3, nil])
    #expect(found.package == 2)
  }

  @Test func twoPlacesThatAreAsGoodAreNone() {
    let text = """
      let package = Package(name: "P", targets: [
        .target(name: "App", dependencies: fast
          ? ["Core"]
          : ["Core", "More"])
      ])
      """
    #expect(places(text, [target("App", [.byName("Core"), .byName("More")])]).dependencies.exact == [[nil, 4]])
  }

  @Test func branchesForOtherHostsHoldNoPlaces() {
    let found = places(
      """
      #if os(macOS) || canImport(Darwin)
        let shared: [Target.Dependency] = ["Core"]
      #elseif !os(Linux)
        let shared: [Target.Dependency] = ["Core"]
      #else
        let shared: [Target.Dependency] = [
          "Core"
        ]
      #endif
      let package = Package(name: "P", targets: [.target(name: "App", dependencies: shared)])
      """,
      [target("App", [.byName("Core")])])
    #expect(found.dependencies.exact == [[7]])
  }

  @Test func sameDependenciesUnderSeveralConditionsKeepTheirOrder() {
    let found = places(
      """
      let package = Package(name: "P", targets: [.target(name: "App", dependencies: [
        .target(name: "Core", condition: .when(platforms: [.iOS])),
        .target(name: "Core", condition: .when(platforms: [.linux])),
      ])])
      """,
      [target("App", [.target("Core"), .target("Core")])])
    #expect(found.dependencies.exact == [[2, 3]])
  }

  /// Neither a crash nor a hang, and every line is one of the file.
  @Test func anyBytesAreSearched() {
    let seed = UInt64(1)
    var random = SeededGenerator(seed: seed)
    let parts = [
      ".target(name: \"App\", dependencies: [", "\"Core\"", "])", "(", ")", "[", "]", "{", "}", "\"", "\\(", "\"\"\"",
      "#\"", "#if os(macOS)\n", "#else\n", "#endif\n", "let a = ", "let b: [Target] = ", "a", "b",
      "func f(x: String) {",
      "f(\"Core\")", "for n in [", "\n", " + ", "+= ", ".dependencies", ".append(", "/*", "*/", "//", ",", ":", "`",
      "\u{0}", "π",
    ]
    for _ in 0..<1_000 {
      let text = (0..<random.below(40)).map { _ in parts[random.below(parts.count)] }.joined()
      let found = places(text, [target("App", [.byName("Core")], plugins: ["Gen"])])
      let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      #expect(
        (found.dependencies + found.plugins).joined().allSatisfy { (1...lines).contains($0?.number ?? 1) }, "\(text)")
    }
  }

  /// What would take a search without bounds hours, and is deeper than the search goes.
  @Test(arguments: [
    "(", "[", "{", "\"\\(", "#if os(macOS)\n", "a = ", "let a: ", "func a(", "f(", "a + ", "a.a", "for a in ", "\"\"\"",
    ".dependencies += [", ".target(name: \"App\", dependencies: [", "let a = [a, a]\n", "func f(x: A) { f(f(x)) }\n",
  ])
  func hostileTextsAreSearchedWithinBounds(part: String) {
    let text = String(repeating: part, count: 100) + ".target(name: \"App\", dependencies: [a, f(\"Core\")])"
    #expect(places(text, [target("App", [.byName("Core")])]).dependencies.count == 1)
  }
}
