import Platform

/// The `git` program, configured to run nothing that a repository's settings name, and to take no locks.
package struct Git: Sendable {
  /// Absolute.
  private let program: String
  private let environment: [String: String]

  /// - Returns: `nil` if git is not installed.
  package init?(environment: [String: String] = OwnEnvironment.variables) {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    guard let program = folders.map({ Path.absolute(String($0)) + "/git" }).first(where: Path.isProgram) else {
      return nil
    }
    self.program = program
    // `safe.directory` may be set by variables; below sudo, git trusts the repositories of the user behind it.
    var few = environment.filter { Self.passed.contains($0.key) || $0.key.hasPrefix("GIT_CONFIG_") }
    few["LC_ALL"] = "C"
    self.environment = few
  }

  private static let passed: Set<String> = ["HOME", "PATH", "XDG_CONFIG_HOME", "DEVELOPER_DIR", "SUDO_UID"]

  /// Whether git's message says that a folder is in no repository, or in one that is gone, and not that git refuses to
  /// read it.
  package static func meansNoRepository(_ errors: String) -> Bool { errors.contains("not a git repository") }

  /// git's message as a sentence without its period. A command that it proposes stands on a line of its own.
  package static func description(of errors: String) -> String {
    let lines = errors.split(separator: "\n").map { (line: Substring) -> String in
      line.hasPrefix("\t") ? "`\(String(line.dropFirst()).visible)`" : String(line).visible
    }
    let text = lines.joined(separator: " ").replacing("fatal: ", with: "")
    return text.replacing(" To add", with: ". To add").replacing(", call: ", with: ", call ")
  }

  /// Runs a git command in a folder.
  ///
  /// - Parameters:
  ///   - indexFile: an index to use instead of the repository's own.
  ///   - outputLimit: in bytes.
  ///   - variables: environment variables beyond the few that it always gets.
  /// - Throws: what `ChildProcess.run` throws.
  package func callAsFunction(
    _ arguments: [String], in folder: String, indexFile: String? = nil, variables: [String: String] = [:],
    outputLimit: Int = 1 << 22
  ) async throws -> ChildProcess.Outcome {
    var environment = environment.merging(variables) { $1 }
    environment["GIT_INDEX_FILE"] = indexFile
    return try await ChildProcess(
      program: program, arguments: Self.arguments(arguments, in: folder), environment: environment
    ).run(outputLimit: outputLimit)
  }

  /// Starts a git command without waiting for it. Its standard error is discarded.
  /// - Returns: the process, which the caller must wait for.
  func spawn(
    _ arguments: [String], in folder: String, variables: [String: String], input: FileDescriptor, output: FileDescriptor
  ) throws(FileFailure) -> StartedProgram {
    let all = environment.merging(variables) { $1 }.sorted { $0.key < $1.key }
    do {
      let nowhere = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
      defer { try? nowhere.close() }
      var circumstances = StartedProgram.Circumstances()
      circumstances.streams = [(0, input), (1, output), (2, nowhere)]
      circumstances.environment = all.map { "\($0.key)=\($0.value)" }
      return try StartedProgram(path: program, arguments: Self.arguments(arguments, in: folder), in: circumstances)
    } catch { throw FileFailure(reason: "\(error)") }
  }

  private static func arguments(_ arguments: [String], in folder: String) -> [String] {
    ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-C", folder] + arguments
  }
}
