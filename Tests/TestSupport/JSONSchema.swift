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

  /// The same for several.
  package func complaints(about documents: [String]) async throws -> String {
    let schema = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Schemas/\(rawValue).schema.json").standardizedFileURL.path()
    #if os(macOS)
      let folder = try TestFolder()
      let paths = documents.indices.map { "\(folder.path)/\($0).json" }
      for (index, document) in documents.enumerated() { try folder.write(["\(index).json": document]) }
      let outcome = try await Tool.named("check-jsonschema")(["--schemafile", schema] + paths)
      return outcome.exitCode == 0 ? "" : outcome.output + outcome.errors
    #else
      return try await SchemaChecker.shared.complaints(about: documents, schema: schema)
    #endif
  }
}

#if !os(macOS)
  /// One Python for all documents: its start takes longer than a check. It ends when the tests do.
  private actor SchemaChecker {
    static let shared = SchemaChecker()

    private struct Request: Encodable {
      let schema: String
      let documents: [String]
    }

    private var streams: (input: FileHandle, output: FileHandle)?

    /// A request and its answer are a line each.
    func complaints(about documents: [String], schema: String) throws -> String {
      let streams = try streams ?? start()
      let request = try JSONEncoder().encode(Request(schema: schema, documents: documents))
      try streams.input.write(contentsOf: request + Data("\n".utf8))
      return try JSONDecoder().decode(String.self, from: line(from: streams.output))
    }

    private func start() throws -> (input: FileHandle, output: FileHandle) {
      let (program, input, output) = (Process(), Pipe(), Pipe())
      // Debian's own Python: another one in PATH has its own packages.
      program.executableURL = URL(filePath: "/usr/bin/python3")
      program.arguments = ["-X", "utf8", "-c", Self.script]
      (program.standardInput, program.standardOutput) = (input, output)
      try program.run()
      let streams = (input.fileHandleForWriting, output.fileHandleForReading)
      // Python has what it needs. Whoever writes to a program that has ended is ended by a signal.
      _ = try line(from: streams.1)
      self.streams = streams
      return streams
    }

    private func line(from output: FileHandle) throws -> Data {
      var line = Data()
      while line.last != UInt8(ascii: "\n") {
        let more = output.availableData
        if more.isEmpty { throw CocoaError(.fileReadUnknown) }
        line += more
      }
      return line
    }

    /// Says what is wrong as the program `jsonschema` does.
    private static let script = """
      import json, sys
      from jsonschema.validators import validator_for

      print("ready", flush=True)
      validators = {}
      for line in sys.stdin:
          complaints = ""
          try:
              request = json.loads(line)
              path = request["schema"]
              if path not in validators:
                  with open(path) as file:
                      schema = json.load(file)
                  kind = validator_for(schema)
                  kind.check_schema(schema)
                  validators[path] = kind(schema)
              for document in request["documents"]:
                  errors = validators[path].iter_errors(json.loads(document))
                  complaints += "".join(f"{list(error.path)}: {error.message}\\n" for error in errors)
          except Exception as error:
              complaints += f"{type(error).__name__}: {error}\\n"
          print(json.dumps(complaints), flush=True)
      """
  }
#endif
