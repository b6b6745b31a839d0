package import BuildRunner
import ModuleGraph
import Platform
import Reports
import RunHistory
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request to run the tests that a change can reach; where the request covers all packages, all tests.
package struct TestRequest: Hashable, Sendable {
  package var graph = GraphRequest()
  package var change = ChangeRequest()
  /// For `swift test`.
  package var arguments: [String] = []
  /// The file of results; `nil` for the history.
  package var results: String?

  package init() {}
}

/// Runs the tests that a change can reach, and remembers which passed.
package struct TestService {
  package let request: TestRequest
  private let configuration: LoadedConfiguration
  private let workspace: LoadedWorkspace
  /// The test modules to run, sorted.
  private let tests: [Module]
  /// `nil` if it cannot be opened: nothing is then skipped.
  private let history: RunHistory?
  private let revision: String?
  private let builds: TestBuilds

  /// Finds the tests, and waits until no others of the workspace run.
  /// - Returns: `nil` if no test is affected.
  /// - Throws: what ``AffectedService`` does, also where that is a part of its answer; `BenchmarkError`.
  package init?(_ request: TestRequest, _ configuration: LoadedConfiguration) async throws {
    (self.request, self.configuration) = (request, configuration)
    var affected = AffectedRequest()
    (affected.graph, affected.change) = (request.graph, request.change)
    let service = AffectedService(affected, configuration)
    let change = try await service.change()
    let answer = try await service.answer(change)
    let options = request.graph.workspace
    if !options.isQuiet { answer.explain(configuration) }
    if let failure = answer.failure { throw failure }
    try options.finish(answer.affected.graph)
    let loaded = answer.workspace
    workspace = loaded
    tests = loaded.graph.modules.filter { module in
      loaded.buildsTests(module) && (options.includesAll || answer.affected.reaches[module.id] != nil)
    }
    guard !tests.isEmpty else { return nil }
    history = try Self.history(request, configuration, of: loaded)
    revision = change.base == nil ? nil : try await change.repository?.commit("HEAD")
    builds = try await Interruption.cancelling {
      try await TestBuilds(of: loaded, cache: options.cachePath) { holder in
        Terminal.note("waiting until other tests of this workspace have finished (\(holder.visible))")
      }
    }
  }

  /// A file that cannot be used proves nothing, so that all tests run.
  private static func history(
    _ request: TestRequest, _ configuration: LoadedConfiguration, of loaded: LoadedWorkspace
  ) throws -> RunHistory? {
    let file = try HistoryFile(named: request.results, configuration: configuration, root: loaded.rootPath)
    do { return try file.open(creates: true) } catch {
      Terminal.note("warning: earlier results are unknown, so that all tests run: \("\(error)".visibleLines)")
      return nil
    }
  }

  private var arguments: [String] { request.graph.traits.buildArguments + request.arguments }

  /// What runs, and what does not need to.
  package struct Plan {
    var groups: [TestBuilds.Group] = []
    /// The results that make it unnecessary to run a module, in the order of the modules.
    var passed: [(module: Module, result: TestResult)] = []
    var fingerprints: [ModuleID: String] = [:]
  }

  /// Finds the modules that passed before with the same inputs, unless all packages are covered.
  package func plan() async throws -> Plan {
    let loader = try request.graph.workspace.loader(configuration)
    let policy = FilePolicy(
      configuration.settings.affected, relativeTo: configuration.base ?? workspace.rootPath)
    let (modules, workspace, arguments) = (tests.map(\.id), workspace, arguments)
    let files = builds.files(of: workspace)
    var plan = Plan()
    plan.fingerprints = try await Interruption.cancelling {
      try await loader.fingerprints(of: modules, in: workspace, files: files, policy, inputs: arguments)
    }
    var known: [String: TestResult] = [:]
    if let history, !request.graph.workspace.includesAll {
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
  package func run(_ plan: Plan) async throws -> (exitCode: Int32, JUnitResults) {
    let (groups, arguments, builds) = (plan.groups, arguments, builds)
    let swift = try Toolchain(at: request.graph.workspace.toolchain).swift
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
          if width > 1, !request.graph.workspace.isQuiet { Terminal.note("tests of \(groups[index].name):".visible) }
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
    let now = Moment.now
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

extension TestService.Plan {
  /// What would run, and what need not.
  package var text: String {
    let runs = groups.flatMap { group in group.modules.map { "run   \($0.id)" } }
    let skipped = passed.map { module, result in
      "skip  \(module.id): passed \(result.finished) on \(result.place)"
        + (result.revision.map { " at \($0.prefix(10))" } ?? "")
    }
    return (runs + skipped).map { Text.printable($0) + "\n" }.joined()
  }

  /// The same, and how long that takes, before anything runs.
  package var textOfDryRun: String {
    text
      + (groups.isEmpty
        ? "nothing would be built: all of these tests passed before with the same inputs\n"
        : "expected duration: unknown: the copy is kept, so that only what changed since the last call is built\n")
  }
}
