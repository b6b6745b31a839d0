import ManifestSyntax
import ModuleGraph

/// The output of `git log -z --name-status` in a format of our own.
///
/// Every field ends with a NUL, which neither names nor messages can contain, and the number of fields is known. So no
/// name or message is taken for something else.
struct CommitLog {
  /// The argument of `--format`.
  static let format = "commit %H%x00%P%x00%ct%x00%aN%x00%aE%x00%s"

  struct Entry {
    let commit: Commit
    let hasParent: Bool
  }

  private(set) var entries: [Entry] = []

  /// A commit's date as git prints it, in seconds since 1970; the nearest possible one if it is not within our calendar.
  static func time(_ text: some StringProtocol) -> Int { min(max(Int(text) ?? 0, 0), 253_402_300_799) }

  /// - Returns: `nil` if the output is not of this form.
  /// - Complexity: O(bytes).
  init?(_ output: [UInt8]) {
    var fields = output.split(separator: 0, omittingEmptySubsequences: false)[...]
    func next() -> String? { fields.popFirst().map { String(decoding: $0, as: UTF8.self) } }
    while let head = next() {
      if head.isEmpty, fields.isEmpty { return }
      guard head.hasPrefix("commit "), let parents = next(), let time = next().map(Self.time), let name = next(),
        let address = next(), let subject = next()
      else { return nil }
      var changes: [Commit.FileChange] = []
      while let status = fields.first, !status.starts(with: "commit ".utf8), !(status.isEmpty && fields.count == 1) {
        fields.removeFirst()
        // A newline separates the files from the message.
        let letter = status.first { $0 != UInt8(ascii: "\n") }
        guard let path = next() else { return nil }
        switch letter {
        case UInt8(ascii: "R"), UInt8(ascii: "C"):
          guard let new = next() else { return nil }
          changes.append(.init(path: new, kind: letter == UInt8(ascii: "R") ? .renamed(from: path) : .added))
        case UInt8(ascii: "A"): changes.append(.init(path: path, kind: .added))
        case UInt8(ascii: "D"): changes.append(.init(path: path, kind: .removed))
        case nil: return nil
        default: changes.append(.init(path: path, kind: .modified))
        }
      }
      let commit = Commit(
        hash: String(head.dropFirst("commit ".count)), time: time, author: name.isEmpty ? address.lowercased() : name,
        subject: subject, changes: changes)
      entries.append(Entry(commit: commit, hasParent: !parents.isEmpty))
    }
  }
}
