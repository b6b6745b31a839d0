import BuildAnalysis
import BuildTrace
import Foundation
import ModuleGraph
import Platform
import Workspace

/// Are ratios of builds in turns those of builds that run alone, and how much do they scatter?
struct TurnsTruth: Question {
  let name: String
  /// What each arm builds; the first is divided by each of the others.
  let targets: [String]
  /// A released package with these targets; `nil` for a synthesized one.
  var release: (repository: String, version: String)?
  /// The lines of each synthesized module.
  var moduleLines = 800
  /// What parts of the time a program beside the builds keeps a processor busy. With several, each is measured in every
  /// round, and the bias is that against builds that run alone with the first.
  var loads = [0.0]
  /// What the builds in turns are compared with.
  var standard: Standard? = .alone
  /// How builds are halted; `nil` for whatever is possible.
  var means: HaltingMeans?
  /// The module of the last arm whose driver computes longer than it needs to, by 3 % of a build.
  var delayed: String?

  /// What builds in turns are compared with, unless the arms are the same, so that their true ratio is 1.
  enum Standard: String {
    /// The same builds one after the other.
    case alone
    /// The same builds at once in turns of a second, so long that a build runs almost as it does alone. The machine has the same
    /// speed for both arms, so that the ratio scatters much less than that of builds one after the other.
    case longTurns = "in turns of a second"
  }

  static let all = [
    TurnsTruth(name: "turns-two", targets: ["Feature", "Feature"]),
    TurnsTruth(name: "turns-signals", targets: ["Feature", "Feature"], means: .signals),
    TurnsTruth(name: "turns-four", targets: ["Feature", "Feature", "Feature", "Feature"]),
    TurnsTruth(name: "turns-unequal", targets: ["Feature", "Whole"]),
    TurnsTruth(name: "turns-length", targets: ["Feature", "Whole"], moduleLines: 3000, standard: .longTurns),
    TurnsTruth(name: "turns-loaded", targets: ["Feature", "Feature"], loads: [0.5]),
    TurnsTruth(name: "turns-loaded-unequal", targets: ["Feature", "Whole"], loads: [0.5]),
    TurnsTruth(name: "turns-noise", targets: ["Feature", "Whole"], moduleLines: 3000, loads: [0, 0.25, 0.5, 1]),
    TurnsTruth(
      name: "turns-argument-parser", targets: ["ArgumentParser", "ArgumentParser"],
      release: ("apple/swift-argument-parser", "1.8.2")),
    TurnsTruth(
      name: "turns-loaded-argument-parser", targets: ["ArgumentParser", "ArgumentParser"],
      release: ("apple/swift-argument-parser", "1.8.2"), loads: [0.5]),
    TurnsTruth(
      name: "turns-loaded-nio", targets: ["NIOPosix", "NIOPosix"], release: ("apple/swift-nio", "2.101.2"),
      loads: [0.5]),
    TurnsTruth(
      name: "turns-equal-nio", targets: ["NIOPosix", "NIOPosix"], release: ("apple/swift-nio", "2.101.2"),
      loads: [0.5], standard: nil),
    TurnsTruth(name: "turns-equal", targets: ["Feature", "Feature"], loads: [0.5], standard: nil),
    TurnsTruth(
      name: "turns-equal-argument-parser", targets: ["ArgumentParser", "ArgumentParser"],
      release: ("apple/swift-argument-parser", "1.8.2"), loads: [0.5], standard: nil),
    TurnsTruth(
      name: "turns-equal-signals", targets: ["ArgumentParser", "ArgumentParser"],
      release: ("apple/swift-argument-parser", "1.8.2"), loads: [0.5], standard: nil, means: .signals),
    TurnsTruth(
      name: "turns-delayed-argument-parser", targets: ["ArgumentParser", "ArgumentParser"],
      release: ("apple/swift-argument-parser", "1.8.2"), loads: [0.5], standard: nil,
      delayed: "ArgumentParser"),
  ]

  var summary: String {
    "clean builds of \(targets.joined(separator: ", ")) at once in turns"
      + (standard.map { " ÷ the same \($0 == .alone ? "one after the other" : $0.rawValue)" }
        ?? ", whose true ratio is 1")
      + (delayed.map { " but for \($0), which takes longer in the last by 3 % of a build" } ?? "")
      + loads.map(Self.words).joined()
      + (delayed == nil
        ? "; goal of the bias ±1 %, of the half-width of 8 pairs 1.5 % in CPU time and 2.5 % in wall time"
        : "; goal 9 of 10 differences named in 16 pairs")
  }

  private static func words(ofLoad load: Double) -> String {
    load == 0 ? "" : ", beside a program that keeps a processor busy \(Pairs.text(load * 100, 0)) % of the time"
  }

