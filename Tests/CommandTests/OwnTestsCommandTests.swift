import BuildAnalysis
import Documents
import Foundation
import TestSupport
import Testing

extension BenchCommandTests {
  private static let entryPoint = """
    import Testing
    @main struct Main { static func main() async { await Testing.__swiftPMEntryPoint() as Never } }
    """

  /// Two packages with tests, some with resources, of which one fails.
  private static func shopWithTests() throws -> TestFolder {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write([
      "Shop/Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Shop", dependencies: [.package(path: "Packages/Pay")],
        targets: [
          .executableTarget(name: "App", dependencies: ["Cart", "Search", .product(name: "Pay", package: "Pay")]),
          .target(name: "Cart"), .target(name: "Search"),
          .testTarget(name: "CartTests", dependencies: ["Cart"], resources: [.copy("total.txt")]),
          .testTarget(name: "AppTests", dependencies: ["Cart"]),
        ])
      """,
      "Shop/Sources/App/main.swift": "import Cart\nimport Pay\nimport Search\n",
      "Shop/Sources/Cart/Cart.swift": "public let total = 3\n",
      "Shop/Sources/Search/Search.swift": "public let found = 1\n",
      "Shop/Tests/CartTests/total.txt": "3\n",
      "Shop/Tests/CartTests/CartTests.swift": """
      import Cart
      import Foundation
      import Testing
      @Test func total() throws {
        let file = try #require(Bundle.module.path(forResource: "total", ofType: "txt"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "\\(Cart.total)\\n")
      }
      """,
      "Shop/Tests/AppTests/AppTests.swift": """
      import Cart
      import Testing
      @Test func charges() { #expect(Cart.total == 3) }
      """,
      "Shop/Packages/Pay/Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Pay", products: [.library(name: "Pay", targets: ["Pay"])],
        targets: [.target(name: "Pay"), .testTarget(name: "PayTests", dependencies: ["Pay"])])
      """,
      "Shop/Packages/Pay/Sources/Pay/Pay.swift": "public let pay = 1\n",
      "Shop/Packages/Pay/Tests/PayTests/PayTests.swift": """
      import Pay
      import Testing
      @Test func pays() { #expect(pay == 0) }
      """,
      // Where tests begin: without it SwiftPM reads an index of all modules, which takes longer than all builds.
      "Shop/Tests/XCTMain.swift": Self.entryPoint, "Shop/Packages/Pay/Tests/XCTMain.swift": Self.entryPoint,
    ])
    return folder
  }

  @Test func aFeaturesOwnTestsAreBuiltAndRunWithoutTheOthers() async throws {
    let folder = try Self.shopWithTests()
    let before = try TestFolder.contents(of: folder.path + "/Shop")
    let words = [
      "bench", "--package-path", folder.path + "/Shop", "--cache-dir", folder.path + "/cache", "--output",
      folder.path + "/output", "--rounds", "1", "--scenario", "tests", "--combined", "App", "--feature", "Cart",
      "--feature", "Search", "--record", "--seed", "1",
    ]
    let plan = try await ShopWorkspace().modgauge(words + ["--dry-run"])
    #expect(plan.output.contains("tests: 3 test modules; Cart: CartTests; Search: none of its own\n"), "\(plan.output)")
    let outcome = try await ShopWorkspace().modgauge(words + ShopWorkspace.minimalBuild)
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    let run = try Self.run(in: folder.path + "/output")
    #expect(
      run.arms.map { $0.tests?.modules.map(\.name) } == [["AppTests", "CartTests", "PayTests"], ["CartTests"], nil])
    let cart = run.samples.filter { $0.arm == "Cart" }
    #expect(cart.map(\.outcome) == [.ok, .ok], "\(cart.map(\.reason))")
    let compiled = Set(cart.last?.compiledModules ?? [])
    #expect(compiled.isSuperset(of: ["Cart", "CartTests"]))
    #expect(compiled.isDisjoint(with: ["App", "AppTests", "Pay", "PayTests", "Search"]))
    // What has failed in its warm-up is not built again.
    let app = try #require(run.samples.first { $0.arm == "App" })
    #expect(run.samples.count == 3 && app.outcome == .failed)
    let reason = "`swift test` exited with code 1: Test pays() recorded an issue at PayTests.swift:3:"
    #expect(app.reason?.hasPrefix(reason) == true, "\(app.reason ?? "")")
    #expect(Set(app.compiledModules ?? []).isSuperset(of: ["Pay", "PayTests", "Cart", "CartTests", "AppTests"]))
    #expect(run.samples.allSatisfy { $0.trace == nil })
    let json = try folder.read("output/run.json")
    #expect(try await JSONSchema.run.complaints(about: json) == "")
    #expect(try TestFolder.contents(of: folder.path + "/Shop") == before)
  }
}
