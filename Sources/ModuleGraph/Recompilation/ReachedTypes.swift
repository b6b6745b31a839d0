import ImportSyntax

/// Tells which types the files of a module use: those that they mention, and those that the compiler looks up for these.
///
/// - From a type, it reaches the types of its stored variables, or of its requirements if it is a protocol; those in the
///   declarations of members that the file accesses; and what it inherits from if it is a protocol or a class. Its members may also be those of protocols to which it
///   conforms.
/// - A literal stands for its type, and extensions of protocols of the standard library extend the types that conform.
struct ReachedTypes {
  private var inherited = Self.standard
  private var heads: [String: Set<String>] = [:]
  private var stored: [String: Set<String>] = [:]
  private var carried: [String: [String: Set<String>]] = [:]

  init(in interfaces: [SwiftInterface]) {
    for interface in interfaces {
      inherited.merge(interface.inherited) { $0.union($1) }
      heads.merge(interface.heads) { $0.union($1) }
      stored.merge(interface.stored) { $0.union($1) }
      carried.merge(interface.carried) { $0.merging($1) { $0.union($1) } }
    }
  }

  /// Whether a file uses something that changed.
  /// - Complexity: O(members of reached types).
  func uses(_ file: SwiftInterface, _ change: SwiftInterface.Change) -> Bool {
    let names = reached(by: file)
    guard names.isDisjoint(with: change.names) else { return true }
    guard !change.members.isEmpty else { return false }
    let owners = supertypes(of: names)
    // Within a type, its members are used by their name alone.
    let own = supertypes(of: Set(file.types.keys))
    return change.members.contains { type, members in
      owners.contains(type)
        && members.contains { isUsed($0, of: type, by: file) || own.contains(type) && file.lookedUp.contains($0) }
    }
  }

  private func supertypes(of names: Set<String>) -> Set<String> { closure(of: names) { heads[$0] ?? [] } }

  private func isUsed(_ member: String, of type: String, by file: SwiftInterface) -> Bool {
    switch member {
    case "init": file.accessed.contains(type)
    case "subscript": file.implied.contains("Array")
    default: file.accessed.contains(member)
    }
  }

  /// The names that a file looks up, with all types that it reaches.
  private func reached(by file: SwiftInterface) -> Set<String> {
    let global = carried["", default: [:]]
    let own = file.lookedUp.reduce(into: file.lookedUp.union(file.implied)) { $0.formUnion(global[$1] ?? []) }
    return closure(of: own) { name in
      (carried[name] ?? [:]).reduce(into: (inherited[name] ?? []).union(stored[name] ?? [])) { next, member in
        if isUsed(member.key, of: name, by: file) { next.formUnion(member.value) }
      }
    }
  }

  private func closure(of names: Set<String>, _ next: (String) -> Set<String>) -> Set<String> {
    var (reached, pending) = (names, Array(names))
    while let name = pending.popLast() {
      for other in next(name) where reached.insert(other).inserted { pending.append(other) }
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
    ]
    return own.merging(integers.map { ($0, ["FixedWidthInteger", "BinaryInteger"]) }) { $1 }
  }()
}
