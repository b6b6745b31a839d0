import Platform

/// The objects of a repository without its settings: a temporary repository that borrows them as alternates.
///
/// Git writes new objects into the temporary folder. It does not fetch what a partial clone lacks, which it would do
/// object by object, runs no filters of the repository, and needs no working tree.
struct ObjectStore: Sendable {
  private let git: Git
  private let folder: String
  private let objects: String

  /// - Parameters:
  ///   - objects: the repository's `objects` folder, absolute.
  ///   - hash: the id of any object, whose length determines the hash function.
  ///   - parent: the folder in which the temporary repository is created.
  /// - Throws: `WorkspaceError.cacheUnusable`.
  init(_ git: Git, objects: String, hash: String, below parent: String) throws(WorkspaceError) {
    try self.init(
      git, objects: objects, hash: hash, folder: "\(parent)/git-\(String(objects.stableHash, radix: 36))",
      files: ["HEAD": "ref: refs/heads/none\n"])
  }

  /// A repository of the same objects in a working tree, which has a commit checked out.
  /// - Parameters:
  ///   - tags: its tags, as lines of a file of packed references.
  ///   - patterns: the files of a sparse checkout, which also says that all others are as in the commit; `nil` for all.
  /// - Throws: `WorkspaceError.cacheUnusable`.
  func repository(
    at workTree: String, commit: String, tags: String, showing patterns: String?
  ) throws(WorkspaceError) -> ObjectStore {
    try .repository(git, of: objects, at: workTree, commit: commit, tags: tags, showing: patterns)
  }

  /// The same for the objects of any repository.
  static func repository(
    _ git: Git, of objects: String, at workTree: String, commit: String, tags: String, showing patterns: String?
  ) throws(WorkspaceError) -> ObjectStore {
    try ObjectStore(
      git, objects: objects, hash: commit, folder: workTree + "/.git",
      files: [
        "HEAD": commit + "\n", "packed-refs": tags, "info/sparse-checkout": patterns ?? "/*\n",
        // What is added for builds is no change.
        "info/exclude": "Package.resolved\n.build/\n.swiftpm/\n",
      ],
      settings: "[core]\nautocrlf = false\nsparseCheckout = \(patterns != nil)\n"
        // Otherwise git looks at a file that is there although no pattern shows it.
        + "[sparse]\nexpectFilesOutsideOfPatterns = true\n")
  }

  private init(
    _ git: Git, objects: String, hash: String, folder: String, files: [String: String], settings: String = ""
  ) throws(WorkspaceError) {
    (self.git, self.objects, self.folder) = (git, objects, folder)
    let format =
      hash.utf8.count == 64 ? "[core]\nrepositoryformatversion = 1\n[extensions]\nobjectformat = sha256\n" : ""
    let own = ["objects/info/alternates": Self.alternate(objects) + "\n", "config": format + settings]
    do throws(FileFailure) {
      for name in ["refs", "objects/info", "info"] { try FileSystem.makeFolders("\(folder)/\(name)") }
      for (name, text) in files.merging(own, uniquingKeysWith: { first, _ in first }) {
        try WholeFile.write(text.utf8, to: "\(folder)/\(name)")
      }
    } catch {
      throw .cacheUnusable(path: folder, reason: error.reason)
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
