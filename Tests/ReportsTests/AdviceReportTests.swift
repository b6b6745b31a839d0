import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Advice
@testable import Reports

/// What slows builds besides the graph, as documents.
@Suite struct AdviceReportTests {
  private static func id(_ name: String) -> ModuleID { ModuleID(package: "Shop", name: name) }

  private static func finding(
    _ kind: String, _ subject: String, remedy: String? = nil, chain: [AdviceFinding.Step] = [], isBounded: Bool = false
  ) -> AdviceFinding {
    var finding = AdviceFinding(
      kind: kind, subject: [subject], message: "\(subject) is slow", place: .module(id(subject)))
    (finding.chain, finding.remedy, finding.modules, finding.isBounded) = (chain, remedy, [id(subject)], isBounded)
    return finding
  }

  private static func row(_ finding: AdviceFinding, line: Int = 3, _ price: AdvicePrice? = nil) -> AdviceReport.Row {
    let steps = finding.chain.enumerated().map { index, _ in
      index == 0 ? Dependency.Location(file: "Other/Package.swift", line: 7) : nil
    }
    return (finding, Dependency.Location(file: "Package.swift", line: line), steps, price)
  }

  private static func price(
    _ finding: AdviceFinding, cpu: Double? = nil, wall: Double? = nil, gain: AdvicePrice.Gain? = nil,
    proof: AdviceProof? = nil
  ) -> AdvicePrice {
    var price = AdvicePrice(finding, cpuSeconds: cpu, wallSeconds: wall, gain: gain, resolution: 0.5)
    price.proof = proof
    return price
  }

  private static func report(
    _ rows: [AdviceReport.Row], build: String? = nil, slowCode: SlowCode? = nil, undecided: [String] = [],
    off: [AdviceOff] = []
  ) -> AdviceReport {
    AdviceReport(
      rows, of: "Shop", undecided: undecided, off: off, build: build, slowCode: slowCode,
      isProven: rows.contains { $0.price?.proof != nil }, folders: .init(workspace: "/work/App", inRepository: "App"),
      version: "1.2.3")
  }

  private static func measured(_ low: Double?, _ high: Double?, isFaster: Bool = true) -> AdviceProof {
    .measured([
      .init(
        arm: "App", scenario: "clean", baseSeconds: 12, headSeconds: 9, ratio: 0.75, low: low, high: high,
        isFaster: isFaster, isSlower: false, isDecided: low != nil)
    ])
  }

  @Test func `findings are told by kind, with what they cost as far as it is known`() throws {
    let steps = [AdviceFinding.Step("Core requires it"), AdviceFinding.Step("nobody else does")]
    let flags = (1...12).map { finding -> AdviceReport.Row in
      Self.row(Self.finding("unsafe-flags", "Part\(finding)"), line: finding)
    }
    let named = Self.finding("umbrellas", "Kit", remedy: "Import its parts.", chain: steps)
    let plain = Self.finding("umbrellas", "Core")
    let priced = Self.finding("dynamic-products", "Feed")
    let rows =
      flags + [
        Self.row(named, Self.price(named, cpu: 12.5)), Self.row(plain, Self.price(plain, cpu: 1, wall: 2.25)),
        Self.row(priced, Self.price(priced, cpu: 1, gain: .init(seconds: 3.5, low: 2, high: 5))),
        Self.row(priced, Self.price(priced, proof: Self.measured(0.7, 0.8))),
        Self.row(priced, Self.price(priced, proof: Self.measured(nil, nil))),
        Self.row(
          priced, Self.price(priced, gain: .init(seconds: 3, low: 1, high: 4), proof: .untried(reason: "it is code"))),
        Self.row(priced, Self.price(priced, gain: .init(seconds: 0.4, low: 0.1, high: 1))),
        Self.row(priced, Self.price(priced, gain: .init(seconds: 2, low: 0, high: 4))),
        Self.row(priced, Self.price(priced, proof: Self.measured(0.9, 1.1, isFaster: false))),
        Self.row(priced, Self.price(priced, gain: .init(seconds: 0.5, low: 0.1, high: 1))),
      ]
    let log = """
      1250.0ms\t/w/Sources/Core/A.swift:3:5
      500.0ms\t/w/Sources/Core/A.swift:7:9
      800.0ms\t/w/Sources/Core/A.swift:5:8\tinstance method Core.(file).Cart.total()@/w/Sources/Core/A.swift:5:8
      """
    let slowCode = SlowCode(
      log: log, sources: [Self.id("Core"): ["Sources/Core/A.swift"]], cpuSeconds: [Self.id("Core"): 10])
    let report = Self.report(
      rows, build: "clean build of App", slowCode: slowCode, undecided: ["Feed has no manifest here"],
      off: [AdviceOff(id: "index-on-ci", reason: "it is needed")])
    #expect(report.counting.count == rows.count - 3)
    try expectSnapshots(of: report, named: "advice")
    try expectSnapshots(of: Self.report([flags[0]]), named: "advice-one")
  }

  @Test func `where nothing is found, it is said what was looked for`() throws {
    let noise = Self.finding("umbrellas", "Core", isBounded: true)
    try expectSnapshots(of: Self.report([]), named: "advice-none")
    try expectSnapshots(
      of: Self.report([Self.row(noise, Self.price(noise, wall: 0.4))], build: "clean build of App"),
      named: "advice-noise")
    #expect(Self.report([Self.row(noise, Self.price(noise, wall: 0.5))]).counting.count == 1)
  }
}
