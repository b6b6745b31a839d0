import BuildAnalysis
package import ModuleGraph

/// What private changes rebuilt besides their modules, and its cost over the commits of a period.
///
/// Every commit counts as a private change in each module that it changes: compiling dependents is then needless.
/// Commits with changes that dependents can see compile at least as much, but have to.
package struct LeakCosts: Sendable {
  /// A declaration that caused files in other modules to be recompiled.
  package struct Declaration: Sendable, Hashable {
    package let module: ModuleID
    /// As it is written in source code, with the types around it.
    package let name: String
    /// The files that declare it, relative to the workspace's root; empty if they were not found.
    package let files: [String]
    /// The modules with files that use it, by the compiler's names; sorted.
    package let dependents: [String]
    /// How many of their files use it.
    package let users: Int
    /// CPU seconds of compiling these files after one private change, if all files of a module cost the same; `nil` if
    /// not recorded. A file that uses several declarations counts for each.
    package let cpuSeconds: Double?
    /// How many commits of the period changed the module.
    package let changes: Int
  }

  /// Builds after all commits of the period that changed one of the modules.
  package struct Total: Sendable, Hashable {
    package let commits: Int
    /// CPU seconds of needlessly compiled dependents, and of the rest of these builds.
    package let leakedCPUSeconds: Double
    package let otherCPUSeconds: Double

    package var cpuSeconds: Double { leakedCPUSeconds + otherCPUSeconds }
    /// `nil` without any build.
    package var share: Double? { cpuSeconds > 0 ? leakedCPUSeconds / cpuSeconds : nil }
  }

  /// In the order in which they were tried.
  package let changes: [PrivateChange]
  /// By decreasing cost in the period.
  package let declarations: [Declaration]
  /// `nil` unless all costs were recorded.
  package let total: Total?

  /// - Parameters:
  ///   - changes: one for each module.
  ///   - files: the files of a module that declare a name.
  /// - Complexity: O(commits · modules + uses · files of a module).
  package init(_ changes: [PrivateChange], in churn: Churn, declaring files: (ModuleID, String) -> [String]) {
    self.changes = changes
    declarations = changes.flatMap { change in
      let count = churn.count(of: [change.module]).changes
      return change.users.map { name, users in
        Declaration(
          module: change.module, name: name, files: files(change.module, name), dependents: users.modules.sorted(),
          users: users.files, cpuSeconds: users.cpuSeconds, changes: count)
      }
    }.sorted { left, right in
      let figures = [left, right].map { (-($0.cpuSeconds ?? 0) * Double($0.changes), -$0.users) }
      return figures[0] != figures[1] ? figures[0] < figures[1] : (left.module, left.name) < (right.module, right.name)
    }
    total = Total(changes, in: churn)
  }
}

extension PrivateChange {
  /// The files that use each declaration of the module.
  fileprivate var users: [String: (modules: Set<String>, files: Int, cpuSeconds: Double?)] {
    var users: [String: (modules: Set<String>, files: Int, cpuSeconds: Double?)] = [:]
    for dependent in dependents {
      let each = dependent.cpuSeconds.map { $0 / Double(max(1, dependent.files.count)) }
      for name in dependent.files.flatMap(\.uses) {
        var known = users[name] ?? ([], 0, 0)
        known.modules.insert(dependent.module)
        known.files += 1
        known.cpuSeconds = known.cpuSeconds.flatMap { sum in each.map { sum + $0 } }
        users[name] = known
      }
    }
    return users
  }
}

extension LeakCosts.Total {
  /// A dependent that several changes of a commit recompile is compiled once; one that the commit itself changes is not
  /// compiled needlessly.
  fileprivate init?(_ changes: [PrivateChange], in churn: Churn) {
    let tried = Dictionary(changes.map { ($0.module, $0) }) { first, _ in first }
    guard !changes.isEmpty, changes.allSatisfy({ $0.cpuSeconds != nil && $0.leakedCPUSeconds != nil }) else {
      return nil
    }
    var (commits, leaked, other) = (0, 0.0, 0.0)
    for effect in churn.effects {
      let made = effect.modules.compactMap { tried[$0] }
      guard !made.isEmpty else { continue }
      commits += 1
      let own = Set(effect.modules.map { Module.compiledName($0.name) })
      var dependents: [String: Double] = [:]
      for change in made {
        other += (change.cpuSeconds ?? 0) - (change.leakedCPUSeconds ?? 0)
        for dependent in change.dependents where !own.contains(dependent.module) {
          dependents[dependent.module] = max(dependents[dependent.module] ?? 0, dependent.cpuSeconds ?? 0)
        }
      }
      leaked += dependents.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
    }
    self.init(commits: commits, leakedCPUSeconds: leaked, otherCPUSeconds: max(0, other))
  }
}
