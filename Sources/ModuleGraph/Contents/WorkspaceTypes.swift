package import ImportSyntax

/// The types that the modules of a workspace declare in Swift.
package struct WorkspaceTypes: Hashable, Sendable {
  package struct Declared: Hashable, Sendable {
    package let type: TypeDeclaration
    package let location: Dependency.Location

    package init(_ type: TypeDeclaration, in file: String) {
      self.type = type
      location = Dependency.Location(file: file, line: type.line, column: type.column)
    }
  }

  package struct Contents: Hashable, Sendable {
    /// In the order of the files.
    package var types: [Declared]
    /// Names of type aliases.
    package var aliases: Set<String>

    package init(types: [Declared] = [], aliases: Set<String> = []) {
      self.types = types
      self.aliases = aliases
    }
  }

  package let modules: [ModuleID: Contents]
  /// The comments in sources that excuse violations.
  package let comments: [IgnoreComment]

  package init(modules: [ModuleID: Contents], comments: [IgnoreComment] = []) {
    self.modules = modules
    self.comments = comments
  }

  /// The same with renamed modules.
  package func renaming(_ moves: [ModuleMove]) -> Self {
    WorkspaceTypes(modules: modules.renaming(moves), comments: comments)
  }
}
