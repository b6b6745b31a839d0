import BuildAnalysis
import Documents
import Foundation
import ModuleGraph
import Reports
import TestSupport
import Testing

@Suite struct DocumentTests {
  @Test(arguments: try ExampleDocument.all())
  func `what is read is what was written, to the byte`(example: ExampleDocument) throws {
    #expect(try example.rewritten(Array(example.text.utf8)) == example.text)
  }

  @Test(arguments: try ExampleDocument.all())
  func `every document is what its JSON Schema says`(example: ExampleDocument) async throws {
    #expect(try await example.jsonSchema.complaints(about: example.text) == "")
  }

  @Test(arguments: try ExampleDocument.all())
  func `the form of each document is kept`(example: ExampleDocument) throws {
    try expectSnapshot(example.text, named: example.schema.name + ".json")
  }

  @Test(arguments: try ExampleDocument.all())
  func `the first version of each document can still be read`(example: ExampleDocument) throws {
    let again = try example.rewritten(Self.kept(example.schema.name + "-1.json"))
    #expect(again.contains("\"schema\" : \"\(example.schema)\""))
  }

  @Test func `a graph, a run and a calibration are equal to what was written`() throws {
    #expect(try ModuleGraph(json: Array(ExampleDocument.graph.json().utf8)) == ExampleDocument.graph)
    #expect(try Run(json: Array(ExampleDocument.run.json().utf8)) == ExampleDocument.run)
    let calibration = try #require(Calibration.example())
    #expect(try Calibration(json: Array(calibration.json().utf8)) == calibration)
  }

  @Test func `a prediction that was changed is known by its hash, and so are its settlements`() throws {
    let text = try ExampleDocument.prediction().json()
    #expect(try PredictionDocument(json: Array(text.utf8)).isIntact)
    #expect(try PredictionDocument(ExampleDocument.prediction().prediction).isIntact)
    let changes = [
      ("\"name\" : \"apart\"", "\"name\" : \"other\""),
      ("\"value\" : \"ArgumentParser=×0.5\"", "\"value\" : \"ArgumentParser=×0.6\""),
      ("\"verdict\" : \"faster\"", "\"verdict\" : \"slower\""), ("\"isPaired\" : true", "\"isPaired\" : false"),
    ]
    for (old, new) in changes {
      let changed = text.replacing(old, with: new)
      #expect(changed != text, "\(old) is not there")
      #expect(try !PredictionDocument(json: Array(changed.utf8)).isIntact, "\(new)")
    }
  }

  @Test func `the run and journal of the first version tell the same`() throws {
    let run = try Run(json: Self.kept("run-1.json"))
    #expect(run.samples.count == 9)
    #expect(try Run(jsonOrJournal: Self.kept("run-1.jsonl")) == run)
  }

  @Test func `a journal is read up to the line that a kill cut off`() throws {
    let run = ExampleDocument.run
    let text = try RunJournal.head(run) + run.samples.map { try RunJournal.line($0) }.joined()
    #expect(try Run(jsonOrJournal: Array(text.utf8)) == run)
    #expect(try Run(jsonOrJournal: Array(text.utf8.dropLast(20))).samples == run.samples.dropLast())
    let damaged = text.replacing("\"round\":3", with: "\"round\":\"3\"")
    let error = try #require(throws: DocumentError.self) { try Run(jsonOrJournal: Array(damaged.utf8)) }
    #expect(error.line == 11)
    #expect("\(error)".hasPrefix("this is not a benchmark run: “round” (line 11): "), "\(error)")
  }

  @Test func `a journal of another version is refused by its first line`() throws {
    let text = try RunJournal.head(ExampleDocument.run).replacing("modgauge.run/1", with: "modgauge.run/2") + "{}\n"
    let error = try #require(throws: DocumentError.self) { try Run(jsonOrJournal: Array(text.utf8)) }
    #expect(error.problem == .newer(Schema("run", version: 2)) && error.line == 1)
  }

  @Test func `a graph or a run that states a name twice is refused, with the name`() throws {
    let run = ExampleDocument.run
    for (text, path, name) in [
      (try run.workspace.graph.json(), "modules", "\(run.workspace.graph.modules[0].id)"),
      (try RunJournal.head(run), "arms", run.arms[0].name),
    ] {
      var object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      let list = try #require(object[path] as? [Any])
      object[path] = list + [list[0]]
      let bytes = Array(try JSONSerialization.data(withJSONObject: object))
      let error = try #require(throws: DocumentError.self) {
        if path == "arms" { _ = try Run(json: bytes) } else { _ = try ModuleGraph(json: bytes) }
      }
      #expect("\(error)".contains("“\(path)”: “\(name)” is stated twice"), "\(error)")
    }
  }

  @Test func `a resumption tells which files are others now`() throws {
    var resumption = Resumption(folder: "/a", of: BenchRequest(), seed: .max)
    #expect(resumption.changes(in: ["a": "1"]) == [])
    resumption.contents = ["same": "1", "gone": "2", "changed": "3"]
    #expect(resumption.changes(in: ["same": "1", "new": "2", "changed": "4"]) == ["changed", "gone", "new"])
    #expect(try Resumption(json: Array(resumption.json().utf8)) == resumption)
  }

  static func kept(_ name: String) throws -> [UInt8] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Versions/\(name)")
    return Array(try Data(contentsOf: file))
  }
}
