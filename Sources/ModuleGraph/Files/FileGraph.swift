/// The dependencies between the files of a module: the files whose declarations a file uses, with the symbols.
package struct FileGraph: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    /// Relative to the workspace's root.
    package let path: String
    package let lines: Int?
    /// The modules that the file imports, sorted.
    package let imports: [String]
    /// The symbols of other modules that it uses: indices of `foreignSymbols`, sorted.
    package let foreignUses: [Use]
  }

  /// A symbol that the module declares.
  package struct Symbol: Hashable, Sendable {
    package let name: String
    /// With the types that it is a member of: `Budget.shortened(to:)`.
    package let qualifiedName: String
    package let kind: SymbolKind
    /// The index of the file that declares it.
    package let file: Int
    package let line: Int
    /// As declared; `nil` if unknown.
    package let access: AccessLevel?
    /// Whether it is a requirement of a protocol, which is as visible as the protocol.
    package let isRequirement: Bool
    /// Whether the compiler generated it, so that it must be written out before it can be more visible.
    package let isImplicit: Bool
    /// The type that it is a member of, if the module declares the type.
    package let container: Int?
    /// The symbols that must be at least as visible: those of its signature, its superclass, the protocols that it
    /// refines.
    package let demands: [Int]
    /// The members that fulfil requirements for this type, each with the requirement; `nil` for one of another module.
    package let witnesses: [Witness]
  }

  package struct Witness: Hashable, Sendable {
    package let member: Int
    package let requirement: Int?
  }

  /// A symbol that another module declares.
  package struct ForeignSymbol: Hashable, Sendable {
    /// `nil` if it is not known.
    package let module: String?
    package let name: String
    package let kind: SymbolKind
  }

  /// The uses of one symbol in one file.
  package struct Use: Hashable, Sendable {
    /// The symbol's index.
    package let symbol: Int
    package let count: Int
    /// The first line.
    package let line: Int
    /// Whether a class is inherited from.
    package let isSubclassing: Bool
  }

  package struct Edge: Hashable, Sendable {
    /// Indices of files.
    package let from: Int
    package let to: Int
    /// Sorted by symbol, never empty.
    package let uses: [Use]
  }

  package let module: ModuleID
  /// The folder of the module's sources, relative to the workspace's root.
  package let folder: String
  /// Sorted by path.
  package let files: [File]
  /// Sorted by file and line.
  package let symbols: [Symbol]
  package let foreignSymbols: [ForeignSymbol]
  /// Sorted by their ends; without edges from a file to itself.
  package let edges: [Edge]
  /// The same files and edges for the algorithms.
  package let graph: IndexedGraph

  init(
    module: ModuleID, folder: String, files: [File], symbols: [Symbol], foreignSymbols: [ForeignSymbol], edges: [Edge]
  ) {
    (self.module, self.folder, self.files, self.symbols) = (module, folder, files, symbols)
    (self.foreignSymbols, self.edges) = (foreignSymbols, edges)
    graph = IndexedGraph(vertexCount: files.count, edges: edges.lazy.map { (from: $0.from, to: $0.to) })
  }
}

extension FileGraph {
  /// The path of a file in the folder of the module.
  package func name(of file: Int) -> String {
    let path = files[file].path
    return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
  }

  /// A symbol's access, no wider than that of the type that it is a member of; `nil` if unknown.
  package func effectiveAccess(of symbol: Int) -> AccessLevel? {
    var access = symbols[symbol].access
    var outer = symbols[symbol].container
    while let container = outer, let narrowest = access {
      access = symbols[container].access.map { Swift.min($0, narrowest) }
      outer = symbols[container].container
    }
    return access
  }
}
