/// Whether a compiler's index provided the dependencies between the files of modules.
package struct IndexUse: Sendable, Hashable, Encodable {
  package enum State: String, Sendable, Encodable {
    case used, absent
    case outdated
    case unreadable
  }

  /// By their names, sorted.
  package let modules: [String]
  package let state: State
  /// Why it cannot be read, as a sentence; `nil` in other states.
  package let reason: String?

  package init(_ modules: [String], _ state: State, reason: String? = nil) {
    (self.modules, self.state, self.reason) = (modules, state, reason)
  }
}

extension [IndexUse] {
  private static var mostNames: Int { 5 }

  var sentences: [Phrase] {
    map { use in
      let names = use.modules.listed(atMost: Self.mostNames)
      let unknown = "the dependencies between the files of \(names) are unknown"
      return switch use.state {
      case .used: "The dependencies between the files of \(names) come from the compiler's index."
      case .absent: "No build left an index, so \(unknown): `swift build --enable-index-store` creates one."
      case .outdated:
        "The index is older than the sources, so \(unknown): `swift build --enable-index-store` updates it."
      case .unreadable: "The index could not be read, so \(unknown): \(use.reason ?? "")"
      }
    }
  }

  /// For programs; `nil` if no module is divided.
  var json: [IndexUse]? { isEmpty ? nil : self }
}
