import Foundation
import ManifestSyntax
import ModuleGraph
import Testing

@testable import Workspace

/// Random manifests and their mutants. `script/soak` runs many more of them, from a seed of its choice.
@Suite struct FuzzTests {
  private static func setting(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
  }

  private let seed = UInt64(setting("MODGAUGE_SOAK_SEED", 1))

  /// Neither a crash nor a hang, and SwiftPM says the same of those that are still read.
  @Test func mutantsAreReadAsSwiftPMReadsThemOrNotAtAll() async throws {
    let oracle = try await Oracle()
    var grammar = ManifestGrammar(seed: seed)
    let seeds = (0..<200).map { _ in grammar.manifest() }.filter { Self.isRead($0, oracle) } + Self.examples
    var mutator = ManifestMutator(seed: seed)
    var random = SeededGenerator(seed: seed)
    var read: [[UInt8]] = []
    for _ in 0..<Self.setting("MODGAUGE_SOAK_INPUTS", 4_000) {
      let mutant = mutator.mutant(of: Array(seeds[random.below(seeds.count)].utf8))
      if Self.isRead(mutant, oracle) { read.append(mutant) }
    }
    print("seed \(seed): \(read.count) mutants were read")
    try await Self.compare(random.shuffled(read).prefix(Self.setting("MODGAUGE_SOAK_ASKED", 20)), oracle, seed)
  }

  @Test func whateverTheReaderTakesOfRandomManifestsSwiftPMTakesAsWell() async throws {
    let oracle = try await Oracle()
    var grammar = ManifestGrammar(seed: seed)
    var read: [(manifest: [UInt8], forms: Set<String>)] = []
    for _ in 0..<Self.setting("MODGAUGE_SOAK_RANDOM", 2_000) {
      let manifest = Array(grammar.manifest().utf8)
      if Self.isRead(manifest, oracle) { read.append((manifest, grammar.usedForms)) }
    }
    // Those first that show the most of what no other has shown.
    var chosen: [[UInt8]] = []
    var shown: Set<String> = []
    let isCampaign = Self.setting("MODGAUGE_SOAK_ASKED", 0) > 0
    while chosen.count < Self.setting("MODGAUGE_SOAK_ASKED", 25),
      let best = read.indices.max(by: {
        read[$0].forms.subtracting(shown).count < read[$1].forms.subtracting(shown).count
      }), isCampaign || !read[best].forms.isSubset(of: shown)
    {
      let next = read.remove(at: best)
      chosen.append(next.manifest)
      shown.formUnion(next.forms)
    }
    print("seed \(seed): \(shown.count) of \(ManifestGrammar.allForms.count) forms in \(chosen.count) manifests")
    try await Self.compare(chosen[...], oracle, seed)
  }

  /// The tolerant search for places against the strict reader, which knows them.
  @Test func placesOfLiteralManifestsAreThoseThatTheReaderKnows() async throws {
    let oracle = try await Oracle()
    var grammar = ManifestGrammar(seed: seed)
    let manifests = (0..<400).map { _ in Array(grammar.manifest().utf8) } + Self.examples.map { Array($0.utf8) }
    var (found, missed) = (0, 0)
    // Where closures and functions make what the package holds, a place is a matter of choice.
    for manifest in manifests where !manifest.contains(UInt8(ascii: "{")) {
      guard let read = try? Self.read(manifest, oracle).get() else { continue }
      let places = LocationScan(of: read.manifest, in: manifest, of: "Package.swift", lines: nil, os: "linux").places
      for (line, known) in zip(places.dependencies.joined(), read.dependencyLines.joined()) {
        if line == nil { missed += 1 } else { found += 1 }
        #expect(line == nil || line == PlacedLine(known), "seed \(seed):\n\(String(decoding: manifest, as: UTF8.self))")
      }
    }
    print("seed \(seed): \(found) places were found, \(missed) not")
    #expect(found > 20 * missed)
  }

  /// Each form of the grammar, in the first and the last tools version in which the reader takes a manifest with it:
  /// a form that is taken too early shows here. Minutes, and so only where `MODGAUGE_SOAK_FORMS` says how many random
  /// manifests to choose from.
  @Test(.enabled(if: setting("MODGAUGE_SOAK_FORMS", 0) > 0))
  func everyFormIsTakenOnlyInVersionsThatHaveIt() async throws {
    let oracle = try await Oracle()
    var grammar = ManifestGrammar(seed: seed)
    var first: [String: (version: ToolsVersion, manifest: [UInt8])] = [:]
    var last = first
    for _ in 0..<Self.setting("MODGAUGE_SOAK_FORMS", 0) {
      let manifest = Array(grammar.manifest().utf8)
      guard let version = ManifestVariant.statedToolsVersion(manifest), Self.isRead(manifest, oracle) else { continue }
      // Of several of one version the shortest says most.
      func isBetter(_ other: (version: ToolsVersion, manifest: [UInt8])?, _ isFurther: (ToolsVersion) -> Bool) -> Bool {
        guard let other else { return true }
        return isFurther(other.version) || (version == other.version && manifest.count < other.manifest.count)
      }
      for form in grammar.usedForms {
        if isBetter(first[form], { version < $0 }) { first[form] = (version, manifest) }
        if isBetter(last[form], { version > $0 }) { last[form] = (version, manifest) }
      }
    }
    let chosen = Set(first.values.map(\.manifest)).union(last.values.map(\.manifest))
    let never = ManifestGrammar.allForms.filter { first[$0] == nil }
    print("seed \(seed): \(first.count) forms are taken, here in \(chosen.count) manifests; never: \(never)")
    try await Self.compare(chosen.sorted { $0.lexicographicallyPrecedes($1) }[...], oracle, seed)
  }

