import Platform
import Subprocess
package import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The location of the toolchain that a `swift` program belongs to.
package struct RealToolchain {
  /// The folder that contains `bin`, absolute, without symbolic links.
  package let usr: String

  var programs: String { usr + "/bin" }

  /// Asks the compiler itself, since `swift` may be a proxy, and only that knows which toolchain it uses.
  /// - Throws: `BenchmarkError.toolchainNotFound`, `SubprocessError`.
  package init(of toolchain: Toolchain) async throws {
    let result = try await Subprocess.run(
      .path(FilePath(toolchain.swift)), arguments: ["-print-target-info"],
      environment: .inherit.updating(["TMPDIR": nil]),  // See `TemporaryFolderPath`.
      output: .bytes(limit: 1 << 20), error: .string(limit: 1 << 20))
    // …/usr/lib/swift
    let info = try? JSONDecoder().decode(TargetInfo.self, from: Data(result.standardOutput))
    guard let resources = info?.paths.runtimeResourcePath, let usr = Path.canonical(resources + "/../.."),
      FileManager.default.isExecutableFile(atPath: usr + "/bin/swift-frontend")
    else {
      throw BenchmarkError.toolchainNotFound(
        swift: toolchain.swift,
        words: (result.standardError + (info?.paths.runtimeResourcePath ?? "")).split(separator: "\n")
          .joined(separator: " "))
    }
    self.usr = usr
  }
}

private struct TargetInfo: Decodable {
  struct Paths: Decodable {
    let runtimeResourcePath: String
  }

  let paths: Paths
}
