import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis

/// How often modules are named as slower or faster, where the truth is known.
@Suite struct ModuleNamingTests {
  /// How the CPU times of a module scatter from round to round.
  enum Noise: CaseIterable {
    case normal
    /// Student's t with three degrees of freedom.
    case heavyTails
    /// Small modules scatter ten times as much as large ones.
    case bySize
    /// Half of the scatter is what a round does to all modules alike.
    case shared
  }

  /// The p-values of modules whose CPU times did not change, adjusted; the last one is slower by a ratio.
  private static func adjusted(
    _ modules: Int, rounds: Int, _ noise: Noise, slower ratio: Double = 1, seed: UInt64
  )
    -> [Double]
  {
    var random = SeededGenerator(seed: seed)
    let common = (0..<rounds).map { _ in 0.02 * random.normal() }
    let shifts = (0..<modules).compactMap { module -> SizedShift? in
      let size = Double(1 + module)
      let scale = noise == .bySize ? 0.2 / (1 + 9 * size / Double(modules)) : 0.03
      let ratios = (0..<rounds).map { round -> Double in
        let tail =
          noise == .heavyTails
          ? ((0..<3).reduce(0.0) { sum, _ in
            let value = random.normal()
            return sum + value * value
          } / 3).squareRoot() : 1
        return scale * random.normal() / tail + (noise == .shared ? common[round] : 0)
          + (module == modules - 1 ? log(ratio) : 0)
      }
      return LogShift(logRatios: ratios).map { SizedShift(shift: $0, size: size) }
    }
    return shifts.p.benjaminiHochberg
  }

  @Test func `of few pairs, the module with most of the difference is named if the pairs agree`() throws {
    func modules(rounds: Int, by ratio: Double, in module: String?) throws -> ModuleChanges {
      let base = Run.recordedExample(rounds: rounds)
      let comparison = RunComparison(Run.comparing(base, base.slowed("App", by: ratio, module: module)).findings)
      return try #require(comparison?.cases.first { $0.arm == "App" }?.modules)
    }
    for rounds in 2...5 {
      let few = try modules(rounds: rounds, by: 1.5, in: "Search")
      #expect(few.telling.isEmpty && few.likely?.module == "Search", "\(rounds)")
    }
    let many = try modules(rounds: 6, by: 1.5, in: "Search")
    #expect(many.likely == nil && many.telling.first?.module == "Search")
    #expect(try modules(rounds: 3, by: 1, in: "Search").likely == nil)
    #expect(try modules(rounds: 3, by: 1.5, in: nil).likely == nil, "no module has the difference")
    // Within what CPU times of a module scatter by.
    #expect(try modules(rounds: 2, by: 1.02, in: "Search").likely == nil)
  }

  @Test(arguments: [5, 30, 300], [6, 10])
  func `without a change, sessions seldom name a module`(modules: Int, rounds: Int) {
    let sessions = modules < 10 ? 600 : modules < 100 ? 300 : 80
    for noise in Noise.allCases {
      let alarms = (0..<UInt64(sessions)).count { seed in
        Self.adjusted(modules, rounds: rounds, noise, seed: seed).contains { $0 <= 0.05 }
      }
      // A session in twenty, and three standard deviations of what so many sessions show.
      let share = Double(alarms) / Double(sessions)
      #expect(
        share <= 0.05 + 3 * (0.05 * 0.95 / Double(sessions)).squareRoot(), "\(noise): \(alarms) of \(sessions)")
    }
  }

  @Test(arguments: [6, 10]) func `of thirty modules, the one that takes a third more is named`(rounds: Int) {
    for noise in Noise.allCases {
      let named = (0..<UInt64(200)).count { seed in
        Self.adjusted(30, rounds: rounds, noise, slower: 1.3, seed: seed)[29] <= 0.05
      }
      #expect(named >= (noise == .heavyTails ? 150 : 190), "\(noise): \(named) of 200")
    }
  }

  /// A run in which one of many modules takes three times as long.
  private static func comparison(modules: Int, rounds: Int) throws -> RunComparison {
    var random = SeededGenerator(seed: 9)
    var base = Run.recordedExample(rounds: rounds)
    for index in base.samples.indices where !base.samples[index].warmup {
      base.samples[index].modules = (1...modules).map {
        ModuleSample(module: "M\($0)", seconds: 1, cpuSeconds: exp(0.03 * random.normal()))
      }
    }
    var head = base
    for index in head.samples.indices where !head.samples[index].warmup {
      head.samples[index].modules = (1...modules).map {
        ModuleSample(module: "M\($0)", seconds: 1, cpuSeconds: exp(0.03 * random.normal()) * ($0 == 7 ? 3.05 : 1))
      }
    }
    return try #require(RunComparison(Run.comparing(base, head).findings))
  }

  @Test func `one of thirty modules that takes three times as long is named, and no other one`() throws {
    for rounds in [6, 10] {
      let why = try #require(try Self.comparison(modules: 30, rounds: rounds).cases.first?.modules)
      #expect(why.telling.map(\.module) == ["M7"] && why.telling.map(\.kind) == [.slower], "\(rounds) rounds")
    }
  }
}
