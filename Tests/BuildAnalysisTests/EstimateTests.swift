import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis

/// Figures from which others are estimated.
@Suite struct EstimateTests {
  @Test func `the output of a linker is that of the product or module of that name`() {
    func id(_ name: String) -> ModuleID { ModuleID(package: "Shop", name: name) }
    let names = CompiledNames(
      ModuleGraph(
        products: [Product(name: "Kit", package: "Shop", kind: .library, modules: [id("Core")])],
        modules: [Module(id: id("App"), kind: .executable), Module(id: id("Core"), kind: .regular)], dependencies: []))
    let core = BuiltModule(name: "Core", isTool: false)
    #expect(["libKit.so", "libKit.dylib", "Kit"].map(names.linked) == [core, core, core])
    #expect(names.linked(output: "Core.xctest") == core)
    #expect(names.linked(output: "App-tool") == BuiltModule(name: "App", isTool: true))
    #expect(names.linked(output: "Other") == nil)
  }

  @Test func `builds that ran together share their time, and one without seconds of its own has none`() {
    func sample(_ arm: String, _ seconds: Double?) -> Sample {
      Sample(arm: arm, round: 1, position: 1, offsetSeconds: 0, seconds: seconds)
    }
    var pace = Pace()
    pace.note([sample("A", 3), sample("B", 1), sample("C", nil)], together: 8)
    func seconds(_ arm: String) -> Double? { pace.seconds(for: [Case(arm: arm, scenario: .clean)]) }
    #expect([seconds("A"), seconds("B"), seconds("C")] == [6, 2, 0])
    pace = Pace()
    pace.note([sample("A", nil), sample("B", nil)], together: 8)
    #expect([seconds("A"), seconds("B")] == [4, 4])
  }

  @Test func `a duration is a bound where builds may end earlier or need less than a recording`() {
    func precision(_ scenarios: [Scenario], _ source: ExpectedDuration.Source) -> ExpectedDuration.Precision {
      var run = Run.example(rounds: 1)
      run.plan.scenarios = scenarios
      return ExpectedDuration(seconds: 10, of: run, source: source, description: "it").precision
    }
    #expect(precision([.clean], .run) == .about && precision([.clean, .null], .run) == .about)
    #expect(precision([.clean], .recording) == .about && precision([.clean, .null], .recording) == .atMost)
    #expect(precision([.clean, .null], .calibration) == .roughly)
  }

  @Test func `a fit whose columns only lower the values has no coefficients`() {
    let samples = (0..<6).map { LeastSquares.Observation([-1, -Double($0 + 1)], value: 1, group: $0) }
    #expect(LeastSquares(samples).coefficients == [0, 0])
  }

  @Test func `a fit has a parameter for its level, its slope and its step`() {
    let shapes = [(false, false), (true, false), (false, true), (true, true)]
    #expect(shapes.map { RobustFit.Shape(hasSlope: $0, hasStep: $1).parameters } == [1, 2, 2, 3])
  }

  @Test func `a machine has the processor that it is given`() {
    let machine = Run.Machine(cpu: "Some CPU", cores: 2, os: "Linux", compiler: "Swift 6.3.1")
    #expect(machine.cpu == "Some CPU" && machine.cores == 2)
  }
}