  /// Builds of about as long a chain as there are modules, so that one runs in parallel and the other does not.
  private var description: String {
    """
    name: \(workspace)
    modules:
      - { name: Core, kind: library, lines: \(moduleLines) }
      - { name: Feature, kind: library, lines: \(moduleLines), dependencies: [Core] }
      - { name: One, kind: library, lines: \(moduleLines), dependencies: [Core] }
      - { name: Two, kind: library, lines: \(moduleLines), dependencies: [Core] }
      - { name: Three, kind: library, lines: \(moduleLines), dependencies: [Core] }
      - { name: Whole, kind: library, lines: \(moduleLines), dependencies: [Feature, One, Two, Three] }

    """
  }

  private var workspace: String { "Turns\(moduleLines)" }

  /// What each arm took beside one load.
  private struct Round {
    /// In the way of the standard.
    var standard: [TimedBuild.Cost] = []
    var inTurns: [TimedBuild.Cost] = []
    /// In the way of the standard, beside the first load.
    var quiet: [TimedBuild.Cost] = []
  }

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let builds = try await builds()
    var generator = SeededGenerator(seed: seed)
    // For each round, what was measured with each load.
    var rounds: [[Round]] = []
    while rounds.count <= pairs {
      if let delayed, rounds.count == 1 {
        try await builds[builds.count - 1].delay(delayed, seconds: 0.03 * rounds[0][0].inTurns[0].wall)
      }
      var measured: [Int: Round] = [:]
      for index in generator.shuffled(Array(loads.indices)) {
        let program = try BusyProgram(part: loads[index])
        defer { program.end() }
        measured[index] = try await round(of: builds, after: rounds.last?[index], &generator)
      }
      let quiet = measured[0]?.standard ?? []
      for index in loads.indices { measured[index]?.quiet = quiet }
      rounds.append(loads.indices.compactMap { measured[$0] })
      FileHandle.standardError.write(Data("\(name): \(rounds.count - 1) of \(pairs)\n".utf8))
      guard rounds.count > 1, (rounds.count - 1).isMultiple(of: together) else { continue }
      // A run takes an hour: what is known so far is told.
      try lines(Array(rounds.dropFirst())).forEach { FileHandle.standardError.write(Data("  \($0)\n".utf8)) }
    }
    return try lines(Array(rounds.dropFirst()))
  }

  private func package() async throws -> String {
    if let release { return try await Command.package(release.repository, release.version) }
    let folder = try Command.workFolder
    let package = folder + "/" + workspace
    if !FileManager.default.fileExists(atPath: package) {
      try Data(description.utf8).write(to: URL(filePath: package + ".yml"))
      try await Command([Command.sibling("modgauge"), "synthesize", package + ".yml", "--output", package]).seconds()
    }
    return package
  }

  private func builds() async throws -> [TimedBuild] {
    let package = try await package()
    // Builds of a second are too short for replays.
    let isRecorded = release != nil || moduleLines > 800
    let graph =
      !isRecorded ? nil : try await WorkspaceLoader(toolchain: Toolchain()).load(packagePath: package).graph
    var builds: [TimedBuild] = []
    for (index, target) in targets.enumerated() {
      builds.append(
        try await TimedBuild(
          folder: "\(name)/\(index)", package: package, arguments: ["--disable-index-store", "--target", target],
          source: isRecorded ? .standIns : nil, means: means, graph: graph))
    }
    return builds
  }

  private func round(
    of builds: [TimedBuild], after last: Round?, _ generator: inout SeededGenerator
  ) async throws -> Round {
    let lengths = standard == nil ? nil : last?.standard.map(\.wall)
    var round = Round()
    for isStandard in standard == nil ? [false] : generator.shuffled([true, false]) {
      if !isStandard {
        round.inTurns = try await TimedBuild.makeInTurns(builds, lengths: lengths, seed: generator.next())
      } else if standard == .longTurns {
        round.standard = try await TimedBuild.makeInTurns(
          builds, lengths: lengths, turn: .seconds(1), seed: generator.next())
      } else {
        var alone: [Int: TimedBuild.Cost] = [:]
        for index in generator.shuffled(Array(builds.indices)) { alone[index] = try await builds[index].make() }
        round.standard = builds.indices.compactMap { alone[$0] }
      }
    }
    return round
  }

  private func lines(_ rounds: [[Round]]) throws -> [String] {
    try loads.indices.flatMap { index in
      let title =
        loads.count > 1 ? ["the machine\(loads[index] > 0 ? Self.words(ofLoad: loads[index]) : " alone"):"] : []
      return try title + lines(rounds.map { $0[index] })
    }
  }

  private func lines(_ rounds: [Round]) throws -> [String] {
    let times = try lines("wall time", rounds, \.wall, goal: 2.5) + lines("CPU time", rounds, \.ofBuild, goal: 1.5)
    // In turns, drivers leave no place unused.
    guard standard != nil else { return times }
    let replayed = rounds.filter { ($0.standard + $0.inTurns).allSatisfy { $0.steady != nil } }
    // An interval needs six pairs.
    guard replayed.count >= 6 else { return times }
    let title = "wall time without unused places, \(replayed.count) of \(rounds.count) rounds"
    return try times + lines(title, replayed, \.steadyOrWall, goal: 1.5)
  }

  private func lines(
    _ title: String, _ rounds: [Round], _ figure: KeyPath<TimedBuild.Cost, Double>, goal: Double
  ) throws -> [String] {
    func ratios(_ costs: KeyPath<Round, [TimedBuild.Cost]>) -> [(Double, Double)] {
      rounds.flatMap { round in
        let arms = round[keyPath: costs].map { $0[keyPath: figure] }
        return arms.dropFirst().map { (arms[0], $0) }
      }
    }
    let (standards, inTurns, quiet) = (ratios(\.standard), ratios(\.inTurns), ratios(\.quiet))
    func bias(_ ratios: [(Double, Double)]) throws -> String {
      try Pairs(standard != nil ? zip(ratios, quiet).map { ($0.0 / $0.1, $1.0 / $1.1) } : ratios).line(
        goal: 0.99...1.01)
    }
    let same = rounds.flatMap { round in
      zip(round.inTurns, round.standard).map { ($0[keyPath: figure], $1[keyPath: figure]) }
    }
    var lines = ["\(title), ratio in turns: \(try spread(inTurns, goal: goal))"]
    // The ratio of a delayed arm is not a bias.
    if delayed == nil { lines.append("\(title), bias of the ratio: \(try bias(inTurns))") }
    guard let standard else { return lines }
    lines.append("\(title), ratio \(standard.rawValue): \(try spread(standards, goal: goal))")
    if loads.count > 1 { lines.append("\(title), bias of the ratio \(standard.rawValue): \(try bias(standards))") }
    lines.append(
      "\(title), a build in turns ÷ the same \(standard.rawValue): \(try Pairs(same).line(goal: 0.99...1.01))")
    return lines
  }

  /// How many pairs make a comparison.
  private var together: Int { delayed == nil ? 8 : 16 }

  /// `1.003; standard deviation of log ratios 2.1 %; 8 pairs at a time: half-widths 1.2 to 2.3 %, 2 of 2 within 2.5 %, 0
  /// of 2 exclude 1`.
  private func spread(_ pairs: [(Double, Double)], goal: Double) throws -> String {
    let logs = pairs.map { log($0.0 / $0.1) }
    let intervals = stride(from: 0, to: pairs.count / together * together, by: together).compactMap {
      PairedRatio(Array(pairs[$0..<$0 + together]))?.interval
    }
    let widths = intervals.map { ($0.high / $0.low).squareRoot() - 1 }.map { $0 * 100 }
    let range = widths.isEmpty ? "–" : "\(Pairs.text(widths.min(), 1)) to \(Pairs.text(widths.max(), 1)) %"
    let alarms = intervals.count { $0.low > 1 || $0.high < 1 }
    // The goals are those of 8 pairs.
    let within = delayed == nil ? "\(widths.count { $0 <= goal }) of \(widths.count) within \(goal) %, " : ""
    return "\(Pairs.text(PairedRatio(pairs)?.ratio, 3)); standard deviation of log ratios "
      + "\(Pairs.text(logs.standardDeviation.map { $0 * 100 }, 1)) %; \(together) pairs at a time: half-widths \(range), "
      + within + "\(alarms) of \(intervals.count) exclude 1"
  }
}

extension TimedBuild.Cost {
  /// The CPU time that reports state.
  fileprivate var ofBuild: Double { processor - supervisor }
  fileprivate var steadyOrWall: Double { steady ?? wall }
}

/// A program that keeps one processor busy for a part of each four tenths of a second, until this process ends.
private struct BusyProgram {
  private let process: Process?

  /// - Parameter part: none is started for 0.
  init(part: Double) throws {
    guard part > 0 else {
      process = nil
      return
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let script = """
      import os, time
      parent = os.getppid()
      while os.getppid() == parent:
          end = time.monotonic() + \(0.4 * part)
          while time.monotonic() < end: pass
          time.sleep(\(0.4 * (1 - part)))
      """
    process.arguments = ["python3", "-c", script]
    try process.run()
    self.process = process
  }

  func end() {
    guard let process else { return }
    // It may have inherited that other signals are held back.
    ProcessSignal.kill.send(to: process.processIdentifier)
    process.waitUntilExit()
  }
}
