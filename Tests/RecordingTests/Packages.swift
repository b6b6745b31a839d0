/// Packages that are built in tests; small, since their builds are real.
enum Packages {
  /// Two Swift modules, and an executable that uses them.
  static let chain = [
    "Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "chain", targets: [
      .target(name: "Core"), .target(name: "Feature", dependencies: ["Core"]),
      .executableTarget(name: "App", dependencies: ["Feature"]),
    ])
    """,
    "Sources/Core/One.swift": "public func one() -> Int { two() - 1 }\n",
    "Sources/Core/Two.swift": "func two() -> Int { 2 }\n",
    "Sources/Feature/Feature.swift": "import Core\npublic func feature() -> Int { one() }\n",
    "Sources/App/main.swift": "import Feature\nprint(feature())\n",
  ]

  /// One of each kind: C and C++, a macro, a plugin that runs a tool, a library, an executable.
  static let everyKind = [
    "Package.swift": """
    // swift-tools-version: 6.0
    import CompilerPluginSupport
    import PackageDescription
    let package = Package(name: "kinds", platforms: [.macOS(.v13)], targets: [
      .target(name: "CShape"), .target(name: "Core", dependencies: ["CShape"]),
      .macro(name: "Answers"), .target(name: "Asking", dependencies: ["Answers"]),
      .executableTarget(name: "Writer"),
      .plugin(name: "Generate", capability: .buildTool(), dependencies: ["Writer"]),
      .executableTarget(name: "App", dependencies: ["Core", "Asking"], plugins: ["Generate"]),
    ])
    """,
    "Sources/CShape/include/shape.h": "int area(int r);\n",
    "Sources/CShape/round/circle.c": "#include \"../include/shape.h\"\nint area(int r) { return r * r * 3; }\n",
    "Sources/CShape/cube.cpp": "extern \"C\" int cube(int r) { return r * r * r; }\n",
    "Sources/Core/Core.swift": "import CShape\npublic func coreArea(_ r: Int32) -> Int32 { area(r) }\n",
    "Sources/Answers/main.swift": macroServer,
    "Sources/Asking/Asking.swift": """
    @freestanding(expression) macro answer() -> Int = #externalMacro(module: "Answers", type: "Answer")
    public func theAnswer() -> Int { #answer }
    """,
    "Sources/Writer/main.swift": """
    \(systemLibrary)
    let file = fopen(CommandLine.arguments[1], "w")
    fputs("let generated = 7\\n", file)
    fclose(file)
    """,
    "Plugins/Generate/Generate.swift": """
    import PackagePlugin
    @main struct Generate: BuildToolPlugin {
      func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let file = context.pluginWorkDirectoryURL.appending(path: "generated.swift")
        let writer = try context.tool(named: "Writer").url
        return [.buildCommand(displayName: "Write", executable: writer, arguments: [file.path], outputFiles: [file])]
      }
    }
    """,
    "Sources/App/main.swift": "import Asking\nimport Core\nprint(coreArea(2), theAnswer(), generated)\n",
  ]

  /// Foundation would have the compiler build its C modules first, for each clean build again.
  private static let systemLibrary = """
    #if canImport(Darwin)
      import Darwin
    #elseif canImport(Musl)
      import Musl
    #else
      import Glibc
    #endif
    """

  /// A macro by hand, since swift-syntax takes minutes to build: each message has its length in 8 bytes before it.
  private static let macroServer =
    systemLibrary + #"""

      func receive(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var have = 0
        while have < count {
          let more = bytes.withUnsafeMutableBytes { read(0, $0.baseAddress! + have, count - have) }
          if more <= 0 { return nil }
          have += more
        }
        return bytes
      }
      while let head = receive(8) {
        guard let body = receive(head.reversed().reduce(0) { $0 << 8 | Int($1) }) else { break }
        let answer =
          String(decoding: body, as: UTF8.self).contains("expandFreestandingMacro")
          ? #"{"expandMacroResult":{"expandedSource":"42","diagnostics":[]}}"#
          : #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#
        let message = (0..<8).map { UInt8(answer.utf8.count >> ($0 * 8) & 0xFF) } + Array(answer.utf8)
        _ = message.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      }
      """#
}
