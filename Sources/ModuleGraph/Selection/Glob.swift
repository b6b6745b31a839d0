/// A pattern for paths and ids that are separated by `/`.
///
/// `*` matches any number of characters except `/`, `?` matches one such character, and `**` as a whole component
/// matches any number of components, including none: `Fixtures/**` matches `Fixtures` and everything below it. All
/// other characters, `[` and `{` included, match themselves. Matching is case-sensitive.
package struct Glob: Hashable, Sendable, CustomStringConvertible {
  private enum Part: Hashable, Sendable {
    case anyDepth
    case name([Sign])
  }

  private enum Sign: Hashable, Sendable {
    case any, one
    case character(Character)
  }

  package let description: String
  private let parts: [Part]

  /// - Parameter pattern: leading, trailing and repeated slashes are ignored.
  package init(_ pattern: String) {
    description = pattern
    parts = pattern.split(separator: "/").map { part in
      if part == "**" { return .anyDepth }
      return .name(part.map { $0 == "*" ? .any : $0 == "?" ? .one : .character($0) })
    }
  }

  /// Whether the pattern matches the whole path.
  /// - Complexity: O(length of the pattern · length of the path) for any input.
  package func matches(_ path: String) -> Bool {
    wildcardMatch(parts, path.split(separator: "/").map(Array.init), isWildcard: { $0 == .anyDepth }) { part, name in
      guard case .name(let signs) = part else { return false }
      return wildcardMatch(signs, name, isWildcard: { $0 == .any }) { sign, character in
        sign == .one || sign == .character(character)
      }
    }
  }
}

/// Matches a whole sequence against a pattern in which some elements match any number of elements.
///
/// If the elements after a wildcard do not match, the last wildcard takes one more. Earlier wildcards need no
/// backtracking, since the last one can take anything that they could take instead.
private func wildcardMatch<Sign, Element>(
  _ pattern: [Sign], _ elements: [Element], isWildcard: (Sign) -> Bool, fits: (Sign, Element) -> Bool
) -> Bool {
  var next = 0
  var position = 0
  var lastWildcard: (next: Int, taken: Int)?
  while position < elements.count {
    if next < pattern.count, isWildcard(pattern[next]) {
      next += 1
      lastWildcard = (next, position)
    } else if next < pattern.count, fits(pattern[next], elements[position]) {
      next += 1
      position += 1
    } else if let wildcard = lastWildcard {
      position = wildcard.taken + 1
      next = wildcard.next
      lastWildcard = (next, position)
    } else {
      return false
    }
  }
  return pattern[next...].allSatisfy(isWildcard)
}
