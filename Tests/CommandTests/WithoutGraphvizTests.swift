#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Commands on a machine whose Graphviz cannot be loaded: the loader finds files of its names that are no libraries.
  @Suite struct WithoutGraphvizTests {
    private let folder: TestFolder

    init() throws {
      folder = try TestFolder()
      try folder.makeCacheFolder()
      try folder.write([
        "libraries/libgvc.so.6": "", "libraries/libgvc.so.7": "", "libraries/libgvc.so": "",
        "Shop/Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Shop", targets: [.target(name: "App", dependencies: ["Core"]), .target(name: "Core")])

        """,
        "Shop/Sources/App/a.swift": "let a = 1\n", "Shop/Sources/Core/a.swift": "let a = 1\n",
      ])
    }

    private func modgauge(_ arguments: [String]) async throws -> Tool.Outcome {
      try await Tool.built("modgauge")(
        arguments + ["--package-path", folder.path + "/Shop", "--cache-dir", folder.path + "/cache"],
        environment: ["LD_LIBRARY_PATH": folder.path + "/libraries"])
    }

    @Test(arguments: ["text", "mermaid", "json", "dot", "html"])
    func `all but pictures is written`(format: String) async throws {
      let outcome = try await modgauge(["graph", "--format", format])
      #expect(outcome.exitCode == 0 && outcome.output.contains("Core"), "\(outcome.errors)")
      #expect((outcome.errors == "") == (format != "html"))
    }

    @Test func `a report links no picture that is not there`() async throws {
      let run = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../DocumentsTests/Versions/run-1.json")
      try folder.write(["run/run.json": String(contentsOf: run, encoding: .utf8)])
      let outcome = try await Tool.built("modgauge")(
        ["report", folder.path + "/run"], environment: ["LD_LIBRARY_PATH": folder.path + "/libraries"])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let page = try folder.read("run/report.md")
      #expect(page.contains("| ") && !page.contains("![") && page.count > 500, "\(page)")
    }

    @Test func `a picture says how to get it, and doctor does`() async throws {
      for format in ["svg", "png", "pdf"] {
        let outcome = try await modgauge(["graph", "--format", format])
        #expect(outcome.exitCode == 2 && outcome.errors.contains("Install it (Debian: libgvc6, Homebrew: graphviz)"))
      }
      let outcome = try await modgauge(["doctor", "--seconds", "0"])
      #expect(
        outcome.exitCode == 0 && outcome.output.contains("Without it, svg, png and pdf are not drawn"),
        "\(outcome.output)")
    }
  }
#endif
