import Testing

@testable import ManifestSyntax

@Suite struct RefusalTests {
  @Test(arguments: [
    ("#if targetEnvironment(simulator)\n#endif", LiteralError.Reason.conditionalCompilation),
    ("#if canImport(Unheard)\n#endif", .conditionalCompilation),
    ("#if os(Linux) || DEBUG && A\n#endif", .conditionalCompilation),
    ("#if os(Linux)", .conditionalCompilation), ("while true {}", .controlFlow), ("struct S {}", .declaration),
    ("func f<T>() {}", .declaration), ("let f = { 1 }", .wrongType), ("let s = \"\\(nil)\"", .wrongType),
    ("let s = \"\\(true)\"", .interpolation), ("let s = \"\"\"\n\ta\n\"\"\"", .unusualString),
    ("let s = #\"a\"#", .unusualString),
    ("let s = \"\\0\"", .unusualString), ("let s = \"\\u{110000}\"", .unusualString), ("let n = -1", .operators),
    ("let s = [\"a\"] +[\"b\"]", .operators), ("let s = true ? 1 : \"a\"", .wrongType),
    ("import Glibc", .unusualImport),
    ("import Foundation.ProcessInfo", .unusualImport), ("import class Foundation", .unusualImport),
    ("let package = \"a\"", .syntax),
    ("@testable import Foundation", .syntax), ("let s = \"a", .syntax), ("/* open", .syntax), ("let a, b = 1", .syntax),
    ("let s = Context.gitInformation", .unknownMember), ("let s = missing", .unknownName),
    ("let s = Version.zero", .unknownMember), ("let s = Version.zero(1)", .unknownMember), ("let s = []", .wrongType),
    ("let s: String = [\"a\"]", .wrongType), ("let s: [Target] = \"a\"", .wrongType),
    ("let s = [\"a\", Target.Dependency.target(name: \"A\")]", .wrongType),
    ("let a = \"a\"; let a = \"b\"", .syntax), ("let s = \"a\" let t = \"b\"", .syntax), ("let été = \"a\"", .syntax),
    ("let s = \"a\u{1}\"", .notText), ("let s = \"a\tb\"", .notText), ("let s = \"a\"\rlet t = 1", .notText),
    ("let Package = \"a\"", .syntax),
    ("let s: [SwiftSetting] = [.unknown(\"a\")]", .unknownMember),
    ("let s: [SwiftSetting] = [.define(name: \"a\")]", .arguments), ("let s= \"a\"", .operators),
    ("let s: Target.Dependency = .target(name: \"A\", name: \"B\")", .arguments),
    ("let s = \"a\".count", .unknownMember),
    ("let c: TargetDependencyCondition = .when(platforms: [.linux])", .unknownMember),
  ])
  func whatIsNoLiteralIsGivenUpOn(statement: String, reason: LiteralError.Reason) {
    #expect(refusal(read(statement + "\nlet package = Package(name: \"P\")")) == reason, "\(statement)")
  }

  @Test(arguments: [
    "package.name = 1", "for t in package.nowhere {}", "#if os(Linux)", "}", "print(\"\")",
    "package.targets += [\"a\"]",
    "let again = Package(name: \"Q\")", "package.targets.first!.name = \"A\"", "package.targets[0].name = \"A\"",
    "package.targets.append(.target(name: \"A\"), .target(name: \"B\"))", "package.swiftSettings = []",
    "if package.targets.isEmpty { package.name = missing }", "if !package.targets.isEmpty { package.name = missing }",
    "for target in package.targets { target.swiftSettings += [] }",
    "for target in package.targets { target.name = nil }",
    "func f() -> String {}", "func f(_ x: Int) -> String { if x == 1 { return \"a\" } }", "func f() { return 1 }",
    "func f(x: String) {}\nf(\"a\")", "func f() { g() }", "func f() -> String { f() }\npackage.name = f()",
    "let x: String\nif package.targets.isEmpty { x = \"a\" }\npackage.name = x", "let x = \"a\"\nx = \"b\"",
    "let x: String\nx = \"a\"\nx = \"b\"", "for i in 0..<2 { let x = x }", "if let x = \"a\" {}",
    "if true { package.name = x; let x = \"a\" }",
    "let x = \"o\"\nif true { package.name = x; let x = \"a\" }", "var x = \"a\"\nfunc f() -> String { x }",
    "var x: String { \"a\" }\nfunc f() -> String { x }",
    "switch package.name { case \"P\": () }", "package.targets = package.targets.map { \"a\" }",
    "package.targets = package.targets.map { .target(name: \"A\") }", "let x = [\"a\"].map { $0 == 1 }",
    "package.products = [\"A\"].map { name, other in .library(name: name, targets: []) }",
    "let x: [Target.Dependency] = [\"A\"].map { $0 }", "let x: Target.Dependency = \"A\\(1)\"",
    "extension Target { static func target(name: String) -> Target { .target(name: name) } }", "return", "continue",
    "guard true else {}", "extension Target { var name: String { \"a\" } }", "func package() {}", "let Target = \"a\"",
  ])
  func whatFollowsThePackageIsGivenUpOn(statement: String) {
    #expect(refusal(read("let package = Package(name: \"P\")\n" + statement)) != nil)
  }

