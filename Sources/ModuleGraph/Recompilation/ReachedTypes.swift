import ImportSyntax

/// Tells which types the files of a module use: those that they mention, and those that the compiler looks up for these.
///
/// - A file reaches what it looks up. From a function, a variable or an alias outside of types, it reaches the types in its
///   declaration. From a type, it reaches the types of its stored variables, or of its requirements if it is a protocol; those in
///   the declarations of members that the file accesses; and what the type inherits from if it is a protocol or a class.
/// - Nothing is reached from a type that only stands before another, or that the file only extends by types, aliases and static
///   members.
/// - A member that a file accesses may also be that of a protocol to which the type conforms.
/// - An operator stands for all types of the module that declare it, and for the types around these.
/// - A literal stands for its type, and extensions of protocols of the standard library extend the types that conform.
struct ReachedTypes {
  private var heads: [String: Set<String>] = [:]
  /// What is reached from a name or path, whatever the file accesses.
  private var always = Self.standard
  /// What is reached from a type if the file accesses a member, by the name or path of the type and then by the member.
  private var carried: [String: [String: Set<String>]] = [:]
  /// The types in other types, by each of the two names in their path. Others may have the same name in other types, so that a
  /// file must reach both.
  private var nested: [String: [SwiftInterface.NestedType]] = [:]
  /// The types of the module in which an operator is declared, by its name.
  private var operators: [String: Set<String>] = [:]

  /// - Parameters:
  ///   - module: the files of the module.
  ///   - dependencies: those of the modules that it depends on.
  init(in module: [SwiftInterface], and dependencies: [SwiftInterface]) {
    for interface in module { operators.merge(interface.operators) { $0.union($1) } }
    for interface in module + dependencies {
      heads.merge(interface.heads) { $0.union($1) }
      for names in [interface.inherited, interface.stored, interface.carried[""] ?? [:]] {
        always.merge(names) { $0.union($1) }
      }
      for (type, members) in interface.carried { carried[type, default: [:]].merge(members) { $0.union($1) } }
    }
    for path in Set(always.keys).union(carried.keys) {
      guard let type = SwiftInterface.NestedType(path: path) else { continue }
      for name in [type.name, type.parent] { nested[name, default: []].append(type) }
    }
  }

  /// Whether a file uses something that changed.
  /// - Complexity: O(members of reached types).
  func uses(_ file: SwiftInterface, _ change: SwiftInterface.Change) -> Bool {
    let names = reached(by: file, until: change.names).union(file.extended)
    let withOperators = operators.reduce(into: names) { names, operation in
      if file.lookedUp.contains(operation.key) { names.formUnion(operation.value) }
    }
    guard withOperators.isDisjoint(with: change.names) else { return true }
    let usesNested = change.nested.contains { withOperators.contains($0.name) && withOperators.contains($0.parent) }
    if usesNested { return true }
    guard !change.members.isEmpty else { return false }
    let owners = supertypes(of: names)
    // Within a type, its members are used by their name alone.
    let own = supertypes(of: Set(file.types.keys).union(file.nested.keys.map(\.name)))
    return change.members.contains { type, members in
      owners.contains(type)
        && members.contains { isUsed($0, of: type, by: file) || own.contains(type) && file.lookedUp.contains($0) }
    }
  }

  private func supertypes(of names: Set<String>) -> Set<String> {
    closure(of: names, until: []) { name, _ in [heads[name] ?? []] }
  }

  private func isUsed(_ member: String, of type: String, by file: SwiftInterface) -> Bool {
    switch member {
    case "init": file.accessed.contains(type)
    case "subscript": file.implied.contains("Array")
    default: file.accessed.contains(member)
    }
  }

  /// The names that a file looks up, with all types that it reaches.
  /// - Parameter goal: names of which one suffices.
  private func reached(by file: SwiftInterface, until goal: Set<String>) -> Set<String> {
    func next(_ name: String, at path: String) -> [Set<String>] {
      (carried[path] ?? [:]).reduce(into: [always[path] ?? []]) { next, member in
        if isUsed(member.key, of: name, by: file) { next.append(member.value) }
      }
    }
    return closure(of: file.lookedUp.union(file.implied), until: goal) { name, reached in
      func isReached(_ name: String) -> Bool { reached.contains(name) || file.extended.contains(name) }
      return (nested[name] ?? []).reduce(into: next(name, at: name)) { all, type in
        if isReached(type.name), isReached(type.parent) { all += next(type.name, at: type.path) }
      }
    }
  }

  /// - Parameter next: what is reached from a name if others are reached.
  private func closure(
    of names: Set<String>, until goal: Set<String>, _ next: (String, _ reached: Set<String>) -> [Set<String>]
  ) -> Set<String> {
    var (reached, pending) = (names, Array(names))
    while let name = pending.popLast(), !goal.contains(name) {
      for other in next(name, reached).joined() where reached.insert(other).inserted { pending.append(other) }
    }
    return reached
  }

  /// Protocols of the standard library to which its types conform, and in whose extensions the compiler searches for members.
  private static let standard: [String: Set<String>] = {
    let integers = ["Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64"]
    let collection: Set<String> = ["RangeReplaceableCollection", "BidirectionalCollection", "Collection", "Sequence"]
    let own: [String: Set<String>] = [
      "String": collection.union(["StringProtocol"]),
      "Array": collection.union(["RandomAccessCollection", "MutableCollection"]),
      "Dictionary": ["Collection", "Sequence"],
    ]
    return own.merging(integers.map { ($0, ["FixedWidthInteger", "BinaryInteger"]) }) { $1 }
  }()
}
