import ModuleGraph
import Testing

@testable import Workspace

/// Imports that keep a module from being built where only Apple's platforms have what they name.
@Suite struct AppleImportTests {
  @Test(arguments: [
    ("import SwiftUI\n", "SwiftUI"), ("import Foundation\n@preconcurrency import UIKit.UIView\n", "UIKit"),
    ("#if canImport(UIKit)\nimport UIKit\n#endif\n", nil), ("#if A\n#endif\nimport UIKit\n", "UIKit"),
    ("import Network\n", nil), ("import SwiftUIExtras\n", nil),
  ])
  func `only imports that always hold count`(source: String, framework: String?) {
    #expect(AppleImports.first(in: Array(source.utf8), besides: ["Network"]) == framework)
  }

  @Test func `the first file that has one is told, for the modules that are asked about`() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(name: "App", targets: [
        .target(name: "Home"), .target(name: "Core"), .target(name: "Other"),
      ])
      """,
      "Sources/Home/A.swift": "import Core\n", "Sources/Home/View.swift": "import SwiftUI\n",
      "Sources/Core/Core.swift": "public let core = 1\n", "Sources/Other/Other.swift": "import UIKit\n",
    ])
    let loaded = try await workspace.load()
    let home = ModuleID(package: "App", name: "Home")
    let asked = Set([home, ModuleID(package: "App", name: "Core")])
    #expect(loaded.appleImports(of: asked) == [home: MissingImport(file: "View.swift", framework: "SwiftUI")])
  }
}
