/// A type as a source file declares it, with what it stores.
package struct TypeDeclaration: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case actor, `class`, `enum`, `struct`
  }

  /// What is stored in a value of the type, or a case of an enumeration.
  package struct Member: Hashable, Sendable {
    package let name: String
    /// As it is written, with blanks only between words: `[String:Int]?`, `(id:Int)` for a case's values. Absent where none is
    /// written, and no literal tells it.
    package let type: String?
    /// The names of property wrappers and other attributes of ours, in their order: `Published`.
    package let attributes: [String]
    /// The raw value of a case, as it is written.
    package let rawValue: String?
    /// Whether it stands under `#if` within the type.
    package let isConditional: Bool
  }

  package let kind: Kind
  /// With the types around it: `User.Address`.
  package let name: String
  /// Names of the type's parameters, those of types around it included.
  package let parameters: [String]
  /// In the order of the file. Computed and static properties are none.
  package let members: [Member]
  /// Whether it stands under `#if`.
  package let isConditional: Bool
  /// Of the name, from 1; the column in bytes.
  package let line: Int
  package let column: Int
}

/// The types that a source file declares.
package struct SourceTypes: Hashable, Sendable {
  /// In the order in which they end. Those that others cannot see are not among them: `private`, `fileprivate`, and what is in
  /// functions.
  package let types: [TypeDeclaration]
  /// The names of `typealias` and `associatedtype` anywhere, since they stand for other types.
  package let aliases: Set<String>

  /// What a file in Swift declares.
  /// - Complexity: O(bytes).
  package init(swift bytes: [UInt8]) {
    self = bytes.withUnsafeBufferPointer { bytes in
      var scanner = SwiftTypeScanner(bytes)
      scanner.scan()
      return SourceTypes(types: scanner.types, aliases: scanner.aliases)
    }
  }

  private init(types: [TypeDeclaration], aliases: Set<String>) {
    (self.types, self.aliases) = (types, aliases)
  }
}
