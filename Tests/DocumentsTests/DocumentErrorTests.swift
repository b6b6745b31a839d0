import Foundation
import BuildAnalysis
import Documents
import ModuleGraph
import Reports
import TestSupport
import Testing

@Suite struct DocumentErrorTests {
  private func problem(_ text: String, in example: ExampleDocument) throws -> DocumentError.Problem {
    try #require(throws: DocumentError.self) { try example.rewritten(Array(text.utf8)) }.problem
  }

  @Test(arguments: try ExampleDocument.all())
  func `every document refuses what it cannot read in the same way`(example: ExampleDocument) throws {
    #expect(try problem("", in: example) == .empty)
    #expect(try problem("{}", in: example) == .noSchema)
    #expect(try problem(#"{"schema":"modgauge.why/1"}"#, in: example) == .other(schema: "modgauge.why/1"))
    #expect(try problem(#"{"schema":"1"}"#, in: example) == .other(schema: "1"))
    let newer = example.text.replacing("\(example.schema)", with: "modgauge.\(example.schema.name)/2")
    #expect(try problem(newer, in: example) == .newer(Schema(example.schema.name, version: 2)))
    let older = example.text.replacing("\(example.schema)", with: "modgauge.\(example.schema.name)/0")
    #expect(try problem(older, in: example) == .older(Schema(example.schema.name, version: 0)))
    #expect(try problem(String(example.text.dropLast(40)), in: example) == .notJSON)
    #expect(try problem("x", in: example) == .notJSON)
    guard case .invalid = try problem("{\"schema\":\"\(example.schema)\"}", in: example) else { throw Unexpected() }
  }

  @Test(arguments: [
    ("", "`f` is not a module graph: it is empty. Give what `modgauge graph --format json` wrote."),
    (
      "{",
      "`f` is not a module graph: it is not valid JSON, or is truncated. Give what `modgauge graph --format json` wrote."
    ),
    ("{}", "`f` is not a module graph: it has no “schema”. Give what `modgauge graph --format json` wrote."),
    (
      #"{"schema":"modgauge.run/1"}"#,
      "`f` is not a module graph: its schema is “modgauge.run/1”, not “modgauge.graph/1”. "
        + "Give what `modgauge graph --format json` wrote."
    ),
    (
      #"{"schema":"modgauge.graph/9"}"#,
      "`f` was written by a newer modgauge: its schema is “modgauge.graph/9”, and this version reads up to "
        + "“modgauge.graph/1”. Update modgauge."
    ),
    (
      #"{"schema":"modgauge.graph/0"}"#,
      "`f` was written by an older modgauge: its schema is “modgauge.graph/0”, and this version reads from "
        + "“modgauge.graph/1” on. Create it again with this version."
    ),
    (
      #"{"schema":"modgauge.graph/1"}"#,
      "`f` is not a module graph: “packages”: it is missing. Give what `modgauge graph --format json` wrote."
    ),
  ])
  func `an error says what, where, and what to do next`(text: String, sentences: String) throws {
    let error = try #require(throws: DocumentError.self) { try ModuleGraph(json: Array(text.utf8)) }
    #expect(error.sentences(about: "`f`") == sentences)
  }

