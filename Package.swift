// swift-tools-version: 6.2
// 6.2 is what swift-subprocess and swift-collections ask for; everything else here would do with less.
import PackageDescription

/// Warnings are errors where the project tests itself (`script/test` sets the variable), never for users, whose compiler
/// may be newer and know more of them.
let settings: [SwiftSetting] =
  [.enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("ExistentialAny")]
  + (Context.environment["MODGAUGE_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// Tests simulate much in these targets: optimized, those of `BuildAnalysis` take a seventh of the CPU time. Elsewhere, optimizing
/// saves no more than it costs.
let computing: [SwiftSetting] =
  settings
  + (Context.environment["MODGAUGE_STRICT"] == nil ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))])

/// The recorder starts once a build, and once for each compiler: with Swift's libraries inside it does so faster.
/// No test target may depend on it, since the flag would reach the tests' bundle; `swift test` builds it all the same.
/// `-static-executable` is faster still, but does not link on systems without a static glibc.
let selfContained: [LinkerSetting] = [
  .unsafeFlags(["-static-stdlib", "-Xclang-linker", "-no-pie"], .when(platforms: [.linux]))
]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")
let systemPackage: Target.Dependency = .product(
  name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux]))
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")

/// Of Graphviz, only headers are needed, since the library is loaded when a picture is drawn. Homebrew's are in a folder that
/// `pkg-config` knows; elsewhere, it would link the library.
#if os(macOS)
  let graphvizHeaders: String? = "libgvc"
#else
  let graphvizHeaders: String? = nil
#endif

