@testable import BuildAnalysis
import Foresight
import ModuleGraph
import Testing

/// How good the plans of a search are, compared with a search that replays every plan it tries.
@Suite struct SuggestionPlanTests {
  private typealias Target = MadeWorld.Target

  /// A world in which every module may depend on all before it.
  private func world(seed: UInt64) -> MadeWorld {
    var generator = SeededGenerator(seed: seed)
    var targets: [Target] = []
    for index in 0..<(4 + generator.below(3)) {
      let below = (0..<index).filter { $0 == index - 1 || generator.below(3) == 0 }
      let lines = (0..<(1 + generator.below(5))).map { _ in 20 + generator.below(400) }
      targets.append(Target("M\(index)", lines: lines, below.map { "M\($0)" }))
    }
    return MadeWorld(targets: targets + [Target("App", lines: [60], targets.map(\.name), isProgram: true)])
  }

  /// The gain of the best plan of five changes at most: the best plans of each length, with every further change.
  private func bestGain(_ recorded: RecordedStructure, _ facts: RefactoringFacts) -> Double {
    var plans: [(changes: [StructureChange], seconds: Double)] = [([], recorded.measuredSeconds)]
    var (seen, gain): (Set<Set<StructureChange>>, Double) = ([], 0)
    for _ in 0..<5 {
      plans = plans.flatMap { plan in
        recorded.everyChange(after: plan.changes, facts: facts).compactMap { change in
          let all = plan.changes + change
          guard seen.insert(Set(all)).inserted else { return nil }
          return (try? recorded.seconds(Proposal(all))).map { (all, $0) }
        }
      }
      plans = Array(plans.sorted { $0.seconds < $1.seconds }.prefix(12))
      gain = max(gain, recorded.measuredSeconds - (plans.first?.seconds ?? .infinity))
    }
    return gain
  }

  @Test(arguments: [17, 18, 25] as [UInt64]) func `a plan gains nearly as much as any`(seed: UInt64) throws {
    let recorded = try world(seed: seed).recorded
    let best = bestGain(recorded, RefactoringFacts())
    let found = recorded.suggestions()
    #expect(found.planGain.value >= 0.95 * best, "\(found.planGain) of \(best): \(found.plan.map(\.changes))")
  }

  /// Each cut gains less than 1 % of the build, all of them a multiple of that.
  @Test func `small gains that add up are a plan`() throws {
    var world = MadeWorld(targets: [Target("Core", lines: [14000, 14000, 14000, 14000])])
    for index in 0..<4 {
      let below = index == 0 ? ["Core"] : ["Left\(index - 1)", "Right\(index - 1)"]
      world.targets += [
        Target("Left\(index)", lines: [60], below), Target("Right\(index)", lines: [60], below + ["Left\(index)"]),
      ]
    }
    world.targets.append(Target("App", lines: [50], ["Right3"], isProgram: true))
    let unused = (0..<4).map { Dependency(from: MadeWorld.id("Right\($0)"), to: MadeWorld.id("Left\($0)")) }
    let facts = RefactoringFacts(unused: Set(unused), editable: Set(unused.map(\.from)))
    let recorded = try world.recorded
    let found = recorded.suggestions(facts: facts)
    #expect(found.suggestions.isEmpty)
    #expect(found.planGain.value >= 0.95 * bestGain(recorded, facts), "\(found.plan.map(\.changes))")
    #expect(found.plan.allSatisfy { $0.gain.value >= 0.03 * found.planGain.value })
  }

  @Test func `a change without which a plan gains nearly as much is not part of it`() throws {
    let recorded = try world(seed: 17).recorded
    let found = recorded.suggestions()
    let steps = found.plan.map(\.changes)
    for index in steps.indices {
      let rest = steps.enumerated().flatMap { $0.offset == index ? [] : $0.element }
      guard let seconds = try? recorded.seconds(Proposal(rest)) else { continue }
      let loss = found.planGain.value - (recorded.measuredSeconds - seconds)
      #expect(loss > 0.01 * found.planGain.value, "\(steps[index])")
    }
  }
}
