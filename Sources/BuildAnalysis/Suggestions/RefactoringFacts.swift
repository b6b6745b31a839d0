package import ModuleGraph

/// What a search for changes that pay knows of a workspace besides its recorded build.
package struct RefactoringFacts: Sendable {
  /// Dependencies that no import uses.
  package var unused: Set<Dependency>
  /// Modules whose sources and manifests can be changed; `nil` if all can. Dependencies outside the workspace cannot.
  package var editable: Set<ModuleID>?
  /// Ways to divide modules into parts that hardly need one another, best first. Without them, modules are divided by
  /// folders, or into halves.
  package var seams: [ModuleID: [[StructureChange.Part]]]
  /// How often each module changes, in any unit; empty if that is not known.
  package var changes: [ModuleID: Double]

  package init(
    unused: Set<Dependency> = [], editable: Set<ModuleID>? = nil, seams: [ModuleID: [[StructureChange.Part]]] = [:],
    changes: [ModuleID: Double] = [:]
  ) {
    self.unused = unused
    self.editable = editable
    self.seams = seams
    self.changes = changes
  }

  func isEditable(_ id: ModuleID) -> Bool { editable?.contains(id) ?? true }
}
