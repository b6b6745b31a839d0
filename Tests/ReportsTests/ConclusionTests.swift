import BuildAnalysis
import BuildTrace
import Documents
import ModuleGraph
import Reports
import TestSupport
import Testing

/// What a recorded build means, in sentences.
struct ConclusionTests {
  private let subject = RecordedSubject(
    workspace: "Shop", target: "App", configuration: "debug", buildSystem: nil, toolchain: "6.3.1", isClean: true)

  /// A build of modules that need nothing of one another unless the graph says so: name, start, end and CPU in seconds.
  private func timeline(
    _ modules: [(String, Double, Double, Double)], cores: Int = 1, end: Double, graph: [String: [String]] = [:],
    exitCode: Int = 0, others: Double? = nil, slept: Double? = nil, logged: LoggedBuild? = nil
  ) -> Timeline {
    let ends = { (seconds: Double) in Int(seconds * 1e9) }
    let events = modules.enumerated().map { index, module in
      CompilerEvent(
        processID: index + 2, parentProcessID: nil, startNanoseconds: ends(module.1), endNanoseconds: ends(module.2),
        userMicroseconds: Int(module.3 * 1e6), systemMicroseconds: 0, peakBytes: 1 << 28,
        termination: .exited(code: 0), program: logged == nil ? "swift-frontend" : "SwiftCompile",
        job: Job(kind: .compile, module: module.0))
    }
    let cpu = modules.reduce(0) { $0 + $1.3 }
    let build = SupervisedBuild(
      startNanoseconds: 0, endNanoseconds: ends(end), userMicroseconds: Int(cpu * 1e6), systemMicroseconds: 0,
      peakBytes: 1 << 28, termination: .exited(code: exitCode), stopped: nil, survivors: 0)
    let header = BuildTrace.Header(
      build: "b", startNanoseconds: 0, cores: cores, toolchain: nil, arguments: [], logged: logged)
    let ids = { (name: String) in ModuleID(package: "Example", name: name) }
    let dependencies = graph.sorted { $0.key < $1.key }.flatMap { name, needed in
      needed.map { Dependency(from: ids(name), to: ids($0)) }
    }
    let moduleGraph = ModuleGraph(
      modules: modules.map { Module(id: ids($0.0), kind: .regular) }, dependencies: dependencies)
    return Timeline(
      BuildTrace(header: header, events: events, supervised: build), graph: moduleGraph,
      machineCPUMicroseconds: others.map { Int(($0 + cpu) * 1e6) }, sleptSeconds: slept)
  }

  /// Line breaks are the terminal's.
  private func text(_ timeline: Timeline, sortedBy order: ModuleOrder = .cpu) -> String {
    Text.timeline(timeline, of: subject, sortedBy: order).replacing("\n  ", with: " ")
  }

