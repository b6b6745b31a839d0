import BuildRunner
import ModuleGraph
import Platform
import Reports
import RunHistory
import Services
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs the tests that a change can reach, and remembers which passed.
struct TestSession {
  let workspace: LoadedWorkspace
  /// The test modules to run, sorted.
  let tests: [Module]
  let configuration: FoundConfiguration
  let options: WorkspaceOptions
  let arguments: [String]
  /// `nil` if it cannot be opened: nothing is then skipped.
  let history: RunHistory?
  let revision: String?

  /// What runs, and what does not need to.
  struct Plan {
    var groups: [TestBuilds.Group] = []
    /// The results that make it unnecessary to run a module, in the order of the modules.
    var passed: [(module: Module, result: TestResult)] = []
    var fingerprints: [ModuleID: String] = [:]
  }

  /// - Parameter isWhole: whether modules that passed before run again.
  func plan(_ builds: TestBuilds, isWhole: Bool) async throws -> Plan {
    let loader = try options.request.loader(configuration)
    let policy = FilePolicy(
      configuration.settings.affected, relativeTo: configuration.base ?? workspace.rootPath)
    let (modules, workspace, arguments) = (tests.map(\.id), workspace, arguments)
    let files = builds.files(of: workspace)
    var plan = Plan()
    plan.fingerprints = try await Interruption.cancelling {
      try await loader.fingerprints(of: modules, in: workspace, files: files, policy, inputs: arguments)
    }
    var known: [String: TestResult] = [:]
    if let history, !isWhole {
      let asked = plan.fingerprints.map { ($0.key.description, $0.value) }
      do { known = try history.passed(Dictionary(asked, uniquingKeysWith: { first, _ in first })) } catch {
        Terminal.note("warning: earlier results are unknown, so that all tests run: \("\(error)".visibleLines)")
      }
    }
    plan.passed = tests.compactMap { module in known[module.id.description].map { (module, $0) } }
    let left = tests.filter { known[$0.id.description] == nil }
    let all = workspace.graph.modules.filter { $0.kind == .test }
    plan.groups = Dictionary(grouping: left, by: \.package).sorted { $0.key < $1.key }.compactMap { key, modules in
      guard let package = workspace.package(key) else { return nil }
      let needed = Set(workspace.graph.closure(of: modules.map(\.id)))
      let others = all.filter { $0.package == key && !needed.contains($0.id) }.map(\.name)
      return TestBuilds.Group(package: key, named: package.manifest.name, modules: modules, others: others.sorted())
    }
    return plan
  }

  /// Runs what a plan says, packages side by side: their output comes package by package then.
  /// - Returns: the exit code of the first package that failed, in the order of the plan, else 0, and all results.
  func run(_ plan: Plan, _ builds: TestBuilds, swift: String) async throws -> (exitCode: Int32, JUnitResults) {
    let (groups, arguments) = (plan.groups, arguments)
    let width = min(groups.count, max(2, ProcessInfo.processInfo.activeProcessorCount / 2))
    try builds.prepare(groups)
    let outcomes = try await Interruption.cancelling {
      try await withThrowingTaskGroup(of: (Int, TestBuilds.Outcome).self) { tasks in
        func start(_ index: Int) {
          tasks.addTask {
            let recorder = ProgramFile.recorder
            return (
              index,
              try await builds.run(
                groups[index], swift: swift, arguments: arguments, recorder: recorder, isAlone: width == 1)
            )
          }
        }
        for index in 0..<width { start(index) }
        var (outcomes, next): ([Int: TestBuilds.Outcome], Int) = ([:], width)
        while let (index, outcome) = try await tasks.next() {
          if next < groups.count { start(next) }
          next += 1
          remember(groups[index], outcome, plan.fingerprints)
          if width > 1, !options.quiet { Terminal.note("tests of \(groups[index].name):".visible) }
          // Who closes the pipe does not decide whether the tests passed.
          _ = try? FileDescriptor.standardOutput.writeAll(outcome.output)
          Terminal.note(String(decoding: outcome.errors, as: UTF8.self), terminator: "")
          outcomes[index] = outcome
        }
        return outcomes
      }
    }
    let ordered = groups.indices.compactMap { outcomes[$0] }
    var all = JUnitResults()
    for outcome in ordered { all.merge(outcome.results) }
    return (ordered.first { $0.exitCode != 0 }?.exitCode ?? 0, all)
  }

  /// Stores the results of modules with a fingerprint. One passed only if `swift test` succeeded as a whole.
  private func remember(
    _ group: TestBuilds.Group, _ outcome: TestBuilds.Outcome, _ fingerprints: [ModuleID: String]
  ) {
    let now = Date.now.formatted(.iso8601)
    let results = group.modules.compactMap { module -> TestResult? in
      guard let fingerprint = fingerprints[module.id], let result = outcome.results.modules[module.compiledName] else {
        return nil
      }
      // A program that crashed leaves modules without a failure of their own.
      guard outcome.exitCode == 0 || result.failures > 0 else { return nil }
      return TestResult(
        fingerprint: fingerprint, module: module.id.description, passed: outcome.exitCode == 0 && result.failures == 0,
        tests: result.tests, seconds: result.seconds, finished: now, place: ProcessInfo.processInfo.hostName,
        revision: revision)
    }
    do { try history?.add(results) } catch {
      Terminal.note("warning: the results are not stored: \("\(error)".visibleLines)")
    }
  }
}

extension TestSession.Plan {
  /// What would run, and what need not.
  var text: String {
    let runs = groups.flatMap { group in group.modules.map { "run   \($0.id)" } }
    let skipped = passed.map { module, result in
      "skip  \(module.id): passed \(result.finished) on \(result.place)"
        + (result.revision.map { " at \($0.prefix(10))" } ?? "")
    }
    return (runs + skipped).map { Text.printable($0) + "\n" }.joined()
  }
}
