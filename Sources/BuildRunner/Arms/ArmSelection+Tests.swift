import BuildAnalysis
package import ModuleGraph
package import Workspace

extension ArmSelection {
  /// Adds tests to the arms: all tests of the workspace's packages to the combined app, the feature's own to the other arms
  /// (``ModuleGraph/ownTests(of:)``). If an arm's feature is not known, the modules that were named count as the feature.
  ///
  /// - Throws: `ArmError.noTests` if no package has tests that can be built here.
  package func addingTests(to arms: [PlannedArm]) throws(ArmError) -> [PlannedArm] {
    let graph = self.graph
    let buildable = Set(graph.modules.filter(workspace.buildsTests).map(\.id))
    guard !buildable.isEmpty else { throw .noTests }
    return arms.map { planned in
      let named = planned.arm.featureModules ?? planned.roots ?? []
      let wanted = planned.arm.role == .combined ? buildable : buildable.intersection(graph.ownTests(of: named))
      guard !wanted.isEmpty else { return planned }
      let built = closure(of: wanted.sorted() + (planned.arm.role == .combined ? wholePackages(of: wanted) : []))
      // A test module may depend on another one, whose tests then run too.
      let tests = built.filter(buildable.contains)
      var planned = planned
      planned.arm.tests = Arm.Tests(modules: tests, built: built)
      planned.tests = packages(of: tests, areWhole: planned.arm.role == .combined)
      return planned
    }
  }

  /// What `swift test` builds besides tests: all other modules of their packages.
  private func wholePackages(of tests: Set<ModuleID>) -> [ModuleID] {
    let packages = Set(tests.map(\.package))
    return graph.modules.filter {
      packages.contains($0.package) && ![.test, .snippet].contains($0.kind) && !$0.kind.isOutside
    }.map(\.id)
  }

  private func packages(of tests: [ModuleID], areWhole: Bool) -> [TestedPackage] {
    Set(tests.map(\.package)).sorted().compactMap(workspace.package).map { package in
      let others = workspace.graph.modules.filter {
        $0.kind == .test && $0.package == package.key && !tests.contains($0.id)
      }
      return TestedPackage(
        package: package.key, named: package.manifest.name, isWhole: areWhole, others: others.map(\.name).sorted())
    }
  }
}

extension LoadedWorkspace {
  /// Whether SwiftPM builds a module as tests here: it ignores test targets in C on Linux, and targets without sources
  /// everywhere.
  package func buildsTests(_ module: Module) -> Bool {
    module.kind == .test && package(module.package) != nil && (module.sources ?? 0) > 0
      && (module.languages.contains("swift") || graph.environment?.os != "linux")
  }
}
