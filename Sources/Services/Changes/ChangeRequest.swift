import Workspace

/// Which change of a workspace is meant.
package struct ChangeRequest: Hashable, Sendable {
  /// The merge base with this revision is the state before the change; `nil` for the default branch.
  package var base: String?
  /// The state after the change; `nil` for the working tree.
  package var head: String?
  /// Only what differs between `HEAD` and the files that git tracks.
  package var isUncommitted = false
  /// Only files that git neither tracks nor ignores.
  package var isUntracked = false
  /// The files that changed, whatever git says; `-` is a list on standard input. Empty for what git says.
  package var files: [String] = []

  package init() {}

  /// The absolute paths of the files that are named.
  /// - Throws: `InputFile.Unreadable`.
  func namedFiles() throws -> Set<String> {
    var names: [String] = []
    for file in files {
      guard file == InputFile.standardInput else {
        names.append(file)
        continue
      }
      let bytes = try InputFile.readOnce(file)
      let separator = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
      names += bytes.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
    }
    return Set(
      names.map { name in
        let path = Path.absolute(name)
        // The folder may be reached through a link, while git names the real one.
        let folder = InputFile.folder(of: path)
        return Path.canonical(folder).map { Path.normalized("\($0)/\(InputFile.lastPart(of: path))") } ?? path
      })
  }
}
