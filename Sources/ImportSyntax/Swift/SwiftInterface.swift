/// Hashes of the parts of a Swift file on which other files can depend, divided as by the compiler: the declarations
/// outside of types, and each type, without the bodies of functions.
///
/// Use it to compare two states of a file. The text is not parsed, so the result may be wrong for unusual declarations.
package struct SwiftInterface: Sendable, Hashable {
  /// A type in another one, or in an extension.
  package struct NestedType: Sendable, Hashable {
    package let name: String
    /// The name of the innermost type around it.
    package let parent: String

    /// `Cart.Item`, without the types around the parent.
    package var path: String { "\(parent).\(name)" }

    init(name: String, parent: String) { (self.name, self.parent) = (name, parent) }

    /// - Returns: `nil` for a name.
    package init?(path: String) {
      let names = path.split(separator: ".").map(String.init)
      guard names.count == 2 else { return nil }
      self.init(name: names[1], parent: names[0])
    }
  }

  package struct Extension: Sendable, Hashable {
    /// The hash of the tokens in its braces.
    package internal(set) var hash = 0
    /// The names of its members; `init` and `subscript` for those without a name.
    package internal(set) var members: Set<String> = []
  }

  /// The hash of the tokens outside of types and function bodies, including the names and heads of types.
  package internal(set) var file = 0
  /// The hash of the tokens in the braces of each outermost type, without those of types in it; 0 for a type that is only
  /// extended.
  package internal(set) var types: [String: Int] = [:]
  /// The same for types in other types and in extensions; without those that only the file sees, unless values of the type
  /// around it consist of them.
  package internal(set) var nested: [NestedType: Int] = [:]
  /// By the last name of the extended type, in the order of the file.
  package internal(set) var extensions: [String: [Extension]] = [:]
  /// The number of lines in which a token begins, without inactive branches.
  package internal(set) var codeLines = 0
  /// The hash of all tokens. Comments and white space are not tokens.
  package internal(set) var all = 0
  /// The hash of the tokens in function bodies that other modules see, such as those of `@inlinable` functions.
  package internal(set) var inlinable = 0
  package internal(set) var imports: Set<String> = []
  /// Those of them that dependents load, too: without those of `internal import`, `private import` and `@_implementationOnly`.
  package internal(set) var shownImports: Set<String> = []
  /// The names that are declared outside of types: functions, variables and aliases, but not types. Also all operators,
  /// since the compiler looks them up in the same way wherever they are declared.
  package internal(set) var names: Set<String> = []
  /// The names of the types in which each operator is declared, from the outermost one, of extensions as well.
  package internal(set) var operators: [String: Set<String>] = [:]
  /// Every name and operator that occurs.
  package internal(set) var mentioned: Set<String> = []
  /// The types of the standard library that literals and punctuation stand for: `String`, `Array`, `Dictionary` and `Optional`. Also
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
  /// What each outermost type and its extensions inherit from and conform to.
  package internal(set) var heads: [String: Set<String>] = [:]
  /// What each protocol and class inherits from and conforms to. A file that uses one of them uses these, too.
  package internal(set) var inherited: [String: Set<String>] = [:]
  /// What functions, variables and cases refer to in their heads, attributes and initial values: names with a capital letter,
  /// and functions that are called. By the name or path of the type that declares them, or an empty name, and by their own name: of
  /// several in one declaration, the first, and the keyword if there is none. A file that uses one of these declarations uses
  /// what it refers to, too, without mentioning it.
  package internal(set) var carried: [String: [String: Set<String>]] = [:]
  /// What the variables and cases of each type refer to, without static ones and extensions, and what the requirements of
  /// protocols do, by the name or path of the type. A file that uses the type uses this, too.
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
        var walker = SwiftDeclarationWalker(SwiftTokens(bytes, answer: answer), interface: SwiftInterfaceReader())
        walker.walk()
        return walker.interface?.found ?? SwiftInterface()
      }
    }
  }

  /// What changed for other files.
  package struct Change: Sendable, Hashable {
    /// Outermost types, functions, variables and operators.
    package var names: Set<String> = []
    package var nested: Set<NestedType> = []
    /// Members of extensions, by the last name of the extended type.
    package var members: [String: Set<String>] = [:]

    package init() {}

    package var isEmpty: Bool { names.isEmpty && nested.isEmpty && members.isEmpty }

    package mutating func formUnion(_ other: Change) {
      names.formUnion(other.names)
      nested.formUnion(other.nested)
      members.merge(other.members) { $0.union($1) }
    }
  }

  /// What changed for other files between two states; `nil` represents a missing file.
  ///
  /// The compiler treats all names of a file as changed if something outside of its types changed; the type if something in
  /// its own braces did; and only the members of an extension if something in its braces did. Within the module, code
  /// that uses an operator of a changed type is affected even if the type no longer has it.
  /// - Parameter isInModule: whether the other files belong to the same module.
  package static func change(
    from old: SwiftInterface?, to new: SwiftInterface?, isInModule: Bool = true
  ) -> Change {
    var change = Change()
    let states = [old, new].compactMap(\.self)
    func changed<Name: Hashable>(_ hashes: KeyPath<SwiftInterface, [Name: Int]>) -> Set<Name> {
      Set(states.flatMap { $0[keyPath: hashes].keys }).filter {
        old?[keyPath: hashes][$0] ?? 0 != new?[keyPath: hashes][$0] ?? 0
      }
    }
    (change.names, change.nested) = (changed(\.types), changed(\.nested))
    for type in Set(states.flatMap(\.extensions.keys)) {
      let extended = Set(old?.extensions[type] ?? []).symmetricDifference(new?.extensions[type] ?? [])
      for own in extended { change.members[type, default: []].formUnion(own.members) }
    }
    let types = change.names.union(change.nested.map(\.name))
    for state in isInModule ? states : [] {
      change.names.formUnion(state.operators.filter { !$0.value.isDisjoint(with: types) }.keys)
    }
    if old?.file != new?.file { for state in states { change.formUnion(state.declared) } }
    return change
  }

  package var declared: Change {
    var all = Change()
    all.names = names.union(types.keys)
    all.nested = Set(nested.keys)
    all.members = extensions.mapValues { $0.reduce(into: []) { $0.formUnion($1.members) } }
    return all
  }

  /// A hash of some tokens and of the next one.
  static func combined(_ hash: Int, _ text: String) -> Int {
    // FNV-1a over the bytes and a terminator.
    var value = UInt64(bitPattern: Int64(hash)) ^ 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (value ^ 0xff) &* 0x100_0000_01b3)
  }
}
