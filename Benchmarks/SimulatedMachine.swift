import BuildAnalysis
import Foundation
import ModuleGraph

/// What a machine adds to the logarithms of build times, in standard deviations of the noise of a single build.
struct SimulatedMachine {
  enum Kind: String, CaseIterable {
    case steady
    case heavyTails = "heavy tails (Student's t, 3 degrees of freedom)"
    case slowWalk = "random walk, 0.1 a build"
    case walk = "random walk, 0.3 a build"
    case fastWalk = "random walk, 1 a build"
    case speed = "another speed from some build on, by 3"
    case farSpeed = "another speed from some build on, by 8"
    case twoSpeeds = "two speeds, 3 apart, for 12 builds each"
    case slowRamp = "ramp, 0.1 a build"
    case ramp = "ramp, 0.3 a build"
    case warming = "warming up by 6, over 6 builds"
    case slowCorrelation = "AR(1), coefficient 0.9, deviation 2"
    case correlation = "AR(1), coefficient 0.6, deviation 1.5"
    case alternating = "every other build slower, by 2"
    case bursts = "bursts of load by 2 to 12, for up to 6 builds"
    case readBursts = "the same bursts, with readings of the load"
  }

  /// One build on that machine.
  struct Build {
    let deviations: Double
    /// What the engine would make of its readings of other work.
    var inflation = 1.0
  }

  private let kind: Kind
  private var generator: SeededGenerator
  private var builds = 0
  /// The state of a walk, a correlation or a burst, and for how many more builds it lasts.
  private var state = 0.0
  private var lasting = 0
  private let change: (build: Int, sign: Double)

  init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    generator = SeededGenerator(seed: seed)
    change = (4 + generator.below(36), generator.below(2) == 0 ? 1 : -1)
    if kind == .slowCorrelation { state = 2 * normal() }
    if kind == .correlation { state = 1.5 * normal() }
  }

  mutating func next() -> Build {
    builds += 1
    let noise = kind == .heavyTails ? normal() / (squares(3) / 3).squareRoot() : normal()
    switch kind {
    case .steady, .heavyTails: return Build(deviations: noise)
    case .slowWalk, .walk, .fastWalk:
      state += (kind == .slowWalk ? 0.1 : kind == .walk ? 0.3 : 1) * normal()
    case .speed, .farSpeed:
      state = builds < change.build ? 0 : (kind == .speed ? 3 : 8) * change.sign
    case .twoSpeeds: if generator.uniform() < 1.0 / 12 { state = 3 - state }
    case .slowRamp, .ramp: state += (kind == .slowRamp ? 0.1 : 0.3) * change.sign
    case .warming: state = 6 * exp(-Double(builds) / 6)
    case .slowCorrelation: state = 0.9 * state + 2 * (1 - 0.81).squareRoot() * normal()
    case .correlation: state = 0.6 * state + 1.5 * (1 - 0.36).squareRoot() * normal()
    case .alternating: state = 2 - state
    case .bursts, .readBursts: return burst(noise)
    }
    return Build(deviations: noise + state)
  }

  /// A deviation is 2 % of a build's time, which other work that takes 4 % of the processors costs about.
  private mutating func burst(_ noise: Double) -> Build {
    if lasting == 0, generator.uniform() < 0.05 {
      (lasting, state) = (1 + generator.below(6), 2 + 10 * generator.uniform())
    }
    guard lasting > 0 else { return Build(deviations: noise) }
    lasting -= 1
    var build = Build(deviations: noise + state)
    if kind == .readBursts { build.inflation = BuildNoise(otherShare: 0.04 * state, stolenShare: 0).inflation }
    return build
  }

  private mutating func squares(_ count: Int) -> Double {
    (0..<count).reduce(0) { sum, _ in
      let number = normal()
      return sum + number * number
    }
  }

  private mutating func normal() -> Double { generator.normalPair().0 }
}
