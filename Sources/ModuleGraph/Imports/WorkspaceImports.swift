package import ImportSyntax

/// What the sources of a workspace import, by the module that they belong to.
package struct WorkspaceImports: Hashable, Sendable {
  /// One import of a module, or one include of a header.
  package struct Use: Hashable, Sendable {
    package enum Imported: Hashable, Sendable {
      /// A module by its name in code.
      case module(String)
      /// A header by its path, as it is written.
      case header(String)
    }

    package let imported: Imported
    /// Whether those who import the module that this stands in see the imported one, too.
    package let isReexport: Bool
    /// Whether `public import` says that the module's interface may name what is imported.
    package let isPublic: Bool
    /// When the compiler sees it; absent where it always does. Of C, whatever its conditions.
    package let condition: CompilationCondition?
    package let location: Dependency.Location
    /// In bytes, from 1; absent for C.
    package let column: Int?

    package init(
      _ imported: Imported, isReexport: Bool = false, isPublic: Bool = false, condition: CompilationCondition? = nil,
      location: Dependency.Location, column: Int? = nil
    ) {
      self.imported = imported
      self.isReexport = isReexport
      self.isPublic = isPublic
      self.condition = condition
      self.location = location
      self.column = column
    }

    /// With the column, where it is known.
    var place: Dependency.Location { Dependency.Location(file: location.file, line: location.line, column: column) }
  }

  /// Sorted by file and line. A module without sources on this disk is not in it.
  package let uses: [ModuleID: [Use]]
  /// What module maps call modules whose sources are not in Swift.
  package let mappedNames: [ModuleID: Set<String>]
  /// The file names of each module's headers.
  package let headers: [ModuleID: Set<String>]
  /// Modules of which not every import is known: a source or a header cannot be read, or a
  /// plugin writes more of them.
  package let incomplete: Set<ModuleID>
  /// Modules of which not every header and module map can be read, so that not all of their names are known.
  package let unreadHeaders: Set<ModuleID>
  /// What targets say to conditions in their sources.
  package let settings: [ModuleID: CompilationSettings]
  /// The names that other packages give to modules.
  package let aliases: [ModuleID: Set<String>]
  /// The comments in the sources that excuse what rules find.
  package let comments: [IgnoreComment]

  package init(
    uses: [ModuleID: [Use]], mappedNames: [ModuleID: Set<String>] = [:], headers: [ModuleID: Set<String>] = [:],
    incomplete: Set<ModuleID> = [], unreadHeaders: Set<ModuleID> = [], settings: [ModuleID: CompilationSettings] = [:],
    aliases: [ModuleID: Set<String>] = [:], comments: [IgnoreComment] = []
  ) {
    self.uses = uses
    self.mappedNames = mappedNames
    self.headers = headers
    self.incomplete = incomplete.union(unreadHeaders)
    self.unreadHeaders = unreadHeaders
    self.settings = settings
    self.aliases = aliases
    self.comments = comments
  }

  /// The same of modules that are called otherwise.
  package func renaming(_ moves: [ModuleMove]) -> Self {
    let ids = [ModuleID: ModuleID](moves)
    func renamed(_ modules: Set<ModuleID>) -> Set<ModuleID> { Set(modules.map { ids[$0] ?? $0 }) }
    return WorkspaceImports(
      uses: uses.renaming(moves), mappedNames: mappedNames.renaming(moves), headers: headers.renaming(moves),
      incomplete: renamed(incomplete), unreadHeaders: renamed(unreadHeaders), settings: settings.renaming(moves),
      aliases: aliases.renaming(moves), comments: comments)
  }
}