  @Test(arguments: [
    (#"resources: [.process("x")]"#, "5.2", "5.3"), (#"plugins: ["G"]"#, "5.4", "5.5"),
    ("packageAccess: true", "5.8", "5.9"), (#"swiftSettings: [.enableUpcomingFeature("F")]"#, "5.7", "5.8"),
    (#"swiftSettings: [.swiftLanguageMode(.v5)]"#, "5.10", "6.0"),
    (#"dependencies: [.target(name: "B", condition: .when(platforms: [.linux]))]"#, "5.2", "5.3"),
    (#"dependencies: [.product(name: "K", package: "kit", moduleAliases: [:])]"#, "5.6", "5.7"),
    (#"cSettings: [.define("X", .when(traits: []))]"#, "6.0", "6.1"),
    (#"swiftSettings: [.strictMemorySafety()]"#, "6.1", "6.2"),
    (#"swiftSettings: [.interoperabilityMode(.Cxx)]"#, "5.8", "5.9"),
    (#"swiftSettings: [.defaultIsolation(MainActor.self)]"#, "6.1", "6.2"),
    (#"swiftSettings: [.treatAllWarnings(as: .error)]"#, "6.1", "6.2"),
    (#"cSettings: [.enableWarning("w")]"#, "6.1", "6.2"),
  ])
  func whatAToolsVersionDoesNotHaveIsGivenUpOn(arguments: String, before: String, since: String) {
    #expect(refusal(readTarget(arguments, tools: before)) == .unavailable)
    #expect(refusal(readTarget(arguments, tools: since)) == nil)
  }

  @Test(
    arguments: [
      ("macOS", nil, "5.0"), ("linux", nil, "5.0"), ("windows", "5.1", "5.2"), ("android", "5.1", "5.2"),
      ("wasi", "5.2", "5.3"), ("openbsd", "5.7", "5.8"),
    ] as [(String, String?, String)])
  func `a condition names only platforms that the tools version has`(platform: String, before: String?, since: String) {
    let target = #".target(name: "A", swiftSettings: [.define("D", .when(platforms: [.\#(platform)]))])"#
    let text = "let package = Package(name: \"P\", targets: [\(target)])"
    if let before { #expect(refusal(read(text, tools: before)) == .unavailable) }
    #expect(refusal(read(text, tools: since)) == nil)
  }

  @Test(arguments: [
    #"targets: [.target(name: "A"), .target(name: "A")]"#, #"products: [.library(name: "L", targets: [])]"#,
    #"products: [.library(name: "L", targets: ["B"])], targets: [.target(name: "A")]"#,
    #"targets: [.target(name: "A", dependencies: [.product(name: "K", package: "kit")])]"#,
    #"targets: [.binaryTarget(name: "A", path: "a.txt")]"#, #"targets: [.binaryTarget(name: "A", path: "/a.zip")]"#,
    #"targets: [.binaryTarget(name: "A", url: "http://example.org/a.zip", checksum: "")]"#,
    #"targets: [.binaryTarget(name: "A", url: "https://example:org/a.zip", checksum: "")]"#,
    #"products: [.library(name: "L", type: .static, targets: ["A"])], targets: [.binaryTarget(name: "A", path: "a.zip")]"#,
    #"traits: ["T", .default(enabledTraits: ["U"])]"#, #"traits: ["a b"]"#, #"platforms: []"#,
    #"platforms: [.iOS(.v13), .iOS(.v14)]"#, #"platforms: [.macOS("9.0")]"#, #"platforms: [.macOS("10.x")]"#,
    #"dependencies: [.package(path: "a"), .package(path: "x/A")]"#, #"dependencies: [.package(path: "~/a")]"#,
    #"dependencies: [.package(url: "~/a", from: "1.0.0")]"#,
    #"dependencies: [.package(url: "https://e.org/a", from: "1.0")]"#,
    #"dependencies: [.package(url: "https://e.org/a", "2.0.0"..<"1.0.0")]"#,
    #"dependencies: [.package(id: "kit", from: "1.0.0")]"#, #"targets: [.target(name: "A", exclude: ["/x"])]"#,
    #"targets: [.target(name: "A", cSettings: [.define("$(X)")])]"#, #"targets: [], products: []"#,
    #"targets: [.target(name: "A", dependencies: [.product(name: "X", package: "k", moduleAliases: ["A": "B", "A": "C"])])]"#,
  ])
  func whatSwiftPMRefusesIsGivenUpOn(arguments: String) {
    #expect(refusal(read("let package = Package(name: \"P\", \(arguments))", tools: "6.1")) != nil)
  }

  @Test func aTrailingCommaInArgumentsNeedsANewCompiler() {
    let text = #"let package = Package(name: "P",)"#
    #expect(refusal(read(text, tools: "5.5")) == nil)
    #expect(refusal(read(text, tools: "5.5", toolchain: ToolsVersion(6, 1, 0))) == nil)
    #expect(refusal(read(text, tools: "5.5", toolchain: ToolsVersion(6, 0, 3))) == .syntax)
  }

  @Test func sizeDepthAndConstantsThatMultiplyAreBounded() {
    let package = "let package = Package(name: \"P\")\n"
    #expect(refusal(read(package + String(repeating: "// x\n", count: 1 << 18))) == .tooLarge)
    for bracket in ["[", "(", "[[]", ".a(", "{", "!", "a ? ", "a ?? ", "\"\\(", "a.map { "] {
      #expect(refusal(read("let x = " + String(repeating: bracket, count: 10_000) + package)) != nil)
    }
    #expect(
      refusal(read("let x = " + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)))
        == .nesting)
    var doubling = "let a0: [Target.Dependency] = [\"A\"]\n"
    for step in 1...60 { doubling += "let a\(step) = a\(step - 1) + a\(step - 1)\n" }
    #expect(refusal(read(doubling + package)) == .nesting)
    var chain = "let a0 = \"A\"\n"
    for step in 1...10_000 { chain += "let a\(step) = a\(step - 1)\n" }
    #expect(refusal(read(chain + package)) == nil)
    #expect(refusal(read("let x = \"a\"" + String(repeating: " + \"a\"", count: 10_000))) == .operators)
    let loops = (0..<20).map { "for a\($0) in 0..<100 { " }.joined() + String(repeating: "}", count: 20)
    #expect(refusal(read(package + loops)) == .nesting)
    var calls = "func f0() -> String { \"a\" }\n"
    for step in 1...11 { calls += "func f\(step)() -> String { f\(step - 1)() + f\(step - 1)() + f\(step - 1)() }\n" }
    #expect(refusal(read(calls + package)) == .nesting)
    #expect(refusal(read("func f() -> String { f() }\n" + package)) == .nesting)
    #expect(refusal(read("var s = \"a\"\nfor i in 0..<100 { s += s }\n" + package, tools: "5.9")) == .nesting)
    let tests = String(repeating: "if package.name == \"P\" { package.name = \"P\" } else { ", count: 30)
    #expect(refusal(read(package + tests + String(repeating: "}", count: 30))) == .nesting)
    #expect(refusal(read(String(repeating: "/*", count: 10_000) + package)) == .syntax)
  }

  @Test func bytesThatAreNoTextAreGivenUpOn() {
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0]] {
      let manifest = Array("// swift-tools-version:5.9\n// ".utf8) + bytes + Array("\nimport PackageDescription\n".utf8)
      let result = LiteralManifest.read(
        manifest, packageFolder: "/p", hasModuleMap: false,
        host: ManifestHost(toolchain: ToolsVersion(6, 3, 1), os: "linux", arch: "x86_64", environment: [:]))
      #expect(refusal(result) == .notText)
    }
    #expect(refusal(read("")) == .syntax)
  }

  @Test func theLineIsSaid() {
    let result = read("let package = Package(\n  name: \"P\",\n  targets: [.unknown(name: \"A\")])")
    #expect(result == .failure(LiteralError(.unknownMember, line: 5)))
    #expect(
      LiteralError(.unknownMember, line: 5).description == "line 5: a member or type that the reader does not know")
  }
}
