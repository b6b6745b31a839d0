import Foundation

/// The JSON Schemas that ship with the project, applied by python-jsonschema, which `script/bootstrap` installs.
package enum JSONSchema: String, Sendable {
  case accepted = "modgauge.accepted-1"
  case advice = "modgauge.advice-1"
  case affected = "modgauge.affected-1"
  case affectedReplay = "modgauge.affected-replay-1"
  case baseline = "modgauge.baseline-1"
  case bisection = "modgauge.bisection-1"
  case calibration = "modgauge.calibration-1"
  case check = "modgauge.check-1"
  case comparison = "modgauge.comparison-1"
  case cycles = "modgauge.cycles-1"
  case diagnosis = "modgauge.diagnosis-1"
  case diff = "modgauge.diff-1"
  case files = "modgauge.files-1"
  case forecast = "modgauge.forecast-1"
  case graph = "modgauge.graph-1"
  case history = "modgauge.history-1"
  case hotspots = "modgauge.hotspots-1"
  case ledger = "modgauge.ledger-1"
  case metrics = "modgauge.metrics-1"
  case packages = "modgauge.packages-1"
  case plan = "modgauge.plan-1"
  case prediction = "modgauge.prediction-1"
  case recording = "modgauge.recording-1"
  case reach = "modgauge.reach-1"
  case resumption = "modgauge.resumption-1"
  case roles = "modgauge.roles-1"
  case run = "modgauge.run-1"
  case suggestions = "modgauge.suggestions-1"
  case timeline = "modgauge.timeline-1"
  case trace = "modgauge.trace-1"
  case trend = "modgauge.trend-1"
  case whatIf = "modgauge.what-if-1"
  case why = "modgauge.why-1"

  /// - Returns: what is wrong with the document; empty where nothing is.
  package func complaints(about document: String) async throws -> String { try await complaints(about: [document]) }

  /// The same for several, which costs hardly more than for one.
  package func complaints(about documents: [String]) async throws -> String {
    let folder = try TestFolder()
    let paths = documents.indices.map { "\(folder.path)/\($0).json" }
    for (index, document) in documents.enumerated() { try folder.write(["\(index).json": document]) }
    let schema = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Schemas/\(rawValue).schema.json").standardizedFileURL.path()
    #if os(macOS)
      let outcome = try await Tool.named("check-jsonschema")(["--schemafile", schema] + paths)
    #else
      // Debian's own Python: another one in PATH has its own packages.
      let outcome = try await Tool(path: "/usr/bin/python3")(
        ["-m", "jsonschema"] + paths.flatMap { ["-i", $0] } + [schema])
    #endif
    return outcome.exitCode == 0 ? "" : outcome.output + outcome.errors
  }
}
