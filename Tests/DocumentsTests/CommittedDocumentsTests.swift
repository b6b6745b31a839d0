import Documents
import Foundation
import TestSupport
import Testing

/// The history of this repository is the corpus of documents that earlier versions wrote.
@Suite struct CommittedDocumentsTests {
  /// Examples of tests in which a module has no package, which no command ever wrote.
  private static let neverWritten = [
    "4ead892ab8c56cc916062bcba282833f68bceb7e", "fb180a56be63cb7d9b4f570ae927c5f88fff5628",
  ]

  @Test func `every document of up to 32 KiB that was ever committed can still be read`() async throws {
    let readers = Dictionary(uniqueKeysWithValues: try ExampleDocument.all().map { ($0.schema.name, $0) })
    var read = Set<String>()
    for document in try await Self.committed() where !Self.neverWritten.contains(document.object) {
      // Reports that nothing reads back, and schemas, have no reader.
      guard let schema = Schema(ofJSON: document.bytes), let reader = readers[schema.name] else { continue }
      do {
        #expect(try reader.rewritten(document.bytes).contains("\"schema\" : \"\(reader.schema)\""))
        read.insert(schema.name)
      } catch {
        Issue.record("git cat-file blob \(document.object): \(error)")
      }
    }
    // Without the history, the files of this checkout remain.
    #expect(read.isSuperset(of: ["run", "graph", "recording", "timeline", "plan", "calibration", "prediction"]))
  }

  /// The JSON files of all commits, each content once.
  private static func committed() async throws -> [(object: String, bytes: [UInt8])] {
    let script = """
      git rev-list --objects HEAD | grep '[.]json$' | cut -d' ' -f1 | git cat-file --batch-check='%(objectname) %(objectsize)' \
        | awk '$2 < 32768 { print $1 }' | git cat-file --batch
      """
    let folder = URL(filePath: #filePath).deletingLastPathComponent().path()
    let outcome = try await Tool.named("sh")(["-c", script], in: folder)
    var rest = outcome.outputBytes[...]
    var documents: [(String, [UInt8])] = []
    // A line with name, type and size, the content, and a line feed.
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let head = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      let size = try #require(head.count == 3 ? Int(head[2]) : nil)
      let content = rest[(end + 1)...].prefix(size)
      documents.append((String(head[0]), Array(content)))
      rest = rest[content.endIndex...].dropFirst()
    }
    return documents
  }
}
