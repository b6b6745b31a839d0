import Foundation
import Subprocess
import Synthesis
import Testing

/// Real builds: slow, but nothing else shows that the code compiles. One after the other, for they share the machine.
@Suite(.serialized) struct BuildTests {
  @Test(arguments: WorkspaceDescription.Packages.allCases)
  func theWorkspaceBuildsWithoutWarnings(packages: WorkspaceDescription.Packages) async throws {
    try await withFolder { folder in
      try write(synthesize(example(packages: packages, hasDemo: true, hasContracts: true)), to: folder)
      let build = try await swift("build", "--build-tests", in: folder)
      #expect(build.isSuccess, "\(build.output)")
      #expect(!build.output.lowercased().contains("warning:"), "\(build.output)")
      let app = try await swift("run", "--skip-build", "App", in: folder)
      #expect(app.output.contains("QR: ") && app.output.contains("Core: "), "\(app.output)")
      let demo = try await swift("run", "QRDemo", in: folder.appending(path: "QRDemo.swiftpm"))
      #expect(demo.isSuccess && demo.output.contains("QR: "), "\(demo.output)")
      #expect(!demo.output.lowercased().contains("warning:"), "\(demo.output)")
    }
  }

  /// The edges are real: a dependency that leaves the manifest breaks the build of what had it.
  @Test func theWorkspaceDoesNotBuildWithoutADependency() async throws {
    try await withFolder { folder in
      var files = try synthesize(example()).map { (path: $0.path, text: $0.text) }
      let manifest = try #require(files.firstIndex { $0.path == "Package.swift" })
      let whole = files[manifest].text
      files[manifest].text = whole.replacingOccurrences(
        of: ".target(name: \"QR\", dependencies: [\"Core\"])", with: ".target(name: \"QR\")")
      #expect(files[manifest].text != whole)
      for file in files { try write(file.text, to: folder.appending(path: file.path)) }
      let build = try await swift("build", "--target", "QR", in: folder)
      #expect(!build.isSuccess)
      #expect(build.output.contains("no such module 'Core'"), "\(build.output)")
    }
  }

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "modgauge-synthesis-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
      try await body(folder)
    } catch {
      try FileManager.default.removeItem(at: folder)
      throw error
    }
    try FileManager.default.removeItem(at: folder)
  }

  private func write(_ files: [SynthesizedFile], to folder: URL) throws {
    for file in files { try write(file.text, to: folder.appending(path: file.path)) }
  }

  private func write(_ text: String, to path: URL) throws {
    try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: path)
  }

  private func swift(
    _ command: String, _ arguments: String..., in folder: URL
  ) async throws -> (isSuccess: Bool, output: String) {
    // The index is what tests are found in on Linux; the system's modules, which take the longest, need not be in it.
    let options = [
      "--package-path", folder.path, "-debug-info-format", "none", "-Xswiftc", "-index-ignore-system-modules",
    ]
    let result = try await run(
      .name("swift"), arguments: Arguments([command] + options + arguments),
      output: .string(limit: 1 << 24), error: .string(limit: 1 << 24))
    return (result.terminationStatus.isSuccess, result.standardOutput + result.standardError)
  }
}
