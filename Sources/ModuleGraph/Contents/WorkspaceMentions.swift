package import ImportSyntax

/// The names that the files of a workspace mention.
package struct WorkspaceMentions: Hashable, Sendable {
  /// In the sources and resources of modules.
  package let modules: [ModuleID: NameMentions]
  /// In files that belong to no module, or to any: property lists, build settings, headers, scripts.
  package let others: NameMentions

  package init(modules: [ModuleID: NameMentions], others: NameMentions = NameMentions()) {
    (self.modules, self.others) = (modules, others)
  }

  /// The same with renamed modules.
  package func renaming(_ moves: [ModuleMove]) -> Self {
    WorkspaceMentions(modules: modules.renaming(moves), others: others)
  }
}
