import ModuleGraph
import Testing

@testable import BuildAnalysis
@testable import Foresight

@Suite struct IncrementalScheduleTests {
  private static let graph = ModuleGraph(["App": ["Core"]])
  private static let (app, core) = (
    ModuleID(package: "Example", name: "App"), ModuleID(package: "Example", name: "Core")
  )

  private static func part(
    _ id: ModuleID, waves: [Int], emit: Double = 0.5, variants: Int = 1, threads: Double = 1
  ) -> IncrementalSchedule.Part {
    let batches = waves.reduce(0) { $0 + 1 + $1 }
    let work = RecompilationWork(plan: 0.2, emit: emit, compile: Double(batches), variants: variants, threads: threads)
    return .init(module: id, work: work, waves: waves, weights: Array(repeating: 1, count: batches))
  }

  private static func seconds(
    _ parts: [IncrementalSchedule.Part], linking links: [(module: ModuleID, cpuSeconds: Double)] = [], cores: Int = 4,
    waitsForEmitting: Bool = false
  ) -> Double {
    let seconds = IncrementalSchedule.seconds(
      of: parts, linking: links, in: graph, lanes: cores, cores: cores, waitsForEmitting: waitsForEmitting)
    return (seconds * 1e6).rounded() / 1e6
  }

  @Test func `a driver emits and compiles as many batches at once as there are processors`() {
    #expect(Self.seconds([Self.part(Self.core, waves: [])]) == 0.7, "emitting alone")
    #expect(Self.seconds([Self.part(Self.core, waves: [0, 0, 0])]) == 1.2)
    #expect(
      Self.seconds([Self.part(Self.core, waves: [0, 0, 0, 0])]) == 1.7, "the fourth waits until the module is emitted")
    #expect(Self.seconds([Self.part(Self.core, waves: [1, 0])]) == 2.2, "what a batch discovers is compiled after it")
    #expect(Self.seconds([Self.part(Self.core, waves: [0, 0])], cores: 1) == 2.7)
    #expect(Self.seconds([]) == 0)
  }

  @Test func `a driver that leaves the place of emitting unused waits for its first batch`() {
    func seconds(waves: [Int], cores: Int) -> Double {
      let seconds = IncrementalSchedule.seconds(
        of: [Self.part(Self.core, waves: waves)], linking: [], in: Self.graph, lanes: cores, cores: cores,
        waitsForEmitting: false, leavesPlaces: true)
      return (seconds * 1e6).rounded() / 1e6
    }
    #expect(
      seconds(waves: [0, 0], cores: 2) == 2.2 && Self.seconds([Self.part(Self.core, waves: [0, 0])], cores: 2) == 1.7)
    #expect(seconds(waves: [0, 0, 0], cores: 4) == 1.2, "three places are left")
    #expect(seconds(waves: [0, 0, 0, 0], cores: 4) == 2.2)
    #expect(seconds(waves: [0], cores: 1) == 1.7)
  }

  @Test func `a module waits for those below it, and a program for all`() {
    let parts = [Self.part(Self.app, waves: [0]), Self.part(Self.core, waves: [0])]
    #expect(Self.seconds(parts) == 2.4)
    #expect(Self.seconds(parts, waitsForEmitting: true) == 1.8)
    #expect(Self.seconds(parts, linking: [(Self.app, 0.3)]) == 2.7)
    #expect(Self.seconds([parts[1]], linking: [(Self.app, 0.3)]) == 1.5, "its own files did not change")
    #expect(Self.seconds([], linking: [(Self.app, 0.3)]) == 0.3)
  }

  @Test func `variants are compiled at once, and threads share a compiler's work`() {
    #expect(Self.seconds([Self.part(Self.core, waves: [0], emit: 1, variants: 2)]) == 0.6, "half of each at once")
    #expect(Self.seconds([Self.part(Self.core, waves: [0], emit: 0, threads: 2)]) == 0.7)
    #expect(Self.seconds([Self.part(Self.core, waves: [0], emit: 0, threads: 2)], cores: 1) == 1.2, "no work is lost")
  }

  @Test func `what uses a macro waits for its linker`() {
    let graph = ModuleGraph(
      modules: [Module(id: Self.app, kind: .regular, sources: 1), Module(id: Self.core, kind: .macro, sources: 1)],
      dependencies: [Dependency(from: Self.app, to: Self.core)])
    let parts = [Self.part(Self.app, waves: [0]), Self.part(Self.core, waves: [0])]
    let seconds = [parts, [parts[0]]].map { parts in
      IncrementalSchedule.seconds(
        of: parts, linking: [(Self.core, 0.5)], in: graph, lanes: 4, cores: 4, waitsForEmitting: true)
    }
    #expect(seconds.map { ($0 * 1e6).rounded() / 1e6 } == [2.9, 1.7])
  }

  @Test func `modules that depend on one another do not wait forever`() {
    let graph = ModuleGraph(["App": ["Core"], "Core": ["App"]])
    let parts = [Self.part(Self.app, waves: [0]), Self.part(Self.core, waves: [0])]
    let seconds = IncrementalSchedule.seconds(
      of: parts, linking: [(Self.app, 0.3)], in: graph, lanes: 4, cores: 4, waitsForEmitting: false)
    #expect((seconds * 1e6).rounded() / 1e6 == 2.7)
  }
}