  private static func isRead(_ manifest: String, _ oracle: Oracle) -> Bool { isRead(Array(manifest.utf8), oracle) }

  private static func isRead(_ manifest: [UInt8], _ oracle: Oracle) -> Bool {
    if case .success = read(manifest, oracle) { true } else { false }
  }

  private static func read(_ manifest: [UInt8], _ oracle: Oracle) -> Result<LiteralManifest, LiteralError> {
    LiteralManifest.read(
      manifest, packageFolder: "/folder/Example", hasModuleMap: false, host: oracle.host)
  }

  private static func compare(_ manifests: ArraySlice<[UInt8]>, _ oracle: Oracle, _ seed: UInt64) async throws {
    let answers = try await oracle.ask(manifests.map { ("Example", $0) })
    for (manifest, answer) in zip(manifests, answers) {
      #expect(answer.disagreement == nil, "seed \(seed):\n\(String(decoding: manifest, as: UTF8.self))")
    }
  }

  private static let examples = [
    """
    // swift-tools-version: 5.9
    // What an app's feature package looks like.
    import PackageDescription

    let package = Package(
      name: "Feature",
      platforms: [.iOS(.v17), .macOS(.v14)],
      products: [.library(name: "Feature", targets: ["Feature", "FeatureUI"])],
      dependencies: [
        .package(name: "Models", path: "../Models"), .package(path: "../DesignSystem"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.5.0"), /* one more */
      ],
      targets: [
        .target(
          name: "Feature",
          dependencies: [
            .product(name: "Models", package: "Models"), .product(name: "Logging", package: "swift-log"), "DesignSystem",
          ],
          resources: [.process("Resources")],
          swiftSettings: [.enableExperimentalFeature("StrictConcurrency")]),
        .target(name: "FeatureUI", dependencies: ["Feature", .target(name: "Helpers", condition: .when(platforms: [.iOS]))]),
        .target(name: "Helpers", path: "Sources/Other", exclude: ["README.md"], sources: ["."]),
        .testTarget(name: "FeatureTests", dependencies: ["Feature"]),
      ]
    )

    """,
    """
    // swift-tools-version:5.3
    import PackageDescription

    let version: Version = "2.0.0"
    let shared: [Target.Dependency] = ["Core", .product(name: "NIO", package: "swift-nio")]

    let package = Package(
        name: "server",
        dependencies: [.package(url: "https://github.com/apple/swift-nio", "2.1.0"..<"3.0.0"), .package(path: "../core")],
        targets: [
            .target(name: "Core", dependencies: []),
            .target(name: "Server", dependencies: shared + ["Tools"], cSettings: [.define("A", to: "1")]),
            .target(name: "Tools", linkerSettings: [.linkedLibrary("z", .when(platforms: [.linux]))]),
        ],
        swiftLanguageVersions: [.v5]
    )
    """,
    """
    // swift-tools-version:5.9
    import Foundation
    import PackageDescription

    #if canImport(Darwin)
    let excluded: [String] = []
    #else
    let excluded = ["Info.plist"]
    #endif
    let isLocal = ProcessInfo.processInfo.environment["LOCAL"] != nil
    let settings: [SwiftSetting] = {
      var settings: [SwiftSetting] = []
      if isLocal { settings.append(.define("LOCAL")) }
      return settings
    }()
    func module(_ name: String, uses: [String] = []) -> Target {
      .target(name: name, dependencies: uses.map { .byName(name: $0) }, exclude: excluded, swiftSettings: settings)
    }
    extension Target.Dependency {
      static var log: Self { .product(name: "Logging", package: "swift-log") }
    }

    var package = Package(name: "Computed", targets: [module("Core"), module("Net", uses: ["Core"])])

    if isLocal {
      package.dependencies += [.package(path: "../swift-log")]
    } else {
      package.dependencies.append(.package(url: "https://github.com/apple/swift-log.git", from: "1.5.0"))
    }
    for target in package.targets where target.name != "Core" {
      target.dependencies.append(.log)
      switch target.type {
      case .regular, .test: target.swiftSettings = (target.swiftSettings ?? []) + [.define("NOT_\\(target.name)")]
      default: ()
      }
    }
    package.targets.append(.testTarget(name: "AllTests", dependencies: package.targets.map { .byName(name: $0.name) }))
    package.products = ["Core", "Net"].map { .library(name: $0, targets: [$0]) }

    """,
  ]
}
