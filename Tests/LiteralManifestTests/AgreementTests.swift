import ManifestSyntax
import Testing

@testable import Workspace

/// What the reader works out without a compiler, put to SwiftPM.
@Suite struct AgreementTests {
  /// `#if`, functions, closures, loops, choices and changes of the package, all put to SwiftPM.
  @Test(arguments: ["5.9", "6.0"]) func whatIsComputedIsWhatSwiftPMSays(tools: String) async throws {
    let text = """
      // swift-tools-version:\(tools)
      import PackageDescription
      import class Foundation.ProcessInfo

      #if os(Linux) && swift(>=6.0)
      let name = "six"
      #elseif os(Linux)
      let name = "five"
      #else
      let name = "other"
      #endif
      let environment = ProcessInfo.processInfo.environment
      let known = environment["LANG"] ?? "none"
      let settings: [SwiftSetting] = {
        var settings: [SwiftSetting] = [.define("A")]
        if environment["NOT_THERE"] != nil { settings.append(.define("B")) }
        return settings
      }()
      let kind: Platform
      if Context.environment["LANG"] == nil { kind = .macOS } else { kind = .linux }
      func module(_ name: String, uses: [String] = ["Core"]) -> Target {
        guard name != "Core" else { return .target(name: name) }
        return .target(name: name, dependencies: uses.map { .byName(name: $0) })
      }
      extension Target.Dependency { static var log: Self { .product(name: "Logging", package: "swift-log") } }

      let package = Package(
        name: "\\(name) \\(known)",
        targets: [module("Core"), module("Net"), .testTarget(name: "Tests", dependencies: ["Net"])])

      if let version = Context.environment["LOG_VERSION"] {
        package.dependencies += [.package(url: "https://example.org/swift-log", branch: version)]
      } else {
        package.dependencies.append(.package(url: "https://example.org/swift-log", from: "1.0.0"))
      }
      for target in package.targets where !target.isTest {
        var all = target.swiftSettings ?? []
        all += settings
        target.swiftSettings = all
        switch target.name {
        case "Core": target.dependencies.append(.log)
        default: ()
        }
      }
      package.targets.first { $0.name == "Net" }?.dependencies += [
        .target(name: "Core", condition: .when(platforms: [kind]))
      ]
      package.targets.append(contentsOf: (1...2).map { module("N\\($0)", uses: ["Core", "Net"]) })
      package.products = package.targets.filter { $0.type == .regular }.map { .library(name: $0.name, targets: [$0.name]) }

      """
    let answer = try await Oracle().ask(Array(text.utf8))
    #expect(answer.disagreement == nil)
    let read = try answer.read.get().manifest
    #expect(read.name == (tools == "6.0" ? "six C.UTF-8" : "five C.UTF-8"))
    #expect(read.products.map(\.name) == ["Core", "Net", "N1", "N2"])
  }

  @Test(arguments: [
    ["Package.swift": "5.5", "Package@swift-5.9.swift": "5.9", "Package@swift-6.0.swift": "6.0"],
    ["Package.swift": "5.9", "Package@swift-5.3.swift": "5.3"],
    ["Package.swift": "5.9", "Package@swift-5.3.swift": "5.9"],
    ["Package.swift": "99.0", "Package@swift-5.9.swift": "5.9"],
    ["Package.swift": "5.9", "Package@swift-6.swift": "5.5"],
    ["Package.swift": "5.9", "Package@swift-99.swift": "99.0", "Package@swift-5.10.1.swift": "5.10"],
  ])
  func swiftPMChoosesTheSame(versions: [String: String]) async throws {
    let oracle = try await Oracle()
    let files = versions.map { file, version in
      (file, "// swift-tools-version:\(version)\nimport PackageDescription\nlet package = Package(name: \"\(file)\")\n")
    }
    let name = try await oracle.name(ofPackageWith: Dictionary(uniqueKeysWithValues: files))
    let chosen = ManifestVariant.choose(among: versions.keys.sorted(), toolchain: oracle.toolchain) { name in
      versions[name].flatMap { ToolsVersion($0) }
    }
    #expect(name == chosen)
    #expect(name != nil)
  }
}
