import Foundation
package import Testing

/// Compares a text with the file of that name in the folder `Snapshots` beside the test.
///
/// With `MODGAUGE_RECORD_SNAPSHOTS` in the environment the file is written anew, and the test fails, so that no run
/// that records passes for one that checks.
package func expectSnapshot(
  _ text: String, named name: String, file: String = #filePath, location: SourceLocation = #_sourceLocation
) throws {
  let url = URL(filePath: file).deletingLastPathComponent().appending(path: "Snapshots/\(name)")
  if ProcessInfo.processInfo.environment["MODGAUGE_RECORD_SNAPSHOTS"] != nil {
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    Issue.record("recorded \(name)", sourceLocation: location)
  }
  let recorded = String(decoding: try Data(contentsOf: url), as: UTF8.self)
  #expect(text == recorded, "\(name) differs; record it with MODGAUGE_RECORD_SNAPSHOTS=1", sourceLocation: location)
}
