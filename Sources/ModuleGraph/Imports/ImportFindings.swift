/// Differences between the imports in a workspace and the dependencies that its manifests declare.
///
/// What cannot be decided is not reported: names of no module in the workspace, modules with generated sources,
/// dependencies that are needed without an import (tools, macros, binaries, resources), and modules without code, which
/// group others or exist for `canImport`. Of these, ``undecided`` contains those that may be findings.
package struct ImportFindings: Hashable, Sendable {
  /// An import of a module of the workspace that the manifest does not declare.
  package struct Undeclared: Hashable, Sendable {
    package let module: ModuleID
    package let imported: ModuleID
    /// The first such import, and their number.
    package let location: Dependency.Location
    package let column: Int?
    package let count: Int
    /// Whether the module is reached through others, and so is always built first; otherwise its availability depends
    /// on the build order.
    package let isReachable: Bool
    /// The platforms on which a build sees such an import without a declaration.
    package let platforms: ImportPlatforms
    /// The enabled traits with which a build does, sorted; `nil` if traits do not decide.
    package let traits: [String]?
    /// The platforms, or else the traits, for which the manifest declares it, sorted; empty if it never does.
    package let declaredFor: [String]
  }

  /// A declared dependency that no source imports.
  package struct Unused: Hashable, Sendable {
    package let module: ModuleID
    /// More than one for a product with several modules, none of which is imported.
    package let dependencies: [Dependency]
    /// Tests of the module that import it without declaring it, and so need the dependency. Sorted.
    package let tests: [ModuleID]
  }

  /// What cannot be decided about one module.
  package struct Undecided: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
      /// Plugins write sources of the module, which may import the dependencies.
      case plugin
      /// Some sources or headers of the module cannot be read, or include something by a macro.
      case unread
      /// Nothing imports the dependencies, but they carry resources, which can be looked up at run time.
      case resources
      /// Xcode itself finds the modules that its targets import.
      case xcodeProject
    }

    package let module: ModuleID
    package let reason: Reason
    /// Declared dependencies that no source imports. Sorted; empty for targets of Xcode projects.
    package let dependencies: [ModuleID]
  }

  /// Sorted by module and imported module.
  package let undeclared: [Undeclared]
  /// Sorted by module and dependency.
  package let unused: [Unused]
  /// Sorted by module.
  package let undecided: [Undecided]

  /// - Parameter platform: the one whose graph this is, as SwiftPM names it in conditions; only imports that its builds
  ///   see count. `nil` for the graph of all.
  /// - Complexity: O(imports + dependencies), times the platforms of conditions, plus the transitive dependencies of
  ///   each module that has a finding.
  package init(of graph: ModuleGraph, imports: WorkspaceImports, platform: String? = nil) {
    let index = ImportIndex(graph, imports, platform: platform)
    let modules = graph.modules.map(\.id).filter { index.isChecked($0) }
    undeclared = modules.flatMap { module in
      (index.undeclared(in: module) + index.declaredElsewhere(in: module)).sorted { $0.imported < $1.imported }
    }
    let unimported = modules.map { index.unimported(by: $0) }
    unused = unimported.flatMap(\.unused)
    undecided = (unimported.flatMap(\.undecided) + index.unjudged).sorted { $0.module < $1.module }
  }
}
