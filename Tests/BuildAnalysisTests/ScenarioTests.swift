import BuildAnalysis
import ModuleGraph
import TestSupport
import Testing

struct ScenarioTests {
  @Test(arguments: [
    "clean", "first-null", "null", "tests", "alone:Core", "incremental:Core:body", "incremental:swift-nio/NIO:file",
  ])
  func aScenarioIsReadAsItIsWritten(text: String) throws {
    #expect(try #require(Scenario(rawValue: text)).rawValue == text)
  }

  @Test(arguments: [
    "", ":", "Clean", "clean:", "null:Core", "alone", "alone:", "incremental:Core", "incremental::body",
    "incremental:Core:bodies", "incremental:Core:body:", "first", "tests:Cart", "test",
  ])
  func otherWordsAreNoScenario(text: String) {
    #expect(Scenario(rawValue: text) == nil)
  }

  @Test func aModuleIsChangedWhereItIsBuiltAndBuiltAloneForTheReference() {
    var run = Run.example(rounds: 1)
    run.plan.scenarios = [
      .clean, .incremental(module: "Search", change: .body), .incremental(module: "Shop/Core", change: .file),
      .alone(module: "Core"), .alone(module: "Elsewhere"),
    ]
    let cases = run.cases.map { "\($0.arm) \($0.scenario.rawValue)" }
    #expect(
      cases == [
        "App clean", "App incremental:Search:body", "App incremental:Shop/Core:file", "App alone:Core",
        "CartApp clean", "CartApp incremental:Shop/Core:file",
        "Search clean", "Search incremental:Search:body", "Search incremental:Shop/Core:file",
      ])
  }

  @Test func aRoundHasEveryCaseOnceAndFirstNullsFollowTheirCleanBuilds() {
    var run = Run.example(rounds: 1)
    run.plan.scenarios = [.clean, .firstNull, .null, .incremental(module: "Core", change: .comment)]
    let orders = (0...20).map { run.order(inRound: $0) }
    #expect(Set(orders).count > 10)
    for order in orders {
      #expect(Set(order) == Set(run.cases) && order.count == run.cases.count)
      for (build, next) in zip(order, order.dropFirst()) where build.scenario == .clean {
        #expect(next == Case(arm: build.arm, scenario: .firstNull))
      }
    }
    run.plan.scenarios = [.firstNull]
    #expect(run.order(inRound: 1).count == 3, "without clean ones they are builds of their own")
  }

  @Test func testsAreRunForThoseThatHaveAnyAndTheirRowsAreOfWhatTheyBuild() throws {
    let run = Run.testedExample(rounds: 6)
    let cases = run.cases.filter { $0.scenario == .tests }
    #expect(cases.map(\.arm) == ["App", "CartApp"])
    let findings = run.findings
    let rows = findings.cases.filter { $0.scenario == .tests }
    #expect(rows.map(\.modules) == [6, 3] && rows.map { $0.lines?.exact } == [3200, 2200])
    try #require(rows.count > 1)
    #expect(rows[1].comparison?.wall.pairs == 6 && rows[1].savedSeconds.map { $0 > 0 } == true)
    #expect(findings.features.map { $0.tests?.arm.name } == ["CartApp", nil])
    #expect(findings.features.map { $0.ownTests?.map(\.name) } == [["CartTests"], []])
    #expect(Run.example(rounds: 1).findings.features.allSatisfy { $0.ownTests == nil })
    #expect(run.expectedSeconds(by: run).map { $0 > 0 } == true, "by what the same tests took")
  }

  @Test func whatAChangeRebuiltIsComparedWithWhatDependsOnIt() throws {
    let run = Run.example(
      changing: "Core", .body, rebuilt: [("Core", 2), ("Cart", 1), ("Elsewhere", 3)], interfaceChanged: false)
    let rebuild = try #require(run.findings.rebuilds.first)
    #expect(rebuild.dependents == ["App", "Cart", "Search"])
    #expect(rebuild.rebuiltDependents == ["Cart"])
    #expect(rebuild.strangers == ["Elsewhere"])
    #expect(rebuild.files == 6)
    #expect(rebuild.isLeak && rebuild.interfaceChanged == false)
    let seen = try #require(Run.example(changing: "Core", .public, rebuilt: [("Cart", 1)]).findings.rebuilds.first)
    #expect(!seen.isLeak)
    let unseen = try #require(Run.example(changing: "Core", .body, rebuilt: nil).findings.rebuilds.first)
    #expect(unseen.rebuilt == nil && unseen.files == nil && !unseen.isLeak)
  }
}
