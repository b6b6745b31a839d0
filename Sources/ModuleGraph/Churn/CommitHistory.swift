/// A commit of git's log.
package struct Commit: Sendable, Hashable {
  package struct FileChange: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      case added, modified, removed
      case renamed(from: String)
    }

    /// Relative to the repository's top.
    package let path: String
    package let kind: Kind

    package init(path: String, kind: Kind) {
      self.path = path
      self.kind = kind
    }
  }

  package let hash: String
  /// When it was committed, in seconds since 1970.
  package let time: Int
  /// The author's name according to the repository's `.mailmap`, otherwise the address.
  package let author: String
  /// The first line of its message.
  package let subject: String
  package let changes: [FileChange]

  package init(hash: String, time: Int, author: String, subject: String, changes: [FileChange]) {
    self.hash = hash
    self.time = time
    self.author = author
    self.subject = subject
    self.changes = changes
  }
}

/// The commits of a period, without merges and without those that have no parent here.
package struct CommitHistory: Sendable, Hashable {
  /// Why there are no earlier commits.
  package enum Ending: Sendable, Hashable {
    /// The period is complete.
    case period
    /// The repository's first commit is within the period.
    case beginning
    /// The clone is shallow; with its folder.
    case shallow(clone: String)
    /// The requested number of commits was read.
    case limit
  }

  /// Newest first.
  package let commits: [Commit]
  /// The times of the period's ends, in seconds since 1970: the requested start, or the oldest commit that was read.
  package let start: Int
  package let end: Int
  package let ending: Ending

  /// - Parameters:
  ///   - commits: newest first.
  ///   - since: the requested start.
  ///   - end: the time of the newest commit.
  ///   - oldest: the time of the oldest commit that was read, dropped ones included; `nil` if there was none.
  package init(commits: [Commit], since: Int, end: Int, ending: Ending, oldest: Int?) {
    self.commits = commits
    start = ending == .period ? since : max(since, oldest ?? since)
    self.end = max(end, start)
    self.ending = ending
  }

  /// The factor that extrapolates a sum over the period to a year; `nil` for less than two weeks, which say little
  /// about a year.
  package var yearFactor: Double? {
    let seconds = Double(end - start)
    return seconds < 14 * 86_400 ? nil : 365.25 * 86_400 / seconds
  }
}
