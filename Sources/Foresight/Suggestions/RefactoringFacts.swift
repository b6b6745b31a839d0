import BuildAnalysis
package import ModuleGraph

/// The facts about a workspace, besides its recorded build, that a search for worthwhile changes uses.
package struct RefactoringFacts: Sendable {
  /// Dependencies that no import uses.
  package var unused: Set<Dependency>
  /// Modules whose sources and manifests can be changed; `nil` if all can. Dependencies outside the workspace cannot.
  package var editable: Set<ModuleID>?
  /// Ways to divide modules by the dependencies between their files, best first. Without them, modules are divided by
  /// folders, or into halves.
  package var seams: [ModuleID: [Seam]]
  /// What the commits of a period changed; empty if unknown.
  package var commits: [CommitChange]

  package init(
    unused: Set<Dependency> = [], editable: Set<ModuleID>? = nil, seams: [ModuleID: [Seam]] = [:],
    commits: [CommitChange] = []
  ) {
    self.unused = unused
    self.editable = editable
    self.seams = seams
    self.commits = commits
  }

  /// The modules of a workspace whose sources and manifests can be changed. Products of other packages cannot, although
  /// most have the ids of modules in them.
  package static func editable(in graph: ModuleGraph) -> Set<ModuleID> {
    Set(graph.modules.filter { $0.kind.hasSources && !$0.kind.isOutside }.map(\.id))
  }

  func isEditable(_ id: ModuleID) -> Bool { editable?.contains(id) ?? true }
}

/// The modules and files that a commit changed together.
package struct CommitChange: Hashable, Sendable {
  /// The names of the changed files of each changed module; none if they are unknown or deleted.
  package let files: [ModuleID: Set<String>]
}

extension Churn {
  /// The changes of the period's commits, without commits that change no module.
  /// - Complexity: O(changes).
  package var commitChanges: [CommitChange] {
    effects.filter { !$0.modules.isEmpty }.map { effect in
      var names = Dictionary(uniqueKeysWithValues: effect.modules.map { ($0, Set<String>()) })
      for file in effect.files {
        guard let name = file.split(separator: "/").last else { continue }
        for module in modulesOfFile[file] ?? [] { names[module]?.insert(String(name)) }
      }
      return CommitChange(files: names)
    }
  }
}
