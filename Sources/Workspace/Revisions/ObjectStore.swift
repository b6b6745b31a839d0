import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The objects of a repository without its settings: a temporary repository that borrows them as alternates.
///
/// Git writes new objects into the temporary folder. It does not fetch what a partial clone lacks, which it would do
/// object by object, runs no filters of the repository, and needs no working tree.
struct ObjectStore: Sendable {
  private let git: Git
  private let folder: String

  /// - Parameters:
  ///   - objects: the repository's `objects` folder, absolute.
  ///   - hash: the id of any object, whose length determines the hash function.
  ///   - parent: the folder in which the temporary repository is created.
  /// - Throws: `WorkspaceError.cacheUnusable`.
  init(_ git: Git, objects: String, hash: String, below parent: String) throws(WorkspaceError) {
    self.git = git
    let folder = "\(parent)/git-\(String(objects.stableHash, radix: 36))"
    self.folder = folder
    let format =
      hash.utf8.count == 64 ? "[core]\nrepositoryformatversion = 1\n[extensions]\nobjectformat = sha256\n" : ""
    do {
      for name in ["refs", "objects/info"] {
        try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      }
      let alternates = folder + "/objects/info/alternates"
      try Data((Self.alternate(objects) + "\n").utf8).write(to: URL(filePath: alternates), options: .atomic)
      try Data("ref: refs/heads/none\n".utf8).write(to: URL(filePath: folder + "/HEAD"), options: .atomic)
      try Data(format.utf8).write(to: URL(filePath: folder + "/config"), options: .atomic)
    } catch {
      throw .cacheUnusable(path: folder, reason: FileReason.words(error))
    }
  }

  /// A line of `alternates`, which git reads as a path or, within quotes, as one with C's escapes.
  private static func alternate(_ path: String) -> String {
    guard path.contains("\n") else { return path }
    let escapes: [Character: String] = ["\n": "\\n", "\"": "\\\"", "\\": "\\\\"]
    return "\"" + path.map { escapes[$0] ?? String($0) }.joined() + "\""
  }

  /// Keeps Git LFS, which a user's own settings may enable, from fetching.
  static let withoutFilters = [
    "-c", "filter.lfs.smudge=", "-c", "filter.lfs.clean=", "-c", "filter.lfs.process=", "-c",
    "filter.lfs.required=false",
  ]

  private var variables: [String: String] { ["GIT_DIR": folder] }

  /// The output of a git command.
  /// - Parameters:
  ///   - indexFile: an index to use.
  ///   - workTree: a working tree to use.
  /// - Throws: what `ChildProcess.run` throws.
  func callAsFunction(
    _ arguments: [String], indexFile: String? = nil, workTree: String? = nil
  ) async throws -> ChildProcess.Outcome {
    var variables = variables
    variables["GIT_WORK_TREE"] = workTree
    return try await git(
      arguments, in: workTree ?? folder, indexFile: indexFile, variables: variables, outputLimit: 1 << 30)
  }

  func spawn(
    _ arguments: [String], input: FileDescriptor, output: FileDescriptor
  ) throws(FileFailure) -> StartedProgram {
    try git.spawn(arguments, in: folder, variables: variables, input: input, output: output)
  }
}
