/// The declarations and uses in a source file, according to a compiler's index.
package struct FileSymbols: Hashable, Sendable {
  package struct Declaration: Hashable, Sendable {
    /// The compiler's name for it, unique among all modules.
    package let usr: String
    package let name: String
    package let kind: SymbolKind
    /// Counted from 1.
    package let line: Int
    /// As declared, or implied by the enclosing declaration; `nil` if unknown.
    package let access: AccessLevel?
    /// Whether it is a requirement of a protocol, which is as visible as the protocol.
    package let isRequirement: Bool
    /// Whether the compiler generated it, such as a memberwise initializer.
    package let isImplicit: Bool
    /// The type that it is a member of; for a member of an extension, the extended type.
    package let container: String?
    /// The requirements that it fulfils, and the declarations that it overrides.
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
      /// The type is that of an associated value of an enumeration's case.
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
    /// For a witness, the requirement that it fulfils.
    package let requirement: String?
    /// The module of a symbol that another module declares; `nil` if unknown.
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
