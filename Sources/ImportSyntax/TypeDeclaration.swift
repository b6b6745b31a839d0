/// A type declaration in a source file, with its stored members.
package struct TypeDeclaration: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case actor, `class`, `enum`, `protocol`, `struct`
  }

  /// A stored property, a case of an enumeration, or a method or property of a protocol in Objective-C.
  package struct Member: Hashable, Sendable {
    package let name: String
    /// As written, with spaces only between words: `[String:Int]?`, or `(id:Int)` for the associated values of a case;
    /// empty for a case without values. `nil` if no type is written and no literal implies one.
    package let type: String?
    /// The names of property wrappers and other custom attributes, in order: `Published`.
    package let attributes: [String]
    /// The raw value of a case, as written.
    package let rawValue: String?
    /// Whether it is under `#if` within the type.
    package let isConditional: Bool
  }

  package let kind: Kind
  /// Qualified by the enclosing types: `User.Address`.
  package let name: String
  /// Names of the type's generic parameters, including those of enclosing types.
  package let parameters: [String]
  /// In the order of the file, without computed and static properties.
  package let members: [Member]
  /// Whether it is under `#if`.
  package let isConditional: Bool
  /// The position of the name, counted from 1; the column is in bytes.
  package let line: Int
  package let column: Int
}

/// The types that a source file declares.
package struct SourceTypes: Hashable, Sendable {
  /// In the order of their closing braces, without types that are invisible to other files: `private` and `fileprivate`
  /// ones, and local types of functions.
  package let types: [TypeDeclaration]
  /// The names of all `typealias` and `associatedtype` declarations, which represent other types.
  package let aliases: Set<String>

  /// The types that a Swift file declares.
  /// - Complexity: O(bytes).
  package init(swift bytes: [UInt8]) {
    self = bytes.withUnsafeBufferPointer { bytes in
      var scanner = SwiftTypeScanner(bytes)
      scanner.scan()
      return SourceTypes(types: scanner.types, aliases: scanner.aliases)
    }
  }

  /// The classes with their properties, and the protocols with their methods and properties, that an Objective-C header
  /// declares.
  /// - Complexity: O(bytes).
  package init(objectiveC bytes: [UInt8]) {
    var reader = ObjectiveCReader(
      bytes.withUnsafeBufferPointer { ObjectiveCToken.all(in: SourceBytes(withoutMark: $0)) })
    self = SourceTypes(types: reader.types(), aliases: [])
  }

  private init(types: [TypeDeclaration], aliases: Set<String>) {
    (self.types, self.aliases) = (types, aliases)
  }
}
