/// A part of a change, and how it touches modules.
package struct ChangeCause: Hashable, Sendable, Comparable, Encodable {
  package enum Kind: String, Hashable, Sendable, CaseIterable, Encodable {
    /// A file of the module.
    case file
    /// What the manifest states about the module.
    case manifest
    /// The resolved version of a package.
    case pin
    /// A file that the configuration lists under `affected: all:`.
    case configured
    /// A file that no target owns and the configuration does not mention.
    case unowned
    /// A file that decides which toolchain is used.
    case toolchain
    /// A manifest or a state that cannot be read, so that nobody knows what it touches.
    case unreadable
  }

  package let kind: Kind
  /// A path relative to the workspace's root, or for a pin the package's identity.
  package let subject: String
  /// What changed there, as in `swiftSettings`, `1.2.0 → 1.3.0`; `nil` if the subject says everything.
  package let detail: String?

  package init(_ kind: Kind, _ subject: String, detail: String? = nil) {
    (self.kind, self.subject, self.detail) = (kind, subject, detail)
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.rank, left.subject, left.detail ?? "") < (right.rank, right.subject, right.detail ?? "")
  }

  private var rank: Int { Kind.allCases.firstIndex(of: kind) ?? 0 }
}

extension ChangeCause: CustomStringConvertible {
  /// As in `Package.swift (swiftSettings)`.
  package var description: String {
    let subject = kind == .pin ? "the version of \(subject)" : subject
    let words =
      switch kind {
      case .file, .manifest, .pin: detail
      case .configured: "`affected: all:` names it"
      case .unowned: "no target owns it"
      case .toolchain: "it decides the toolchain"
      case .unreadable: detail
      }
    return words.map { "\(subject) (\($0))" } ?? subject
  }
}

/// What a change touches before anything depends on it.
package struct ChangeImpact: Hashable, Sendable {
  /// The causes by the modules that they touch themselves.
  package private(set) var causes: [ModuleID: Set<ChangeCause>] = [:]
  /// The causes that touch every module.
  package private(set) var ofEverything: Set<ChangeCause> = []

  package init() {}

  package mutating func add(_ cause: ChangeCause, to modules: some Sequence<ModuleID>) {
    for module in modules { causes[module, default: []].insert(cause) }
  }

  /// - Parameter cause: one that reaches every module.
  package mutating func addEverything(_ cause: ChangeCause) { ofEverything.insert(cause) }

  package var isEmpty: Bool { causes.isEmpty && ofEverything.isEmpty }
}
