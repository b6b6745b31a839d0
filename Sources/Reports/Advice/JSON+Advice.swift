import Advice
import ModuleGraph

extension JSON {
  /// `modgauge.advice/1`.
  static func advice(_ report: AdviceReport) throws -> String { try pretty(Document(report)) }
}

private struct Document: Encodable {
  struct Step: Encodable {
    let words: String
    let location: Dependency.Location?
  }

  struct Finding: Encodable {
    let kind: String
    let subject: [String]
    let message: String
    let reason: String
    let remedy: String
    let location: Dependency.Location
    let chain: [Step]
    let modules: [ModuleID]
    let cpuSeconds: Double?
    let wallSeconds: Double?
    let gain: AdvicePrice.Gain?
    let isWithinNoise: Bool?
    let measured: AdviceProof.Measurement?
    let notMeasured: String?

    init(_ row: AdviceReport.Row) {
      let (finding, kind, price) = (row.finding, AdviceKind.all.first { $0.id == row.finding.kind }, row.price)
      (self.kind, subject, message) = (finding.kind, finding.subject, finding.message)
      (reason, remedy) = (kind?.reason ?? "", finding.remedy ?? kind?.remedy ?? "")
      (location, modules) = (row.location, finding.modules)
      chain = zip(finding.chain, row.chain).map { Step(words: $0.words, location: $1) }
      (cpuSeconds, wallSeconds, isWithinNoise) = (price?.cpuSeconds, price?.wallSeconds, price?.isNoise)
      gain = price?.gain
      switch price?.proof {
      case .measured(let found)?: (measured, notMeasured) = (found, nil)
      case .untried(let reason)?: (measured, notMeasured) = (nil, reason)
      case nil: (measured, notMeasured) = (nil, nil)
      }
    }
  }

  struct Slow: Encodable {
    let expressions: [SlowCode.Row]
    let functions: [SlowCode.Row]
  }

  let schema = "modgauge.advice/1"
  let build: String?
  let findings: [Finding]
  let undecided: [String]
  let off: [AdviceOff]
  let slowCode: Slow?

  init(_ report: AdviceReport) {
    (build, undecided, off) = (report.build, report.undecided, report.off)
    findings = report.rows.map(Finding.init)
    slowCode = report.slowCode.map { Slow(expressions: $0.expressions, functions: $0.functions) }
  }
}
