import Foundation
import TestSupport
import Testing

/// `scaffold interface-for`, which only the index of a build can show.
@Suite struct InterfaceCommandTests {
  private static let sources = [
    "Package.swift": """
    // swift-tools-version: 5.9
    import PackageDescription

    let package = Package(
      name: "Shop",
      targets: [
        .target(name: "Models"),
        .target(name: "Core", dependencies: ["Models"]),
        .target(name: "Home", dependencies: ["Core", "Models"]),
        .target(name: "Cart", dependencies: ["Core"]),
        .executableTarget(name: "App", dependencies: ["Home", "Cart"]),
      ]
    )

    """,
    "Sources/Models/User.swift": "public struct User { public init() {} }\n",
    "Sources/Core/Paying.swift": """
    import Models

    public protocol Paying {
      func pay(_ price: Price, by user: User)
    }

    """,
    "Sources/Core/Price.swift": """
    public struct Price {
      public enum Kind: String { case free, paid }
      public let kind: Kind
      public init(kind: Kind) { self.kind = kind }
    }

    """,
    "Sources/Core/Store.swift": """
    import Models

    public struct Store: Paying, Storing {
      public init() {}
      public func pay(_ price: Price, by user: User) {}
    }

    """,
    "Sources/Core/Storing.swift": """
    public protocol Storing {}

    extension Storing {
      public func counter() -> Int {
        Counter.next
      }
    }

    """,
    "Sources/Core/Counter.swift": "enum Counter { static let next = 1 }\n",
    "Sources/Home/Home.swift": """
    import Core
    import Models

    public func buy(with payer: any Paying) {
      payer.pay(Price(kind: Price.Kind(rawValue: "paid") ?? .free), by: User())
    }

    """,
    "Sources/Cart/Cart.swift": "import Core\n\npublic func cart() -> any Paying { Store() }\n",
    "Sources/App/main.swift": "import Cart\nimport Home\n\nbuy(with: cart())\n",
  ]

  @Test func `what dependents need alone is moved, the rest is listed, and the result builds`() async throws {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write(Dictionary(uniqueKeysWithValues: Self.sources.map { ("Shop/" + $0, $1) }))
    let path = folder.path + "/Shop"
    func modgauge(_ words: String...) async throws -> Tool.Outcome {
      try await Tool.built("modgauge")(
        words + ["--package-path", path, "--cache-dir", folder.path + "/cache"],
        environment: ["XDG_STATE_HOME": folder.path + "/state"])
    }
    let without = try await modgauge("scaffold", "interface-for", "Core")
    #expect(without.exitCode == 2 && without.errors.contains("The compiler's index does not have Core"))
    let build = ["build", "--package-path", path]
    let first = try await Tool.named("swift")(build + ShopWorkspace.indexedBuild)
    #expect(first.exitCode == 0, "\(first.output)\(first.errors)")
    let outcome = try await modgauge("scaffold", "interface-for", "Core")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(
      outcome.output == """
        moved    Sources/Core/Paying.swift → Sources/CoreInterface/Paying.swift
        moved    Sources/Core/Price.swift → Sources/CoreInterface/Price.swift
        changed  Sources/Cart/Cart.swift
        changed  Sources/Core/Store.swift
        changed  Sources/Home/Home.swift
        changed  Package.swift

        CoreInterface has Paying, Price.
        It is enough for Home.
        Sources/Core/Storing.swift: Storing belongs to the interface, but the file needs Counter of Counter.swift: split it.
        Cart needs Store (Sources/Cart/Cart.swift:3): let it depend on a protocol, or move that to the interface.

        """)
    #expect(outcome.errors.contains("the gain is not predicted: There is no recorded build"))
    #expect(try folder.read("Shop/Sources/Home/Home.swift").hasPrefix("import CoreInterface\nimport Models\n"))
    #expect(try folder.read("Shop/Sources/Cart/Cart.swift").hasPrefix("import Core\nimport CoreInterface\n"))
    let manifest = try folder.read("Shop/Package.swift")
    #expect(manifest.contains(#".target(name: "Home", dependencies: ["CoreInterface", "Models"]),"#))
    #expect(manifest.contains(#"["Home", "Cart", "Core"]"#))
    let second = try await Tool.named("swift")(build + ["--disable-index-store", "-debug-info-format", "none"])
    #expect(second.exitCode == 0, "\(second.output)\(second.errors)")
    let again = try await modgauge("scaffold", "interface-for", "Core")
    #expect(again.exitCode == 2 && again.errors == "error: Core has a module CoreInterface already.\n")
  }
}