  @Test(arguments: [
    (#""seconds" : 201.2875"#, #""seconds" : 0"#, ": it contains seconds or lines that no build has. "),
    (#""seconds" : 201.2875"#, #""seconds" : 1e300"#, ".measured.seconds”: it must be a number from 0 to 100000000. "),
    (#""seconds" : 201.2875"#, #""seconds" : -1"#, ".measured.seconds”: it must be a number from 0 to 100000000. "),
    (
      #""lines" : 9000"#, #""lines" : -9223372036854775808"#,
      ".after.modules.0.lines”: it must be a whole number from 0 to 1000000000000000. "
    ),
  ])
  func `a prediction without possible figures is refused`(old: String, new: String, words: String) throws {
    let text = try ExampleDocument.prediction().json()
    try #require(text.contains(old))
    let error = try #require(throws: DocumentError.self) {
      try PredictionDocument(json: Array(text.replacing(old, with: new).utf8))
    }
    let end = words.hasPrefix(".") ? words : "”" + words
    #expect(error.sentences(about: "`f`").hasPrefix("`f` is not a saved prediction: “prediction" + end))
  }

  @Test func `the keys that lead to a wrong value are named`() throws {
    let text = try ExampleDocument.run.json().replacing(#""cores" : 2"#, with: #""cores" : "two""#)
    let error = try #require(throws: DocumentError.self) { try Run(json: Array(text.utf8)) }
    guard case .invalid(let path, _) = error.problem else { throw Unexpected() }
    #expect(path.hasSuffix("environment.cores"))
  }

  @Test(arguments: [
    (#""cores" : 2"#, #""cores" : "two""#, "a whole number"), (#""name" : "Shop""#, #""name" : 5"#, "text"),
    (#""dirty" : true"#, #""dirty" : "yes""#, "true or false"), (#""load" : 0.5"#, #""load" : []"#, "a number"),
    (#""arms" : ["#, #""arms" : "none", "others" : ["#, "a list"),
    (#""plan" : {"#, #""plan" : 1, "other" : {"#, "an object"),
    (#""arms" : ["#, #""arms" : null, "others" : ["#, "a list"),
    (#""plan" : {"#, #""plan" : null, "other" : {"#, "an object"),
  ]) func `a value of a wrong type is told in the words of its readers`(old: String, new: String, noun: String) throws {
    let text = try ExampleDocument.run.json()
    let place = try #require(text.firstRange(of: old))
    let changed = text.replacingCharacters(in: place, with: new)
    let error = try #require(throws: DocumentError.self) { try Run(json: Array(changed.utf8)) }
    #expect(error.sentences(about: "`f`").contains("”: it is not \(noun). Give "), "\(error)")
  }

  @Test(arguments: ["7", "\"CartApp\"", "null"])
  func `a name in a list that is none is named as well`(value: String) throws {
    var text = try ExampleDocument.run.json()
    // The same name stands in the graph, before the arms.
    let arms = try #require(text.firstRange(of: "\"arms\""))
    let name = try #require(text[arms.upperBound...].firstRange(of: "\"Shop/CartApp\","))
    text.replaceSubrange(name, with: value + ",")
    let error = try #require(throws: DocumentError.self) { try Run(json: Array(text.utf8)) }
    guard case .invalid(let path, _) = error.problem else { throw Unexpected() }
    #expect(path.hasPrefix("arms.") && path.contains(".modules."), "\(path)")
  }

  @Test(arguments: ["id", "from", "targets"])
  func `a name or a list of names that is missing is named`(key: String) throws {
    let text = try ExampleDocument.run.json().replacing("\"\(key)\" :", with: "\"other\" :")
    let error = try #require(throws: DocumentError.self) { try Run(json: Array(text.utf8)) }
    guard case .invalid(let path, let reason) = error.problem else { throw Unexpected() }
    #expect(path.hasSuffix(key) && reason == "it is missing", "\(path): \(reason)")
  }

  @Test(arguments: ["offsetSeconds", "seconds", "cpuSeconds", "peakBytes"])
  func `a negative figure of a build is named`(key: String) throws {
    var run = ExampleDocument.run
    run.samples = [
      Sample(arm: "App", round: 1, position: 1, offsetSeconds: 2, seconds: 2, cpuSeconds: 2, peakBytes: 2)
    ]
    let text = try run.json().replacing("\"\(key)\" : 2", with: "\"\(key)\" : -2")
    let error = try #require(throws: DocumentError.self) { try Run(json: Array(text.utf8)) }
    guard case .invalid(let path, let reason) = error.problem else { throw Unexpected() }
    #expect(path == "samples.0.\(key)" && reason.contains("number from 0 to"), "\(reason)")
  }

  @Test(arguments: [
    ("seconds", "1e16", "a number from 0 to 100000000"), ("round", "0.5", "a whole number from 0 to 1000000"),
    ("peakBytes", "1e400", "a whole number from 0 to 1000000000000000"),
    ("position", "9223372036854775807", "a whole number from 0 to 1000000"),
  ])
  func `a number that no build has is named with its key`(key: String, value: String, form: String) throws {
    var run = ExampleDocument.run
    run.samples = [Sample(arm: "App", round: 2, position: 2, offsetSeconds: 2, seconds: 2, cpuSeconds: 2, peakBytes: 2)]
    let whole = try run.json()
    let text = whole.replacing("\"\(key)\" : 2", with: "\"\(key)\" : \(value)")
    let error = try #require(throws: DocumentError.self) { try Run(json: Array(text.utf8)) }
    #expect(error.problem == .invalid(path: "samples.0.\(key)", "it must be \(form)"))
    let record = try RunRecord(run)
    let samples = record.samples.replacing("\"\(key)\":2", with: "\"\(key)\":\(value)")
    #expect(throws: DocumentError.self) { try RunRecord(head: record.head, samples: samples).run() }
    let seed = whole.replacing(/"seed" : [0-9]+/, with: "\"seed\" : -1")
    let other = try #require(throws: DocumentError.self) { try Run(json: Array(seed.utf8)) }
    #expect(other.problem == .invalid(path: "plan.seed", "it must be a whole number from 0 to 18446744073709551615"))
  }

  @Test func `a time of another form is named with its key`() throws {
    var run = ExampleDocument.run
    for time in ["2026-02-30", "yesterday", "2026-13-03T04:05:06Z", "2026-02-03T04:05:06+01:00"] {
      run.started = time
      let text = try run.json()
      let error = try #require(throws: DocumentError.self) { try Run(json: Array(text.utf8)) }
      #expect(error.problem == .invalid(path: "started", "it is not a time such as 2026-02-03T04:05:06Z"))
    }
  }

  /// Each key's first number becomes one that no document has, or one at a limit.
  @Test func `no number of a document ends the program`() throws {
    let values = [
      "-1", "0", "0.5", "1e16", "1e15", "1e8", "1e6", "1e-320", "1e400", "9223372036854775807", "-9223372036854775808",
    ]
    for example in try ExampleDocument.all() {
      var seen: Set<Substring> = []
      let numbers = example.text.matches(of: /"([A-Za-z]+)" : (-?[0-9][0-9.e+-]*)/).filter {
        seen.insert($0.1).inserted
      }
      for (number, value) in Campaign.part(of: numbers.flatMap { one in values.map { (one, $0) } }, every: 5) {
        var text = example.text
        text.replaceSubrange(number.2.startIndex..<number.2.endIndex, with: value)
        do { _ = try example.rewritten(Array(text.utf8)) } catch let error as DocumentError {
          #expect(error.problem != .notJSON && error.problem != .invalid(path: "", ""), "\(number.1): \(value)")
        } catch is EncodingError {
          // A figure that follows from it is not finite.
        }
      }
    }
  }

  @Test func `a document within another one is held to its own version`() throws {
    let text = try ExampleDocument.run.json().replacing("modgauge.graph/1", with: "modgauge.graph/3")
    let error = try #require(throws: DocumentError.self) { try Run(json: Array(text.utf8)) }
    #expect(error.problem == .newer(Schema("graph", version: 3)))
  }

  @Test func `a type reads the versions that it can migrate, and no older ones`() throws {
    let read = { (version: Int, key: String) in
      try Renamed(json: Array("{\"schema\":\"modgauge.renamed/\(version)\",\(key)}".utf8))
    }
    #expect(try read(3, #""seconds":2.5"#).seconds == 2.5)
    #expect(try read(2, #""milliseconds":2500"#).seconds == 2.5)
    let error = try #require(throws: DocumentError.self) { try read(1, #""seconds":2.5"#) }
    #expect(error.problem == .older(Schema("renamed", version: 1)))
    #expect(try Renamed(seconds: 1).json(.inline) == #"{"schema":"modgauge.renamed/3","seconds":1}"#)
  }
}

private struct Unexpected: Error {}

/// Its version 2 had milliseconds.
private struct Renamed: Document {
  static let schema = Schema("renamed", version: 3)
  static let oldestVersion = 2
  static let title = "a renamed thing"
  static let origin = "one"

  private enum OldKeys: String, CodingKey {
    case milliseconds
  }

  let seconds: Double

  init(seconds: Double) {
    self.seconds = seconds
  }

  init(from decoder: any Decoder, version: Int) throws {
    guard version == 2 else {
      try self.init(from: decoder)
      return
    }
    let container = try decoder.container(keyedBy: OldKeys.self)
    self.init(seconds: try container.decode(Double.self, forKey: .milliseconds) / 1000)
  }
}