  @Test func whereCoresLimitABuildAModuleBesideThePathGainsAndTheReaderIsToldWhy() {
    // One after the other on one core, though neither needs the other.
    let timeline = timeline([("A", 0, 3, 3), ("B", 3, 5, 2)], end: 5)
    #expect(timeline.limit?.kind == .cores)
    #expect(timeline.levers(most: 5).map(\.module.name) == ["A", "B"])
    let text = text(timeline)
    #expect(
      text.contains(
        """
        Cores limit this build: of its 5.00 s of wall time, its CPU time needs at least 5.00 s (100.0 %) on 1 core, the \
        critical path 3.00 s (60.0 %). Less work in any module helps, not on that path alone.
        Largest predicted gains, if the module alone cost nothing: A 3.00 s, B 2.00 s (computed from the recorded steps, 0.0 % off the measured time).

        """), "\(text)")
    #expect(
      text.hasSuffix(
        """
        B is not on the critical path, but still gains: modules compete for cores, and without it the others \
        would get theirs sooner.

        """), "\(text)")
    #expect(!text.contains("shared work"), "no compiler did any for the others")
    let page = Markdown.modules(timeline, of: subject)
    #expect(page.contains("- Cores limit this build: of its 5.00 s of wall time"))
    #expect(page.contains("- B is not on the critical path, but still gains"))
  }

  @Test func whereModulesWaitForOneAnotherThePathLimitsTheBuild() {
    let chain = timeline([("A", 0, 3, 3), ("B", 3, 5, 2)], cores: 4, end: 5, graph: ["B": ["A"]])
    #expect(chain.limit?.kind == .criticalPath)
    let text = text(chain)
    #expect(
      text.contains("The critical path limits this build: of its 5.00 s of wall time, that path needs at least 5.00 s"))
    #expect(
      text.contains("A 3.00 s, B 2.00 s (computed from the recorded steps, 0.0 % off the measured time).")
        && !text.contains("not on the critical path")
    )
    let even = timeline([("A", 0, 3, 3), ("B", 3, 5, 2)], cores: 1, end: 5, graph: ["B": ["A"]])
    #expect(even.limit?.kind == .both)
    let idle = timeline([("A", 4, 5, 1)], cores: 2, end: 10)
    #expect(idle.limit?.kind == .neither)
    #expect(self.text(idle).contains("Neither cores nor the critical path limits this build: of its 10.0 s"))
    #expect(!text.contains("That is close") && !self.text(idle).contains("That is close"))
  }

  @Test(arguments: [(9.5, BuildLimit.Kind.criticalPath), (10.5, .neither)])
  func aBuildThatIsNearlyLimitedIsSaidToBeClose(end: Double, kind: BuildLimit.Kind) {
    let chain = timeline([("A", 0, 3, 3), ("B", 3, 5, 2)], cores: 4, end: end, graph: ["B": ["A"]])
    #expect(chain.limit?.kind == kind && text(chain).contains("That is close"))
  }

  /// The same modules on two cores: alone, and while a program kept one of them busy.
  @Test func `what limits a build is the same beside other programs`() {
    let (one, two) = (("A", 0.0, 3.0, 3.0), ("B", 0.0, 3.0, 3.0))
    let quiet = timeline([one, two], cores: 2, end: 4, others: 0)
    let busy = timeline([("A", 0, 6, 3), ("B", 0, 6, 3)], cores: 2, end: 8, others: 7.5)
    #expect(quiet.limit?.kind == .both && busy.limit?.kind == .both)
    #expect(busy.limit.map { abs($0.cores - 1.06) < 0.01 } == true)
    #expect(text(busy).contains(" on the 1.1 of 2 cores that other programs left, the critical path 6.00 s (75.0 %)."))
    #expect(!text(quiet).contains("other programs left"))
  }

  @Test(arguments: [(4.6, true), (4.0, false)])
  func `what limited a logged build is said to be close if another cause is as large`(start: Double, isClose: Bool) {
    let logged = timeline(
      [("A", start, 10, 5)], cores: 4, end: 10, logged: LoggedBuild(hasCPUTimes: true, hasDependencies: true))
    let limits = logged.loggedLimits
    #expect(limits?.largest == .criticalPath(seconds: 10 - start, module: BuiltModule(name: "A")))
    #expect(limits?.rival == (isClose ? .planning(seconds: start) : nil))
    #expect(text(logged).contains("That is close: planning may limit another build of the same code.") == isClose)
  }

  @Test func nothingIsConcludedFromAPartOfABuild() {
    let failed = timeline([("A", 0, 3, 3)], end: 5, exitCode: 1)
    #expect(failed.limit == nil)
    #expect(text(failed).hasSuffix(" No gain is predicted: the trace is incomplete.\n"))
  }

  @Test func aBuildThatCompiledNothingIsCalledSo() {
    let next = RecordedSubject(
      workspace: "Shop", target: "App", configuration: "debug", buildSystem: nil, toolchain: "6.3.1", isClean: false)
    let nothing = timeline([], end: 1)
    #expect(Text.timeline(nothing, of: next).hasPrefix("Shop, debug build of App that compiled nothing: 1.00 s wall"))
    #expect(!Text.timeline(nothing, of: next).contains("no process was active"))
    let page = Markdown.modules(nothing, of: next)
    #expect(page.hasPrefix("# Shop: debug build of App that compiled nothing\n"))
    #expect(page.contains("No module was built."))
    let something = timeline([("A", 0, 1, 1)], end: 1)
    #expect(Text.timeline(something, of: next).hasPrefix("Shop, incremental debug build of App: 1.00 s wall"))
  }

  @Test func theTableIsSortedByWhatIsAsked() {
    let timeline = timeline([("A", 0, 4, 1), ("B", 4, 6, 2), ("C", 6, 7, 0.5)], cores: 2, end: 7, graph: ["C": ["A"]])
    let first = { (order: ModuleOrder) in
      text(timeline, sortedBy: order).split(separator: "\n").drop { !$0.hasPrefix("module ") }.dropFirst().first?
        .prefix(1)
    }
    #expect(first(.cpu) == "B" && first(.seconds) == "A" && first(.name) == "A" && first(.gain) == "A")
    #expect(first(.slack) == "B" && first(.waiting) == "C")
    let rows = Markdown.modules(timeline, of: subject, sortedBy: .name).split(separator: "\n")
    #expect(rows.filter { $0.hasPrefix("| **A") || $0.hasPrefix("| B") || $0.hasPrefix("| **C") }.count == 3)
  }

  @Test func whatWentToOthersAndASleepAreSaidWhereverTheFiguresAre() async throws {
    let timeline = timeline([("A", 0, 3, 3)], cores: 2, end: 5, others: 4, slept: 60)
    for words in [
      "4.00 s of CPU time went to other programs meanwhile (40.0 % of all cores)", "the machine slept for 60.0 s",
    ] {
      #expect(text(timeline).contains(words))
      #expect(Markdown.modules(timeline, of: subject).contains("**Disturbed:** " + words))
      #expect(try TimelineDocument(timeline, of: subject).json().contains(words))
    }
    #expect(
      text(timeline).contains(
        "Other programs used 40.0 % of the cores during the recorded build, which made everything longer: record it again on "
          + "an idle machine before drawing conclusions."))
    let json = try TimelineDocument(timeline, of: subject).json()
    #expect(try await JSONSchema.timeline.complaints(about: json) == "")
    let quiet = self.timeline([("A", 0, 3, 3)], cores: 2, end: 5, others: 0.1, slept: 0)
    #expect(!text(quiet).contains("other programs meanwhile") && !text(quiet).contains("slept"))
  }
}
