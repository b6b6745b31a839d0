import Platform

/// The submodules that a git repository declares, whether or not they are checked out.
enum GitSubmodules {
  /// The absolute folders of the submodules of the repository that contains a folder.
  /// - Returns: empty if there is no repository, or its list cannot be read.
  static func folders(around folder: String) -> Set<String> {
    // A revision has no `.git`; `.gitmodules` is at the top of both.
    let top = folder.upwards.first { folder in
      [".git", ".gitmodules"].contains { FileStatus(at: "\(folder)/\($0)") != nil }
    }.map(String.init)
    guard let top, let bytes = try? FileBytes.read(top + "/.gitmodules") else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return Set(
      lines.compactMap { line in
        let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmed }
        return parts.count == 2 && parts[0] == "path" ? Path.joined(top, parts[1]) : nil
      })
  }

  /// The submodule because of which a path leads to nothing or to an empty folder: it is not checked out.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - base: the folder that the submodule's path is shown relative to.
  /// - Returns: `nil` if there is another reason.
  static func missing(at path: String, from base: String) -> String? {
    if RevisionFiles.current?.fillsDisk == false { return nil }  // Its submodules have warnings of their own.
    let place = Path.normalized(path)
    let missing = folders(around: place).sorted().first { folder in
      (place + "/").hasPrefix(folder + "/") && FolderEntries(of: folder).entries.isEmpty
    }
    return missing.map { Path.relative($0, to: base) }
  }

  /// A sentence about such a path; `nil` if there is another reason.
  static func advice(onMissing path: String, from base: String) -> String? {
    missing(at: path, from: base).map { advice(on: $0) + "." }
  }

  /// What to do about a missing submodule, as a sentence without its period.
  static func advice(on submodule: String) -> String {
    "`\(submodule)` is a git submodule that is not checked out: try `git submodule update --init`"
  }
}

extension StringProtocol {
  /// Without white space at its ends.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
