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

  private let git: Git

  init(git: Git) {
    self.git = git
  }

  /// Asks git once, about all that is below a folder.
  /// - Parameter folder: absolute.
  /// - Throws: `CancellationError`.
  func paths(below folder: String) async throws -> Answer {
    do {
      let outcome = try await git(
        ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"], in: folder,
        outputLimit: 256 << 20)
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
