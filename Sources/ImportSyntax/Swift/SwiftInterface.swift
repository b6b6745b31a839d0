/// Hashes of the parts of a Swift file on which other files can depend, divided as by the compiler: the declarations
/// outside of types, and each type, without the bodies of functions.
///
/// Use it to compare two states of a file. The text is not parsed, so the result may be wrong for unusual declarations.
package struct SwiftInterface: Sendable, Hashable {
  /// What one extension declares.
  package struct Extension: Sendable, Hashable {
    /// The hash of the tokens in its braces.
    package internal(set) var hash = 0
    /// The names of its members; `init` and `subscript` for those without a name.
    package internal(set) var members: Set<String> = []
  }

  /// The hash of the tokens outside of types and function bodies, including the names and heads of types.
  package internal(set) var file = 0
  /// The hash of the tokens in the braces of each type, by the name of the outermost type; 0 for a type that is only
  /// extended. A type in an extension counts as an outermost one, here and in what follows.
  package internal(set) var types: [String: Int] = [:]
  /// By the name of the outermost extended type, in the order of the file.
  package internal(set) var extensions: [String: [Extension]] = [:]
  /// The hash of all tokens. Comments and white space are not tokens.
  package internal(set) var all = 0
  /// The hash of the tokens in function bodies that other modules see, such as those of `@inlinable` functions.
  package internal(set) var inlinable = 0
  /// The imported modules.
  package internal(set) var imports: Set<String> = []
  /// The names that are declared outside of types: functions, variables and aliases, but not types. Also all operators,
  /// since the compiler looks them up in the same way wherever they are declared.
  package internal(set) var names: Set<String> = []
  /// The operators in each type and its extensions, by the name of the outermost type.
  package internal(set) var operators: [String: Set<String>] = [:]
  /// Every name and operator that occurs.
  package internal(set) var mentioned: Set<String> = []
  /// The types of the standard library that literals and punctuation stand for: `String`, `Array` and `Optional`. Also
  /// `UnsafeMutablePointer`, which the compiler looks up in nearly all files: 83 of 95 of swift-certificates with Swift 6.3.1.
  package internal(set) var implied: Set<String> = []
  /// The names that the compiler may look up in the module: operators, names with a capital letter, and others without a
  /// dot before them, unless the file declares variables or labels of that name.
  package internal(set) var lookedUp: Set<String> = []
  /// The names before others, as in `Cart.Item`, and those in heads of extensions that have no members of values: of
  /// `extension Shop.Cart { struct Item {} }` the compiler looks up the cart, but nothing that it consists of. They may also be
  /// looked up elsewhere in the file.
  package internal(set) var extended: Set<String> = []
  /// The names that follow a dot or precede a parenthesis, and attributes: members and what is called.
  package internal(set) var accessed: Set<String> = []
  /// What each type and its extensions inherit from and conform to, by the name of the outermost type.
  package internal(set) var heads: [String: Set<String>] = [:]
  /// What each protocol and class inherits from and conforms to. A file that uses one of them uses these, too.
  package internal(set) var inherited: [String: Set<String>] = [:]
  /// What functions, variables and cases refer to in their heads, attributes and initial values: names with a capital letter,
  /// and functions that are called. By the outermost type that declares them, or an empty name, and by their own name: of
  /// several in one declaration, the first, and the keyword if there is none. A file that uses one of these declarations uses
  /// what it refers to, too, without mentioning it.
  package internal(set) var carried: [String: [String: Set<String>]] = [:]
  /// What the variables and cases of each type refer to, without static ones and extensions, and what the requirements of
  /// protocols do, by the name of the outermost type. A file that uses the type uses this, too.
  package internal(set) var stored: [String: Set<String>] = [:]
  /// The declared types, with the types that contain them, as in `Cart.Item`. Types that are only extended are not
  /// included.
  package internal(set) var declaredTypes: Set<String> = []

  init() {}

  /// - Parameter answer: what is known of flags and queries in conditions. As for the compiler, inactive branches do not
  ///   count, but their conditions do.
  /// - Complexity: O(bytes).
  package init(swift bytes: [UInt8], answer: (CompilationCondition) -> Bool? = { _ in nil }) {
    self = withoutActuallyEscaping(answer) { answer in
      bytes.withUnsafeBufferPointer { bytes in
        var reader = SwiftInterfaceReader(bytes, answer)
        return reader.read()
      }
    }
  }

  /// What changed for other files.
  package struct Change: Sendable, Hashable {
    /// Types, functions, variables and operators.
    package var names: Set<String> = []
    /// Members of extensions, by the name of the outermost type.
    package var members: [String: Set<String>] = [:]

    package init() {}

    package var isEmpty: Bool { names.isEmpty && members.isEmpty }

    package mutating func formUnion(_ other: Change) {
      names.formUnion(other.names)
      members.merge(other.members) { $0.union($1) }
    }
  }

  /// What changed for other files between two states; `nil` represents a missing file.
  ///
  /// The compiler treats all names of a file as changed if something outside of its types changed; the type if something in
  /// its own braces did; and only the members of an extension if something in its braces did. Within the module, code
  /// that uses an operator of a type also depends on the type.
  /// - Parameter isInModule: whether the other files belong to the same module.
  package static func change(
    from old: SwiftInterface?, to new: SwiftInterface?, isInModule: Bool = true
  ) -> Change {
    var change = Change()
    let states = [old, new].compactMap(\.self)
    for type in states.reduce(into: Set<String>(), { $0.formUnion($1.types.keys) }) {
      let isChanged = old?.types[type] ?? 0 != new?.types[type] ?? 0
      if isChanged { change.names.insert(type) }
      let extended = Set(old?.extensions[type] ?? []).symmetricDifference(new?.extensions[type] ?? [])
      for own in extended { change.members[type, default: []].formUnion(own.members) }
      guard isInModule, isChanged else { continue }
      for state in states { change.names.formUnion(state.operators[type] ?? []) }
    }
    if old?.file != new?.file { for state in states { change.formUnion(state.declared) } }
    return change
  }

  /// All that the file declares.
  package var declared: Change {
    var all = Change()
    all.names = names.union(types.keys)
    all.members = extensions.mapValues { $0.reduce(into: []) { $0.formUnion($1.members) } }
    return all
  }
}
