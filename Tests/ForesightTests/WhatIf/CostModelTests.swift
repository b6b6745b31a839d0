import ModuleGraph
import Testing

@testable import BuildAnalysis
@testable import Foresight

/// A model of made-up modules, whose costs follow from a law.
@Suite struct CostModelTests {
  private typealias Cost = CostModel.Cost

  /// Modules of different size, each with a driver, with one frontend for all lines and one for none.
  private static func model(modules: Int, factor: (Int) -> Double = { _ in 1 }) -> CostModel {
    CostModel(
      (0..<modules).map { index in
        let size = CostModel.Size(lines: 100 * Double(index + 1), importedLines: Double(index * index % 7) * 500)
        func cost(_ own: Double) -> Cost {
          let work = 1e5 + 100 * size.lines + 10 * size.importedLines + 1000 * own
          return Cost(cpu: work, work: 1000 * work) * factor(index)
        }
        return CostModel.Observation(
          size: size, fixed: [.driver: Cost(cpu: 5e4, work: 4e7) * factor(index)],
          frontends: [(size.lines, cost(size.lines)), (0, cost(0))])
      })
  }

  @Test func `costs that follow from lines and imports are found again`() {
    let model = Self.model(modules: 9)
    let size = CostModel.Size(lines: 250, importedLines: 3000)
    #expect(abs(model.overhead(size).cpu - (1e5 + 25_000 + 30_000)) < 1)
    #expect(abs(model.frontend(size, ownLines: 50).cpu - (1e5 + 25_000 + 30_000 + 50_000)) < 1)
    #expect(abs(model.frontend(size, ownLines: 50).work - 1000 * 205_000) < 1000)
    #expect(abs(model(.driver, size).cpu - 5e4) < 1 && model(.wrap, size).cpu <= 1)
    #expect(abs(model.secondsPerModule - 0.15) < 1e-5 && model.modules == 9)
    #expect(model.typicalError < 1e-6 && model.errors.count == 9)
  }

  @Test func `imports count from eight modules on, and lines from four`() {
    let (near, far) = (CostModel.Size(lines: 300, importedLines: 0), CostModel.Size(lines: 300, importedLines: 3000))
    #expect(Self.model(modules: 8).overhead(far).cpu > Self.model(modules: 8).overhead(near).cpu + 1000)
    #expect(Self.model(modules: 7).overhead(far) == Self.model(modules: 7).overhead(near))
    #expect(
      Self.model(modules: 4).overhead(near).cpu
        != Self.model(modules: 4).overhead(.init(lines: 900, importedLines: 0)).cpu)
    // With fewer, a frontend costs its lines, 330 more, and nine hundredths of those of its module.
    let few = Self.model(modules: 3)
    let ratio = few.frontend(near, ownLines: 43).cpu / few.overhead(near).cpu
    #expect(abs(ratio - 400 / 357) < 1e-9)
    #expect(few(.driver, near) == few(.driver, far))
  }

  @Test func `the error is that of most modules, each predicted from the others`() {
    #expect(CostModel([]).typicalError == 1)
    let uneven = Self.model(modules: 12) { $0 == 5 ? 1.5 : 1 }
    #expect(uneven.errors == uneven.errors.sorted() && uneven.errors.count == 12)
    #expect(abs((uneven.errors.first ?? 0) - (1 / 1.5 - 1)) < 0.1, "\(uneven.errors)")
    #expect(uneven.typicalError > 0.02 && uneven.typicalError < 0.4)
  }

  @Test func `a ratio to nothing is one`() {
    let ratio = Cost(cpu: 6, work: 8).divided(by: Cost(cpu: 3, work: 0))
    #expect((ratio.cpu, ratio.work) == (2, 1))
    #expect(Cost(cpu: 6, work: 8) * ratio == Cost(cpu: 12, work: 8))
  }
}
