/// The files and folders that git ignores.
struct GitIgnored: Sendable {
  enum Answer: Sendable {
    /// Absolute paths of ignored files, and of folders that are ignored as a whole.
    case paths(Set<String>)
    /// The folder is in no repository, or git is not installed.
    case none
    /// There is a repository, but git fails; with its message.
    case unknown(String)
  }

  let git: Git

  /// Asks git once, for everything below a folder.
  /// - Parameter folder: absolute.
  /// - Throws: `CancellationError`.
  func paths(below folder: String) async throws -> Answer {
    do {
      let outcome = try await git(
        ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"], in: folder,
        outputLimit: 256 << 20)
      guard outcome.succeeded else {
        return Self.meansNothing(outcome.errors) ? .none : .unknown(Git.description(of: outcome.errors))
      }
      var paths: Set<String> = []
      for path in outcome.outputBytes.split(separator: 0) {
        let text = String(decoding: path.last == UInt8(ascii: "/") ? path.dropLast() : path, as: UTF8.self)
        // A user who names an ignored folder wants its contents.
        if text == "." || text.isEmpty { return .none }
        paths.insert(folder + "/" + text)
      }
      return .paths(paths)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return .unknown("\(error)")
    }
  }

  /// Whether git's failure means that nothing is ignored: outside a repository, or (git 2.39) below a folder that is
  /// ignored as a whole.
  private static func meansNothing(_ errors: String) -> Bool {
    Git.meansNoRepository(errors) || errors.contains("directory entry not superset of prefix")
  }
}
