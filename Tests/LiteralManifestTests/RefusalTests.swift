import Testing

@testable import Workspace

@Suite struct RefusalTests {
  @Test(arguments: [
    ("#if os(Linux)\nlet a = 1\n#endif", LiteralRefusal.Reason.conditionalCompilation),
    ("if true {}", .controlFlow), ("for x in [1] {}", .controlFlow), ("func f() {}", .declaration),
    ("extension Target {}", .declaration), ("let f = { 1 }()", .closure), ("let s = \"\\(1)\"", .interpolation),
    ("let s = \"\"\"\na\n\"\"\"", .unusualString), ("let s = #\"a\"#", .unusualString),
    ("let s = \"\\0\"", .unusualString), ("let s = \"\\u{110000}\"", .unusualString), ("let n = -1", .operators),
    ("let s = [\"a\"] +[\"b\"]", .operators), ("let s = true ? 1 : 2", .operators), ("import Glibc", .unusualImport),
    ("import Foundation.ProcessInfo", .unusualImport), ("import class Foundation", .unusualImport),
    ("let package = \"a\"", .syntax),
    ("@testable import Foundation", .syntax), ("let s = \"a", .syntax), ("/* open", .syntax), ("let a, b = 1", .syntax),
    ("let s = Context.packageDirectory", .unknownMember), ("let s = missing", .unknownName), ("let s = []", .wrongType),
    ("let s: String = [\"a\"]", .wrongType), ("let s: [Target] = \"a\"", .wrongType),
    ("let s = [\"a\", Target.Dependency.target(name: \"A\")]", .wrongType),
    ("let a = \"a\"; let a = \"b\"", .syntax), ("let s = \"a\" let t = \"b\"", .syntax), ("let été = \"a\"", .syntax),
    ("let s = \"a\u{1}\"", .notText), ("let s = \"a\tb\"", .notText), ("let s = \"a\"\rlet t = 1", .notText),
    ("let Package = \"a\"", .syntax),
    ("let s: [SwiftSetting] = [.unknown(\"a\")]", .unknownMember),
    ("let s: [SwiftSetting] = [.define(name: \"a\")]", .arguments), ("let s= \"a\"", .syntax),
    ("let s: Target.Dependency = .target(name: \"A\", name: \"B\")", .arguments), ("let s = \"a\".count", .syntax),
    ("let c: TargetDependencyCondition = .when(platforms: [.linux])", .unknownMember),
  ])
  func whatIsNoLiteralIsGivenUpOn(statement: String, reason: LiteralRefusal.Reason) {
    #expect(refusal(read(statement + "\nlet package = Package(name: \"P\")")) == reason, "\(statement)")
  }

  @Test(arguments: [
    "package.name = \"Q\"", "let x = \"a\"", "for t in package.targets {}", "#if os(Linux)", "}", "print(\"\")",
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
  ])
  func whatAToolsVersionDoesNotHaveIsGivenUpOn(arguments: String, before: String, since: String) {
    #expect(refusal(readTarget(arguments, tools: before)) == .unavailable)
    #expect(refusal(readTarget(arguments, tools: since)) == nil)
  }

  @Test(arguments: [
    #"targets: [.target(name: "A"), .target(name: "A")]"#, #"products: [.library(name: "L", targets: [])]"#,
    #"products: [.library(name: "L", targets: ["B"])], targets: [.target(name: "A")]"#,
    #"targets: [.target(name: "A", dependencies: [.product(name: "K", package: "kit")])]"#,
    #"targets: [.binaryTarget(name: "A", path: "a.txt")]"#, #"targets: [.binaryTarget(name: "A", path: "/a.zip")]"#,
    #"targets: [.binaryTarget(name: "A", url: "http://example.org/a.zip", checksum: "")]"#,
    #"products: [.library(name: "L", type: .static, targets: ["A"])], targets: [.binaryTarget(name: "A", path: "a.zip")]"#,
    #"traits: ["T", .default(enabledTraits: ["U"])]"#, #"traits: ["a b"]"#, #"platforms: []"#,
    #"platforms: [.iOS(.v13), .iOS(.v14)]"#, #"platforms: [.macOS("9.0")]"#, #"platforms: [.macOS("10.x")]"#,
    #"dependencies: [.package(path: "a"), .package(path: "x/A")]"#, #"dependencies: [.package(path: "~/a")]"#,
    #"dependencies: [.package(url: "../a", from: "1.0.0")]"#,
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
    #expect(refusal(read(text, tools: "5.5", toolchain: ToolsVersion(6, 0, 3))) == .syntax)
  }

  @Test func sizeDepthAndConstantsThatMultiplyAreBounded() {
    let package = "let package = Package(name: \"P\")\n"
    #expect(refusal(read(package + String(repeating: "// x\n", count: 1 << 18))) == .tooLarge)
    for bracket in ["[", "(", "[[]", ".a("] {
      #expect(refusal(read("let x = " + String(repeating: bracket, count: 10_000) + package)) != nil)
    }
    #expect(
      refusal(read("let x = " + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)))
        == .nesting)
    var doubling = "let a0: [Target.Dependency] = [\"A\"]\n"
    for step in 1...60 { doubling += "let a\(step) = a\(step - 1) + a\(step - 1)\n" }
    #expect(refusal(read(doubling + package)) == .nesting)
    var chain = "let a0 = \"A\"\n"
    for step in 1...40_000 { chain += "let a\(step) = a\(step - 1)\n" }
    #expect(refusal(read(chain + package)) == nil)
    #expect(refusal(read("let x = \"a\"" + String(repeating: " + \"a\"", count: 10_000))) == .operators)
    #expect(refusal(read(String(repeating: "/*", count: 10_000) + package)) == .syntax)
  }

  @Test func bytesThatAreNoTextAreGivenUpOn() {
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0]] {
      let manifest = Array("// swift-tools-version:5.9\n// ".utf8) + bytes + Array("\nimport PackageDescription\n".utf8)
      let result = LiteralManifest.read(
        manifest, packageFolder: "/p", hasModuleMap: false, toolchain: ToolsVersion(6, 3, 1))
      #expect(refusal(result) == .notText)
    }
    #expect(refusal(read("")) == .syntax)
  }

  @Test func theLineIsSaid() {
    let result = read("let package = Package(\n  name: \"P\",\n  targets: [.unknown(name: \"A\")])")
    #expect(result == .failure(LiteralRefusal(.unknownMember, line: 5)))
    #expect(
      LiteralRefusal(.unknownMember, line: 5).description == "line 5: a member or type that the reader does not know")
  }
}
