import Foundation
import ModuleGraph
import Testing

/// The table of targets in ARCHITECTURE names what a listing of folders shows.
@Suite struct MapTests {
  @Test func `the map in ARCHITECTURE has a row for each target, which names each of its folders`() async throws {
    let project = try await Project.loaded()
    let rows = try Self.rows(of: String(contentsOfFile: project.root + "ARCHITECTURE.md", encoding: .utf8))
    let modules = project.graph.modules.filter { $0.path?.hasPrefix("Sources/") == true }
    #expect(modules.count > 20)
    for module in modules {
      let row = try #require(rows[module.name], "ARCHITECTURE has no row for \(module.name)")
      let folders = try Self.folders(in: project.root + (module.path ?? ""))
      let missing = folders.filter { !row.contains("`\($0)/`") }
      #expect(missing.isEmpty, "the row of \(module.name) in ARCHITECTURE does not name these folders")
      let gone = row.matches(of: /`(\w+)\/`/).map { String($0.output.1) }.filter { !folders.contains($0) }
      #expect(gone.isEmpty, "the row of \(module.name) in ARCHITECTURE names folders that do not exist")
    }
  }

  /// The rows of the table by the targets that their first cell names.
  private static func rows(of page: String) -> [String: Substring] {
    var rows: [String: Substring] = [:]
    for line in page.split(separator: "\n") where line.hasPrefix("| `") {
      let first = line.dropFirst().prefix { $0 != "|" }
      for name in first.matches(of: /`([\w-]+)`/) { rows[String(name.output.1)] = line.dropFirst(first.count) }
    }
    return rows
  }

  private static func folders(in path: String) throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    return Set(
      names.filter {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: "\(path)/\($0)", isDirectory: &isFolder) && isFolder.boolValue
      })
  }
}
