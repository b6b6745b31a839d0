#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What git ignores in a folder.
struct GitIgnored: Sendable {
  enum Answer: Sendable {
    /// Absolute paths of files, and of folders that are ignored as a whole.
    case paths(Set<String>)
    /// The folder is in no repository, or there is no git.
    case none
    /// There is a repository, but git does not say.
    case unknown
  }

  /// The `git` program, absolute.
  private let program: String
  private let environment: [String: String]

  /// - Returns: `nil` where there is no git.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    guard let program = folders.map({ Path.absolute(String($0)) + "/git" }).first(where: Path.isProgram) else {
      return nil
    }
    self.program = program
    var few = environment.filter { ["HOME", "PATH", "XDG_CONFIG_HOME", "DEVELOPER_DIR"].contains($0.key) }
    few["LC_ALL"] = "C"
    self.environment = few
  }

  /// Asks git once, about all that is below a folder.
  ///
  /// It is told to run nothing that the repository's own settings name, and to take no locks.
  /// - Parameter folder: absolute.
  /// - Throws: `CancellationError`.
  func paths(below folder: String) async throws -> Answer {
    let child = ChildProcess(
      program: program,
      arguments: [
        "--no-optional-locks", "-c", "core.fsmonitor=false", "-C", folder, "ls-files", "-z", "--others", "--ignored",
        "--exclude-standard", "--directory",
      ],
      environment: environment)
    do {
      let outcome = try await child.run(outputLimit: 256 << 20)
      guard outcome.succeeded else { return Self.meansNothing(outcome.errors) ? .none : .unknown }
      var paths: Set<String> = []
      for path in outcome.outputBytes.split(separator: 0) {
        let text = String(decoding: path.last == UInt8(ascii: "/") ? path.dropLast() : path, as: UTF8.self)
        // Somebody who names a folder that is ignored itself means it.
        if text == "." || text.isEmpty { return .none }
        paths.insert(folder + "/" + text)
      }
      return .paths(paths)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return .unknown
    }
  }

  /// Whether git fails because there is nothing to say: outside of a repository, or (git 2.39) in a folder below one
  /// that is ignored as a whole.
  private static func meansNothing(_ errors: String) -> Bool {
    errors.contains("not a git repository") || errors.contains("directory entry not superset of prefix")
  }
}
