/// The metadata of a stored run, available without reading its builds.
package struct HistoryEntry: Sendable, Hashable {
  /// The run's identity: 16 hexadecimal digits.
  package let identity: String
  package let line: HistoryLine
  package let revision: String?
  /// The commit date; like `started`, in UTC: `2026-02-03T04:05:06Z`.
  package let committed: String?
  package let started: String?
  package let branch: String?
  package let dirty: Bool?
  package let arms: Int
  package let samples: Int
  package let failures: Int

  package init(
    identity: String, line: HistoryLine, revision: String?, committed: String?, started: String?, branch: String?,
    dirty: Bool?, arms: Int, samples: Int, failures: Int
  ) {
    self.identity = identity
    self.line = line
    self.revision = revision
    self.committed = committed
    self.started = started
    self.branch = branch
    self.dirty = dirty
    self.arms = arms
    self.samples = samples
    self.failures = failures
  }
}
