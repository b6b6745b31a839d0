import BuildAnalysis
import Foundation
import ModuleGraph
import TestSupport
import Testing
import Workspace

@testable import BuildRunner

/// How a feature's own tests are built and run, without a build.
struct OwnTestBuildsTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write([
      "Shop/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let shop = Package(
        name: "Shop", dependencies: [.package(path: "Packages/Pay")],
        targets: [
          .executableTarget(name: "App", dependencies: ["Cart", "Search", .product(name: "Pay", package: "Pay")]),
          .target(name: "Cart"), .target(name: "Search"),
          .testTarget(name: "CartTests", dependencies: ["Cart", "HelperTests"]),
          .testTarget(name: "AppTests", dependencies: ["App"]), .testTarget(name: "HelperTests"),
        ])
      """,
      "Shop/Sources/App/main.swift": "", "Shop/Sources/Cart/a.swift": "", "Shop/Sources/Search/a.swift": "",
      "Shop/Tests/CartTests/a.swift": "", "Shop/Tests/AppTests/a.swift": "", "Shop/Tests/HelperTests/a.swift": "",
      "Shop/Packages/Pay/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Payments", products: [.library(name: "Pay", targets: ["Pay"])],
        targets: [.target(name: "Pay"), .testTarget(name: "PayTests", dependencies: ["Pay"])])
      """,
      "Shop/Packages/Pay/Sources/Pay/a.swift": "", "Shop/Packages/Pay/Tests/PayTests/a.swift": "",
    ])
  }

  private func arms() async throws -> (LoadedWorkspace, [PlannedArm]) {
    let workspace = try await WorkspaceLoader(toolchain: Toolchain(), cacheFolder: folder.path + "/cache").load(
      packagePath: folder.path + "/Shop")
    let selection = ArmSelection(workspace: workspace, configuration: "debug", arguments: [])
    return (workspace, try selection.addingTests(to: selection.arms(RoleSettings()).arms))
  }

  @Test func `the combined app has all tests, a feature its own with those that they need`() async throws {
    let arms = try await arms().1
    #expect(arms.map(\.arm.name) == ["App", "Cart", "Pay", "Search"])
    let tests = arms.map { ($0.arm.tests?.modules ?? []).map(\.name) }
    #expect(
      tests == [["AppTests", "CartTests", "HelperTests", "PayTests"], ["CartTests", "HelperTests"], ["PayTests"], []])
    try #require(arms.count == 4)
    #expect(arms[1].arm.tests?.built.map(\.name) == ["Cart", "CartTests", "HelperTests"])
    let whole = Set((arms[0].arm.tests?.built ?? []).map(\.name))
    #expect(whole.isSuperset(of: ["App", "Cart", "Pay", "Search"]), "`swift test` builds the whole package")
    #expect(arms[3].arm.tests == nil && arms[3].tests == [])
    #expect(arms[0].tests.map(\.product) == ["ShopPackageTests", "PaymentsPackageTests"])
    #expect(arms.map { $0.tests.map(\.isWhole) } == [[true, true], [false], [false], []])
    #expect(arms[0].tests.allSatisfy(\.others.isEmpty) && arms[1].tests.map(\.others) == [["AppTests"]])
  }

  @Test func `the copy's manifest loses the other tests only while they are not wanted`() async throws {
    let (workspace, arms) = try await arms()
    let copy = try await PrivateCopy(of: workspace, at: folder.path + "/cache/copy")
    let manifests = try CopiedManifests(of: copy)
    let files = copy.packagePaths.mapValues { $0 + "/Package.swift" }
    func texts() throws -> [String: String] { try files.mapValues { try String(contentsOfFile: $0, encoding: .utf8) } }
    let originals = try texts()
    try #require(arms.count > 1)
    try manifests.install(arms[1].tests)
    var expected = originals
    expected["Shop"]? += "\n\nshop.targets.removeAll(where: { [\"AppTests\"].contains($0.name) })\n"
    #expect(try texts() == expected)
    try manifests.install(arms[0].tests)
    #expect(try texts() == originals)
    // Nor does a product of the package at the root get into one that lies in a folder `Packages` below.
    try manifests.install(arms[1].target)
    let changed = try texts().filter { $0.value != originals[$0.key] }
    #expect(changed.map(\.key) == ["Shop"])
  }

  @Test func `tests of one package are one program, those of several a sequence`() throws {
    let builder = Builder(SwiftBuild(swift: "/usr/bin/swift", jobs: 2), cores: 4)
    func place(_ name: String, mayResolve: Bool) -> BuildFolders {
      BuildFolders(
        package: name, path: "/copy/\(name)", scratch: Scratch(path: "/scratch/\(name)"), mayResolve: mayResolve)
    }
    func tests(of name: String, isWhole: Bool) -> TestedPackage {
      TestedPackage(package: name, named: name, isWhole: isWhole, others: [])
    }
    let pay = (place("Pay", mayResolve: false), tests(of: "Pay", isWhole: false))
    let one = builder.testCall([pay], recorder: "/recorder")
    let words = [
      "/usr/bin/swift", "test", "--package-path", "/copy/Pay", "--scratch-path", "/scratch/Pay", "--configuration",
      "debug", "--test-product", "PayPackageTests", "--disable-automatic-resolution", "--jobs", "2",
    ]
    #expect(one.arguments == words && one.name == "`swift test`")
    let two = builder.testCall(
      [pay, (place("Shop", mayResolve: true), tests(of: "Shop", isWhole: true))], recorder: "/recorder")
    #expect(Array(two.arguments.prefix(3 + words.count)) == ["/recorder", "sequence", "13"] + words)
    #expect(two.arguments.dropFirst(3 + words.count).first == "10" && !two.arguments.contains("ShopPackageTests"))
  }

  @Test func `without tests there is nothing to run, and a command of the user's has none`() async throws {
    try folder.write([
      "Shop/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Shop",
        targets: [
          .executableTarget(name: "App", dependencies: ["Cart", "Search"]), .target(name: "Core"),
          .target(name: "Cart", dependencies: ["Core"]), .target(name: "Search", dependencies: ["Core"]),
        ])
      """, "Shop/Sources/Core/a.swift": "",
    ])
    try FileManager.default.removeItem(atPath: folder.path + "/Shop/Tests")
    await #expect(throws: ArmError.noTests) { try await arms() }
    let swiftBuild = SwiftBuild(swift: "swift")
    let command = Builder(swiftBuild, command: try CommandTemplate(["make"]), cores: 1)
    #expect(throws: ArmError.testsNeedSwiftBuild) { try command.check([], [.clean, .tests]) }
  }

  /// Not arguments of the test, whose output would then have lines that look like failures.
  private static let logs = [
    (
      """
      /copy/Tests/CartTests/A.swift:3: error: CartTests.testTotal : XCTAssertEqual failed: ("1") is not equal to ("2") -
      error: Exited with unexpected signal code 5
      """,
      #"Tests/CartTests/A.swift:3: error: CartTests.testTotal : XCTAssertEqual failed: ("1") is not equal to ("2") -"#
    ),
    (
      """
      error: a program that is tested printed this
      ✘ Test total() recorded an issue at A.swift:4:5: Expectation failed: (1) == 2
      ✘ Test run with 1 test failed after 0.001 seconds with 1 issue.
      """, "Test total() recorded an issue at A.swift:4:5: Expectation failed: (1) == 2"
    ),
    (
      """
      error: a program that is tested printed this
      Cart/Cart.swift:7: Fatal error: no cart
      error: Exited with unexpected signal code 5
      """, "Cart/Cart.swift:7: Fatal error: no cart"
    ),
    (
      "/copy/Sources/Cart/a.swift:1:2: error: expected expression\n",
      "Sources/Cart/a.swift:1:2: error: expected expression"
    ),
    ("error: no such module\n", "no such module"),
  ]

  @Test func `a test that fails says why`() throws {
    for (log, words) in Self.logs {
      try folder.write(["log": log])
      #expect(CompilerErrors.firstError(inLog: folder.path + "/log", copy: "/copy", ofTests: true) == words)
    }
  }
}
