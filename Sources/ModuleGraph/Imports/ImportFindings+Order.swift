extension ImportFindings {
  /// An import without a declaration whose module is built before only because of some dependencies, so that it may not
  /// be built yet without them.
  ///
  /// No build shows that reliably: the modules of earlier builds remain, and the order of a build varies.
  /// - Parameters:
  ///   - dependencies: on modules that nothing imports; tests that import them without declaring them will declare them.
  ///   - graph: all modules, with the dependencies.
  /// - Returns: the first one; `nil` if there is none.
  package static func untimely(
    without dependencies: Set<Dependency>, in graph: ModuleGraph, imports: WorkspaceImports
  ) -> Undeclared? {
    let present = ImportFindings(of: graph, imports: imports)
    let declaring = present.unused.filter { !dependencies.isDisjoint(with: $0.dependencies) }
    let reachable = Set(present.undeclared.filter(\.isReachable).map { [$0.module, $0.imported] })
    return ImportFindings(of: graph.removing(dependencies), imports: imports).undeclared.first { finding in
      !finding.isReachable && reachable.contains([finding.module, finding.imported])
        && !declaring.contains { unused in
          unused.tests.contains(finding.module) && unused.dependencies.contains { $0.to == finding.imported }
        }
    }
  }
}
