/// What a source file declares and uses, as a compiler's index says it.
package struct FileSymbols: Hashable, Sendable {
  package struct Declaration: Hashable, Sendable {
    /// The compiler's name for it, unique among all modules.
    package let usr: String
    package let name: String
    package let kind: SymbolKind
    /// Counted from 1.
    package let line: Int
    /// As it is stated, or follows from what the declaration is in; `nil` if that is not known.
    package let access: AccessLevel?
    /// Whether it is a requirement of a protocol, which is as visible as that.
    package let isRequirement: Bool
    /// Whether the compiler made it, as the initializer of a structure's members.
    package let isImplicit: Bool
    /// The type that it is a member of; of an extension's members the extended type.
    package let container: String?
    /// The requirements that it fulfils, and what it overrides.
    package let overrides: [String]

    package init(
      usr: String, name: String, kind: SymbolKind, line: Int, access: AccessLevel? = .internal,
      isRequirement: Bool = false, isImplicit: Bool = false, container: String? = nil, overrides: [String] = []
    ) {
      (self.usr, self.name, self.kind, self.line, self.access) = (usr, name, kind, line, access)
      (self.isRequirement, self.isImplicit) = (isRequirement, isImplicit)
      (self.container, self.overrides) = (container, overrides)
    }
  }

  /// One place at which a symbol is used.
  package struct Use: Hashable, Sendable {
    package enum Relation: Int, Hashable, Sendable, Comparable {
      case reference
      /// The type is extended.
      case `extension`
      /// The class is inherited from, or the protocol is adopted.
      case base
      /// The requirement is fulfilled, or the member overridden.
      case override
      /// The member fulfils a requirement for the type that the use is in.
      case witness
      /// The type is that of a value which a case of an enumeration has.
      case payload

      package static func < (left: Relation, right: Relation) -> Bool { left.rawValue < right.rawValue }
    }

    package let usr: String
    package let name: String
    package let kind: SymbolKind
    package let line: Int
    package let relation: Relation
    /// The declaration that the use is in.
    package let user: String?
    /// Of a witness: the requirement that it fulfils.
    package let requirement: String?
    /// The module of a symbol that another module declares; `nil` if it is not known.
    package let module: String?

    package init(
      usr: String, name: String, kind: SymbolKind, line: Int, relation: Relation = .reference, user: String? = nil,
      requirement: String? = nil, module: String? = nil
    ) {
      (self.usr, self.name, self.kind, self.line) = (usr, name, kind, line)
      (self.relation, self.user, self.requirement, self.module) = (relation, user, requirement, module)
    }
  }

  /// Relative to the workspace's root.
  package let path: String
  package let lines: Int?
  package let declarations: [Declaration]
  package let uses: [Use]
  /// The modules that the file imports, sorted.
  package let imports: [String]

  package init(
    path: String, lines: Int? = nil, declarations: [Declaration] = [], uses: [Use] = [], imports: [String] = []
  ) {
    (self.path, self.lines, self.declarations, self.uses) = (path, lines, declarations, uses)
    self.imports = Set(imports).sorted()
  }
}
