import BuildAnalysis

extension RunPage {
  var samples: HTML {
    let rows = SampleRow.all(of: findings)
    let columns: [Column<SampleRow>] = [
      .text("builds") { $0.sample.arm },
      .text("scenario") { $0.sample.scenario.rawValue },
      .figure("round") { .count($0.sample.round) },
      .figure("place") { .count($0.sample.position) },
      .figure("wall") { .seconds($0.sample.seconds) },
      .figure("CPU") { .seconds($0.sample.cpuSeconds) },
      .figure("peak memory") { .mebibytes($0.sample.peakBytes) },
      .figure("others took") { .percent($0.sample.noise?.outsideShare) },
      .text("remarks") { $0.remarks },
    ]
    let caption: Phrase = "Every build, in the order in which they were made; round 0 is the warm-up"
    return HTML.section(
      "samples", "Samples",
      .scrolling(Table(rows, columns: columns), id: "samples", caption: caption) {
        ["class": rows[$0].isCounting ? nil : "soft"]
      })
  }
}

struct SampleRow: Sendable {
  let sample: Sample
  let isReplaced: Bool
  let isOutlier: Bool

  var isCounting: Bool { !sample.warmup && !isReplaced }

  static func all(of findings: RunFindings) -> [SampleRow] {
    let outliers = findings.summaries.keyed { ($0.case, Set($0.outlierRounds)) }
    return findings.run.samples.indices.map { index in
      let sample = findings.run.samples[index]
      let isReplaced = findings.replacedSamples.contains(index)
      let isOutlier = !sample.warmup && !isReplaced && outliers[sample.case]?.contains(sample.round) == true
      return SampleRow(sample: sample, isReplaced: isReplaced, isOutlier: isOutlier)
    }
  }

  var remarks: String {
    let causes = sample.noise?.disturbances.map(\.description) ?? []
    return [
      sample.warmup ? "warm-up" : nil,
      sample.outcome == .ok ? nil : "\(sample.outcome.rawValue): \(sample.reason ?? "no reason known")",
      causes.isEmpty ? nil : "disturbed by " + causes.joined(separator: " and "),
      isReplaced ? "repeated" : nil, isOutlier ? "outlier, kept" : nil,
    ].compactMap(\.self).joined(separator: "; ")
  }
}

extension CSV {
  static func samples(_ findings: RunFindings) -> String {
    let columns: [Column<SampleRow>] = [
      .text("arm") { $0.sample.arm },
      .text("scenario") { $0.sample.scenario.rawValue },
      .figures("round") { number($0.sample.round) },
      .figures("position") { number($0.sample.position) },
      .text("warmup") { $0.sample.warmup ? "true" : "false" },
      .figures("seconds") { number($0.sample.seconds) },
      .figures("cpu_seconds") { number($0.sample.cpuSeconds) },
      .figures("peak_bytes") { number($0.sample.peakBytes) },
      .figures("outside_share") { number($0.sample.noise?.outsideShare) },
      .text("outcome") { $0.sample.outcome.rawValue },
      .text("disturbances") { ($0.sample.noise?.disturbances ?? []).map(\.rawValue).joined(separator: " ") },
      .text("replaced") { $0.isReplaced ? "true" : "false" },
      .text("outlier") { $0.isOutlier ? "true" : "false" },
    ]
    return table(Table(SampleRow.all(of: findings), columns: columns))
  }
}
