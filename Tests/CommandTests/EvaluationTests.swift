import Foundation
import Platform
import Subprocess
import TestSupport
import Testing

/// Manifests that do not end by themselves.
struct EvaluationTests {
  private let folder: TestFolder

  /// A manifest that writes the number of its process, ignores what it is asked, and waits.
  init() throws {
    folder = try TestFolder()
    try folder.write([
      "P/Package.swift": """
      // swift-tools-version: 6.0
      import Foundation
      import PackageDescription
      signal(SIGINT, SIG_IGN)
      signal(SIGTERM, SIG_IGN)
      try! Data("\\(getpid())\\n".utf8).write(to: URL(filePath: "\(folder.path)/process"))
      while true { sleep(1) }
      let package = Package(name: "Endless")

      """
    ])
  }

  private func words(_ more: [String]) -> [String] {
    ["graph", "--package-path", folder.path + "/P", "--cache-dir", folder.path + "/cache"] + more
  }

  private var process: Int32? {
    guard let text = try? folder.read("process"), text.hasSuffix("\n") else { return nil }
    return Int32(text.dropLast())
  }

  private func isAlive(_ process: Int32) -> Bool {
    guard kill(process, 0) == 0 else { return false }
    guard let status = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return true }
    return !String(decoding: status, as: UTF8.self).contains(") Z ")
  }

  @Test func noManifestGoesOnWhenTheToolIsKilled() async throws {
    let result = try await Subprocess.run(
      .path(FilePath(Tool.built("modgauge").path)), arguments: Arguments(words(["--manifest-timeout", "3600"])),
      input: .none,
      output: .discarded, error: .discarded
    ) { execution in
      try await eventually { process != nil }
      try execution.send(signal: .kill)
    }
    #expect(result.terminationStatus == .signaled(9))
    let manifest = try #require(process)
    try await eventually { !isAlive(manifest) }
  }

  @Test func howLongAManifestMayTakeCanBeSaid() async throws {
    for seconds in [5, 15, 60] where process == nil {  // A busy machine takes long to compile it.
      let outcome = try await Tool.built("modgauge")(words(["--manifest-timeout", "\(seconds)"]))
      #expect(outcome.exitCode == 2)
      #expect(
        outcome.errors.hasPrefix(
          "error: `\(folder.path)/P/Package.swift` was still being evaluated after \(seconds).0 seconds, and was terminated. "
            + "Look for an error, a loop or a wait in it, first where it is not literal: line "))
      #expect(outcome.errors.hasSuffix(", or allow more time with --manifest-timeout.\n"))
    }
    #expect(!isAlive(try #require(process)))
    let none = try await Tool.built("modgauge")(words(["--manifest-timeout", "0"]))
    #expect(none.exitCode == 64 && none.errors == "error: --manifest-timeout must be 1 second or more.\n")
  }
}
