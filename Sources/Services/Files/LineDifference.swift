/// The lines that differ between two texts.
package struct LineDifference {
  private enum Line: Equatable {
    case kept(Substring), removed(Substring), added(Substring)

    var isKept: Bool { if case .kept = self { true } else { false } }

    var text: String {
      switch self {
      case .kept(let text): " \(text)"
      case .removed(let text): "-\(text)"
      case .added(let text): "+\(text)"
      }
    }
  }

  private var lines: [Line] = []

  package init(before: String, after: String) {
    let (old, new) = (Self.lines(of: before), Self.lines(of: after))
    var (removed, added): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        lines.append(.removed(old[left]))
        left += 1
      } else if added.contains(right) {
        lines.append(.added(new[right]))
        right += 1
      } else {
        lines.append(.kept(old[left]))
        (left, right) = (left + 1, right + 1)
      }
    }
    // Nothing comes behind the last newline.
    if lines.last == .kept("") { lines.removeLast() }
  }

  /// A line keeps its carriage return, which is one character together with the newline.
  private static func lines(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
  }

  private static let context = 3

  /// The changed lines with those around them, in the format of `diff -u`.
  package func unified(name: String) -> String {
    let changed = lines.indices.filter { !lines[$0].isKept }
    var hunks: [Range<Int>] = []
    for index in changed {
      let around = max(0, index - Self.context)..<min(lines.count, index + Self.context + 1)
      if let last = hunks.last, last.upperBound >= around.lowerBound {
        hunks[hunks.count - 1] = last.lowerBound..<around.upperBound
      } else {
        hunks.append(around)
      }
    }
    let parts = hunks.map { hunk in
      let (old, new) = (count(before: hunk.lowerBound, false), count(before: hunk.lowerBound, true))
      let head =
        "@@ -\(old + 1),\(count(before: hunk.upperBound, false) - old) +\(new + 1),\(count(before: hunk.upperBound, true) - new) @@"
      return ([head] + lines[hunk].map(\.text)).joined(separator: "\n") + "\n"
    }
    return "--- \(name)\n+++ \(name)\n" + parts.joined()
  }

  /// The number of lines of one of the texts before an index.
  private func count(before index: Int, _ isNew: Bool) -> Int {
    lines[..<index].count { line in
      switch line {
      case .kept: true
      case .removed: !isNew
      case .added: isNew
      }
    }
  }
}
