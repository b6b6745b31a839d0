/// The kind of a symbol's declaration.
package enum SymbolKind: String, Hashable, Sendable, CaseIterable, Codable {
  case `struct`, `class`, `enum`, `protocol`, union, `typealias`
  case associatedType = "associated type"
  case function, method, initializer, deinitializer, `subscript`, `operator`
  case variable, property, field, `case`, macro, other

  /// Whether other declarations can be written in terms of it.
  package var isType: Bool {
    switch self {
    case .struct, .class, .enum, .protocol, .union, .typealias: true
    default: false
    }
  }
}

/// The uses of a symbol in a file.
package struct UsedSymbol: Hashable, Sendable, Codable {
  /// With the types that it is a member of: `Budget.shortened(to:)`.
  package let name: String
  package let kind: SymbolKind
  package let count: Int
  /// The first line.
  package let line: Int
}

/// How visible a declaration is, from the narrowest to the widest.
package enum AccessLevel: String, Hashable, Sendable, CaseIterable, Comparable, Codable {
  case `private`, `fileprivate`, `internal`, package, `public`, `open`

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  package static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rank < right.rank }
}
