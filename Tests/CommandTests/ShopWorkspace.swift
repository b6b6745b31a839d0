import Foundation
import TestSupport

/// A small workspace that really builds: an app, two features, a sample app, a module that nobody needs, and a local
/// package beside the root.
struct ShopWorkspace {
  let folder: TestFolder

  /// The package at the root.
  var path: String { folder.path + "/Shop" }
  /// Where the tool may write.
  var cache: String { folder.path + "/cache" }
  var output: String { folder.path + "/output" }

  init() throws {
    folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write([
      "Shop/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription

      let package = Package(
        name: "Shop",
        products: [.library(name: "Features", targets: ["Cart", "Search"])],
        dependencies: [.package(path: "../Shared")],
        targets: [
          .executableTarget(name: "shop-app", dependencies: ["Cart", "Search"]),
          .executableTarget(name: "CartApp", dependencies: ["Cart"]),
          .target(name: "Cart", dependencies: ["Core"]),
          .target(name: "Search", dependencies: ["Core"]),
          .target(name: "Core", dependencies: [.product(name: "Model", package: "Shared"), "CFast"]),
          .target(name: "CFast"),
          .target(name: "Unrelated"),
          .testTarget(name: "CartTests", dependencies: ["Cart"]),
        ]
      )

      """,
      "Shop/Sources/shop-app/main.swift": "import Cart\nimport Search\nprint(Cart(), Search())\n",
      "Shop/Sources/CartApp/main.swift": "import Cart\nprint(Cart())\n",
      "Shop/Sources/Cart/Cart.swift": "import Core\npublic struct Cart { public init() { core() } }\n",
      "Shop/Sources/Search/Search.swift": "import Core\npublic struct Search { public init() { core() } }\n",
      "Shop/Sources/Core/Core.swift": "import CFast\nimport Model\npublic func core() { _ = (Model(), fast()) }\n",
      "Shop/Sources/CFast/fast.c": "#include \"fast.h\"\nint fast(void) { return 1; }\n",
      "Shop/Sources/CFast/include/fast.h": "int fast(void);\n",
      "Shop/Sources/Unrelated/Unrelated.swift": "public let unrelated = 1\n",
      "Shop/Tests/CartTests/CartTests.swift": "import Cart\nimport XCTest\n",
      "Shop/.gitignore": ".build/\n",
      "Shared/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Shared", products: [.library(name: "Model", targets: ["Model"])], targets: [.target(name: "Model")])

      """,
      "Shared/Sources/Model/Model.swift": "public struct Model { public init() {} }\n",
    ])
  }

  /// Makes a module so slow to compile that a test can act while it is.
  func makeSlow() throws {
    let functions = (0..<4000).map { "func f\($0)(_ x: [Int]) -> [String] { x.map { $0 * \($0) }.map { \"\\($0)\" } }" }
    try folder.write(["Shop/Sources/Core/Slow.swift": functions.joined(separator: "\n") + "\n"])
  }

  /// Runs the tool. What it remembers is gone with the workspace.
  func modgauge(_ arguments: [String], environment: [String: String] = [:]) async throws -> Tool.Outcome {
    let environment = ["XDG_STATE_HOME": folder.path + "/state"].merging(environment) { $1 }
    return try await Tool.built("modgauge")(arguments, environment: environment)
  }

  /// Options of `bench`, `record` and `calibrate`: an index of the system's modules, and debugging information, are most of a
  /// small build's work.
  static let minimalBuild = ["--disable-index-store", "-debug-info-format", "none"].flatMap {
    ["--build-argument", $0]
  }

  /// Options of `swift build` for an index without the system's modules.
  static let indexedBuild = [
    "--enable-index-store", "-debug-info-format", "none", "-Xswiftc", "-index-ignore-system-modules",
  ]

  /// `modgauge bench` on this workspace, with `swift build`.
  func benchWords(_ arguments: [String]) -> [String] { commandWords(Self.minimalBuild + arguments) }

  /// `modgauge bench` on this workspace, with the builder of its configuration, or as a user would who names none.
  func commandWords(_ arguments: [String]) -> [String] {
    ["bench", "--package-path", path, "--cache-dir", cache, "--output", output] + arguments
  }
}
