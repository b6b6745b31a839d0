#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The `git` program, told to run nothing that a repository's own settings name, and to take no locks.
package struct Git: Sendable {
  /// Absolute.
  private let program: String
  private let environment: [String: String]

  /// - Returns: `nil` where there is no git.
  package init?(environment: [String: String] = OwnEnvironment.variables) {
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
  ///   - variables: what it sees beyond the few that it always does.
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

  /// Starts one of git's commands, and does not wait for it. What it says to standard error is lost.
  /// - Returns: the process, to be waited for by the caller.
  func spawn(
    _ arguments: [String], in folder: String, variables: [String: String], input: Int32, output: Int32
  ) throws(FileFailure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let words = ([program] + Self.arguments(arguments, in: folder)).map { strdup($0) } + [nil]
    let all = environment.merging(variables) { $1 }.sorted { $0.key < $1.key }
    let variables = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, program, &actions, nil, words, variables)
    guard result == 0 else { throw FileFailure(reason: String(cString: strerror(result))) }
    return process
  }

  private static func arguments(_ arguments: [String], in folder: String) -> [String] {
    ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-C", folder] + arguments
  }
}
