package import ImportSyntax

/// The imports in a workspace's sources, by module.
package struct WorkspaceImports: Hashable, Sendable {
  /// One import of a module, or one include of a header.
  package struct Use: Hashable, Sendable {
    package enum Imported: Hashable, Sendable {
      /// A module by its name in code.
      case module(String)
      /// A header by its path, as written.
      case header(String)
    }

    /// The language of the line, which determines the settings that decide its condition.
    package enum Language: Hashable, Sendable {
      case swift
      /// C, C++ or Objective-C.
      case c
      /// A header, which is compiled with the settings of whatever includes it.
      case header
    }

    package let imported: Imported
    package let language: Language
    /// Whether importing the importing module also makes the imported one visible.
    package let isReexport: Bool
    /// Whether it is a `public import`, so that the module's interface may use the imported module.
    package let isPublic: Bool
    /// When the compiler sees it; absent if always.
    package let condition: CompilationCondition?
    package let location: Dependency.Location
    /// In bytes, counted from 1; absent for C.
    package let column: Int?

    package init(
      _ imported: Imported, in language: Language = .swift, isReexport: Bool = false, isPublic: Bool = false,
      condition: CompilationCondition? = nil, location: Dependency.Location, column: Int? = nil
    ) {
      self.imported = imported
      self.language = language
      self.isReexport = isReexport
      self.isPublic = isPublic
      self.condition = condition
      self.location = location
      self.column = column
    }

    var place: Dependency.Location { Dependency.Location(file: location.file, line: location.line, column: column) }
  }

  /// Sorted by file and line. Modules without local sources are left out.
  package let uses: [ModuleID: [Use]]
  /// The names in code of modules that have others than their target's: from module maps, or from before a renaming.
  package let mappedNames: [ModuleID: Set<String>]
  /// The file names of each module's headers.
  package let headers: [ModuleID: Set<String>]
  /// Modules whose imports are not all known: a source or header cannot be read, or a plugin generates sources.
  package let incomplete: Set<ModuleID>
  /// Modules with unreadable headers or module maps, so that not all of their names are known.
  package let unreadHeaders: Set<ModuleID>
  /// Modules whose sources are in Swift and contain nothing but comments. They exist for their dependencies, or for
  /// `canImport`.
  package let withoutCode: Set<ModuleID>
  /// Modules whose bundles have resources.
  package let withResources: Set<ModuleID>
  /// The settings that decide conditions in sources in Swift.
  package let settings: [ModuleID: CompilationSettings]
  /// The settings that decide conditions in other sources.
  package let macros: [ModuleID: MacroSettings]
  /// The aliases that other packages give to modules.
  package let aliases: [ModuleID: Set<String>]
  /// The comments in sources that excuse violations.
  package let comments: [IgnoreComment]
  /// The enabled traits by the package's key; `nil` for any.
  package private(set) var enabledTraits: [String: Set<String>]?

  package init(
    uses: [ModuleID: [Use]], mappedNames: [ModuleID: Set<String>] = [:], headers: [ModuleID: Set<String>] = [:],
    incomplete: Set<ModuleID> = [], unreadHeaders: Set<ModuleID> = [], settings: [ModuleID: CompilationSettings] = [:],
    macros: [ModuleID: MacroSettings] = [:], withoutCode: Set<ModuleID> = [],
    withResources: Set<ModuleID> = [], aliases: [ModuleID: Set<String>] = [:], comments: [IgnoreComment] = []
  ) {
    self.uses = uses
    self.mappedNames = mappedNames
    self.headers = headers
    self.incomplete = incomplete.union(unreadHeaders)
    self.unreadHeaders = unreadHeaders
    self.settings = settings
    self.macros = macros
    self.withoutCode = withoutCode
    self.withResources = withResources
    self.aliases = aliases
    self.comments = comments
  }

  /// The same in builds with certain traits.
  /// - Parameter traits: the enabled ones by the package's key; `nil` for any.
  package func enabling(_ traits: [String: Set<String>]?) -> Self {
    var imports = self
    imports.enabledTraits = traits
    return imports
  }

  /// The same with renamed modules, as if sources named them so. In conditions, their former names keep their meaning.
  package func renaming(_ moves: [ModuleMove]) -> Self {
    let ids = [ModuleID: ModuleID](moves)
    func renamed(_ modules: Set<ModuleID>) -> Set<ModuleID> { Set(modules.map { ids[$0] ?? $0 }) }
    let named = moves.filter { move in
      move.before.compiledName != move.after.compiledName && move.before.kind != .system
        && mappedNames[move.before.id] == nil
    }
    let known = Dictionary(grouping: uses.keys) { Module.compiledName($0.name) }
    let names = Dictionary(
      named.lazy.map { ($0.before.compiledName, $0.after.compiledName) }.filter { known[$0.0]?.count == 1 },
      uniquingKeysWith: { first, _ in first })
    let former = Dictionary(
      named.map { ($0.after.id, Set([$0.before.compiledName, $0.after.compiledName])) },
      uniquingKeysWith: { first, _ in first })
    return WorkspaceImports(
      uses: uses.mapValues { $0.map { $0.renaming(names) } }.renaming(moves),
      mappedNames: mappedNames.renaming(moves).merging(former) { first, _ in first }, headers: headers.renaming(moves),
      incomplete: renamed(incomplete), unreadHeaders: renamed(unreadHeaders), settings: settings.renaming(moves),
      macros: macros.renaming(moves), withoutCode: renamed(withoutCode), withResources: renamed(withResources),
      aliases: aliases.renaming(moves), comments: comments
    ).enabling(enabledTraits)
  }
}

extension WorkspaceImports.Use {
  /// The same with another name of the imported module, if there is one.
  fileprivate func renaming(_ names: [String: String]) -> Self {
    guard let name = moduleName.flatMap({ names[$0] }) else { return self }
    return Self(
      .module(name), in: language, isReexport: isReexport, isPublic: isPublic, condition: condition,
      location: location, column: column)
  }
}
