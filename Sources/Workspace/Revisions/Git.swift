#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The `git` program, told to run nothing that a repository's own settings name, and to take no locks.
package struct Git: Sendable {
  /// Absolute.
  private let program: String
  private let environment: [String: String]

  /// - Returns: `nil` where there is no git.
  package init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    guard let program = folders.map({ Path.absolute(String($0)) + "/git" }).first(where: Path.isProgram) else {
      return nil
    }
    self.program = program
    var few = environment.filter { ["HOME", "PATH", "XDG_CONFIG_HOME", "DEVELOPER_DIR"].contains($0.key) }
    few["LC_ALL"] = "C"
    self.environment = few
  }

  /// Runs one of git's commands in a folder.
  ///
  /// - Parameters:
  ///   - indexFile: an index to use instead of the repository's own.
  ///   - outputLimit: in bytes.
  /// - Throws: what `ChildProcess.run` throws.
  package func callAsFunction(
    _ arguments: [String], in folder: String, indexFile: String? = nil, outputLimit: Int = 1 << 22
  ) async throws -> ChildProcess.Outcome {
    var environment = environment
    environment["GIT_INDEX_FILE"] = indexFile
    return try await ChildProcess(
      program: program,
      arguments: [
        "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-C", folder,
      ] + arguments,
      environment: environment
    ).run(outputLimit: outputLimit)
  }
}
