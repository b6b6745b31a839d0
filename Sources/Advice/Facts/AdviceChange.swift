package import ModuleGraph

/// A change of manifests that carries a finding out, so that its effect can be measured.
package struct AdviceChange: Hashable, Sendable {
  package struct Edit: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
      /// Takes arguments out of the `unsafeFlags` that begin on a line, counted from 1.
      case removeFlags([String], line: Int)
      /// Lets a product be linked as its users need.
      case linkAutomatically(product: String)
    }

    /// Relative to the workspace's root.
    package let file: String
    package let action: Action
  }

  package let edits: [Edit]
  /// A module whose rebuild after a change in it shows the effect, if clean builds need not.
  package var rebuilt: ModuleID?
}

extension AdviceChange.Edit {
  /// - Returns: the changed text; `nil` if it is not as expected.
  package func applied(to text: String) -> String? {
    switch action {
    case .removeFlags(let flags, let line):
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.indices.contains(line - 1) else { return nil }
      var rest = lines[(line - 1)...].joined(separator: "\n")
      lines.removeSubrange((line - 1)...)
      guard let call = rest.firstRange(of: "unsafeFlags"), let open = rest[call.upperBound...].firstIndex(of: "["),
        let close = rest[open...].firstIndex(of: "]")
      else { return nil }
      var list = String(rest[open...close])
      for flag in flags {
        guard let place = list.firstRange(of: "\"\(flag)\"") else { return nil }
        var end = place.upperBound
        while end < list.endIndex, list[end].isWhitespace || list[end] == "," { end = list.index(after: end) }
        list.removeSubrange(place.lowerBound..<end)
      }
      rest.replaceSubrange(open...close, with: list)
      return (lines.map(String.init) + [rest]).joined(separator: "\n")
    case .linkAutomatically(let product):
      guard let name = text.firstRange(of: ".library(name: \"\(product)\""),
        let end = text[name.upperBound...].firstIndex(of: ")")
      else { return nil }
      let call = String(text[name.upperBound..<end])
      let changed = call.replacing(", type: .dynamic", with: "")
      return changed == call ? nil : "\(text[..<name.upperBound])\(changed)\(text[end...])"
    }
  }
}
