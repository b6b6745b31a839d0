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
