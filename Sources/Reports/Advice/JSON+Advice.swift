import Advice
import ModuleGraph

extension JSON {
  /// `modgauge.advice/1`.
  static func advice(_ report: AdviceReport) throws -> String {
    try pretty([
      "schema": "modgauge.advice/1", "build": report.build, "findings": report.rows.map(finding),
      "undecided": report.undecided, "off": report.off,
      "slowCode": report.slowCode.map { ["expressions": $0.expressions, "functions": $0.functions] },
    ])
  }

  private static func finding(_ row: AdviceReport.Row) -> Object {
    let (finding, price, kind) = (row.finding, row.price, AdviceKind.all.first { $0.id == row.finding.kind })
    let proof: Object =
      switch price?.proof {
      case .measured(let found)?: ["measured": found]
      case .untried(let reason)?: ["notMeasured": reason]
      case nil: [:]
      }
    return proof + [
      "kind": finding.kind, "subject": finding.subject, "message": finding.message,
      "reason": kind?.reason ?? "", "remedy": finding.remedy ?? kind?.remedy ?? "",
      "location": row.location, "modules": finding.modules,
      "chain": zip(finding.chain, row.chain).map { ["words": $0.description, "location": $1] as Object },
      "cpuSeconds": price?.cpuSeconds, "wallSeconds": price?.wallSeconds, "gain": price?.gain,
      "isWithinNoise": price?.isNoise,
    ]
  }
}