let package = Package(
  name: "modgauge",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "modgauge", targets: ["modgauge"]),
    .executable(name: "modgauge-recorder", targets: ["modgauge-recorder"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    // Pure: values in, values out.
    .target(name: "ImportSyntax", swiftSettings: settings),
    .target(name: "ModuleGraph", dependencies: ["ImportSyntax"], swiftSettings: settings),
    .target(name: "ActivityLog", swiftSettings: settings),
    .target(name: "BuildTrace", swiftSettings: settings),
    .systemLibrary(name: "CMath"),
    .target(name: "CPageAssets"),
    .target(
      name: "BuildAnalysis", dependencies: ["ActivityLog", "CMath", "ModuleGraph", "BuildTrace"],
      swiftSettings: computing),
    .target(
      name: "Foresight", dependencies: ["BuildAnalysis", "BuildTrace", "CMath", "ModuleGraph"], swiftSettings: computing
    ),
    .target(name: "Advice", dependencies: ["ModuleGraph"], swiftSettings: settings),
    .target(name: "ManifestSyntax", dependencies: ["ModuleGraph"], swiftSettings: settings),
    .target(name: "Synthesis", dependencies: ["ModuleGraph", mustache], swiftSettings: settings),
    .target(name: "Documents", dependencies: ["ModuleGraph", "BuildAnalysis"], swiftSettings: settings),
    .target(
      name: "Reports",
      dependencies: [
        "Advice", "CMath", "CPageAssets", "ModuleGraph", "BuildTrace", "BuildAnalysis", "Documents", "Foresight",
      ],
      exclude: ["Page/Assets"], swiftSettings: settings),

    // The two ends: files, processes, libraries in C.
    .systemLibrary(name: "CPlatform"),
    .target(name: "Platform", dependencies: ["CPlatform", systemPackage], swiftSettings: settings),
    .target(
      name: "Configuration", dependencies: ["Advice", "BuildAnalysis", "Foresight", "ModuleGraph", "Synthesis", yams],
      swiftSettings: settings),
    .systemLibrary(
      name: "CGraphviz", pkgConfig: graphvizHeaders,
      providers: [.apt(["libgraphviz-dev"]), .brew(["graphviz"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "RunHistory", dependencies: ["BuildAnalysis", "CZlib", "Documents", "ModuleGraph", grdb],
      swiftSettings: settings),
    .target(name: "GraphImages", dependencies: ["CGraphviz", "Platform"], swiftSettings: settings),
    .systemLibrary(name: "CIndexStore"),
    .target(name: "SymbolIndex", dependencies: ["CIndexStore", "ModuleGraph", "Platform"], swiftSettings: settings),
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
    .target(
      name: "Workspace",
      dependencies: [
        "ActivityLog", "Advice", "CExpat", "CZlib", "ImportSyntax", "ManifestSyntax", "ModuleGraph", "Platform",
        subprocess,
      ],
      swiftSettings: settings),
    .target(
      name: "BuildRunner",
      dependencies: [
        "ManifestSyntax", "ModuleGraph", "Platform", "BuildTrace", "BuildAnalysis", "Workspace", subprocess,
      ],
      swiftSettings: settings),

    .target(
      name: "Services",
      dependencies: [
        "Advice", "ModuleGraph", "Platform", "BuildTrace", "BuildAnalysis", "Foresight", "Synthesis", "Documents",
        "Reports", "Configuration", "GraphImages", "SymbolIndex", "Workspace", "BuildRunner", "RunHistory",
      ],
      swiftSettings: settings),

    .executableTarget(
      name: "modgauge",
      dependencies: [
        "Advice", "ModuleGraph", "Platform", "BuildTrace", "BuildAnalysis", "Foresight", "Synthesis", "Documents",
        "Reports", "Configuration", "GraphImages", "Workspace", "BuildRunner", "RunHistory", "Services",
        argumentParser,
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "modgauge-recorder", dependencies: ["BuildTrace", "Platform"], swiftSettings: settings,
      linkerSettings: selfContained),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "BuildAnalysis", "BuildRunner", "BuildTrace", "Documents", "Foresight", "GraphImages", "ModuleGraph",
        "Platform", "Reports", "RunHistory", "Services", "Workspace", argumentParser, subprocess,
      ],
      path: "Benchmarks", exclude: ["CommitForecasts", "Forecasts", "Gate", "Slurm", "Steps", "Workspaces"],
      swiftSettings: settings),

    .target(
      name: "TestSupport", dependencies: ["BuildAnalysis", "BuildTrace", "ModuleGraph", "Platform", subprocess],
      path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(name: "AdviceTests", dependencies: ["Advice", "ModuleGraph"], swiftSettings: settings),
    .testTarget(name: "ActivityLogTests", dependencies: ["ActivityLog", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "ModuleGraphTests", dependencies: ["ImportSyntax", "ModuleGraph", "TestSupport"], exclude: ["Oracles"],
      swiftSettings: settings),
    .testTarget(
      name: "BuildAnalysisTests",
      dependencies: ["ActivityLog", "BuildAnalysis", "BuildTrace", "ModuleGraph", "TestSupport"],
      exclude: ["Oracles", "Traces"], swiftSettings: settings),
    .testTarget(
      name: "ForesightTests",
      dependencies: ["BuildAnalysis", "BuildTrace", "Foresight", "ImportSyntax", "ModuleGraph", "TestSupport"],
      exclude: ["Traces"], swiftSettings: settings),
    .testTarget(
      name: "DocumentsTests",
      dependencies: ["BuildAnalysis", "BuildTrace", "Documents", "Foresight", "ModuleGraph", "Reports", "TestSupport"],
      exclude: ["Snapshots", "Versions"], swiftSettings: settings),
    .testTarget(
      name: "ReportsTests",
      dependencies: [
        "Advice", "BuildAnalysis", "BuildTrace", "CPageAssets", "Configuration", "Documents", "Foresight",
        "ModuleGraph",
        "Reports",
        "TestSupport",
      ],
      exclude: ["Snapshots"], swiftSettings: settings),
    .testTarget(
      name: "GraphImagesTests", dependencies: ["GraphImages", "ModuleGraph", "Reports", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "RunHistoryTests",
      dependencies: ["BuildAnalysis", "Documents", "RunHistory", "TestSupport", grdb],
      swiftSettings: settings),
    .testTarget(
      name: "ServicesTests",
      dependencies: [
        "BuildAnalysis", "BuildRunner", "Configuration", "Documents", "ModuleGraph", "Reports", "Services",
        "TestSupport",
        "Workspace",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "BuildAnalysis", "BuildRunner", "BuildTrace", "Documents", "ModuleGraph", "Platform", "Reports", "Services",
        "TestSupport", "modgauge", subprocess,
      ],
      exclude: ["Snapshots"], swiftSettings: settings),
    .testTarget(
      name: "ManifestSyntaxTests", dependencies: ["ManifestSyntax", "ModuleGraph", "TestSupport"],
      swiftSettings: settings),
    .testTarget(name: "SymbolIndexTests", dependencies: ["ModuleGraph", "SymbolIndex"], swiftSettings: settings),
    .testTarget(name: "ImportSyntaxTests", dependencies: ["ImportSyntax", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "WorkspaceTests",
      dependencies: [
        "ActivityLog", "Advice", "BuildAnalysis", "Documents", "ImportSyntax", "ManifestSyntax", "ModuleGraph",
        "Platform", "TestSupport", "Workspace",
      ],
      exclude: ["Oracles"], swiftSettings: settings),
    .testTarget(
      name: "LiteralManifestTests", dependencies: ["ManifestSyntax", "ModuleGraph", "Workspace"],
      swiftSettings: settings),
    .testTarget(
      name: "SynthesisTests", dependencies: ["Synthesis", subprocess], swiftSettings: settings),
    .testTarget(
      name: "ConfigurationTests",
      dependencies: ["BuildAnalysis", "Configuration", "Foresight", "ModuleGraph", "Synthesis", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "BuildTraceTests", dependencies: ["BuildTrace", "ModuleGraph", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "BuildRunnerTests",
      dependencies: [
        "BuildAnalysis", "BuildRunner", "BuildTrace", "ModuleGraph", "Platform", "TestSupport", "Workspace",
        subprocess,
      ], exclude: ["Snapshots"], swiftSettings: settings),
    .testTarget(
      name: "RecordingTests",
      dependencies: ["BuildRunner", "BuildTrace", "TestSupport", "Workspace"],
      swiftSettings: settings),
    .testTarget(
      name: "ProjectTests",
      dependencies: [
        "Benchmarks", "BuildAnalysis", "Documents", "Foresight", "ImportSyntax", "ModuleGraph", "Reports",
        "TestSupport",
        "Workspace",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RecorderTests", dependencies: ["BuildTrace", "Platform", "TestSupport", subprocess],
      swiftSettings: settings),
  ]
)
