import Foundation
import TestSupport
import Testing

@testable import Workspace

/// Sizes of a repository's files, remembered from run to run.
@Suite struct BlobSizesTests {
  private let folder: TestFolder
  private var cache: String { folder.path + "/cache" }

  init() throws {
    folder = try TestFolder()
  }

  private func sizes(of repository: String = "/r") -> BlobSizes { BlobSizes(of: repository, in: cache) }

  /// The one file in the cache.
  private func file() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: cache + "/blobs")
    #expect(names.count == 1, "nothing half-written lies beside it: \(names)")
    return try cache + "/blobs/" + #require(names.first)
  }

  private func store(_ known: [String: TextSize]) {
    let sizes = sizes()
    for (id, size) in known { sizes[id] = size }
    sizes.store()
  }

  @Test func whatOneRunLearntTheNextOneKnows() throws {
    store(["aa": TextSize(lines: 3, bytes: 40), "bb": TextSize(lines: 0, bytes: 0)])
    #expect(sizes()["aa"] == TextSize(lines: 3, bytes: 40) && sizes()["bb"] == TextSize(lines: 0, bytes: 0))
    #expect(sizes()["cc"] == nil && sizes(of: "/other")["aa"] == nil)
    store(["cc": TextSize(lines: 1, bytes: 2)])
    #expect(sizes()["aa"] != nil && sizes()["cc"] != nil)
    #expect(try file().hasSuffix(".sizes"))
  }

  @Test func whoLearntNothingWritesNothing() throws {
    store(["aa": TextSize(lines: 3, bytes: 40)])
    let file = try file()
    try FileManager.default.removeItem(atPath: file)
    let reader = sizes()
    _ = reader["aa"]
    reader.store()
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test(arguments: ["3 40", "4 4", "x 40"]) func aDamagedFileIsNone(line: String) throws {
    store(["aa": TextSize(lines: 3, bytes: 41)])
    let file = try file()
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("aa 3 41", with: "aa " + line).write(toFile: file, atomically: true, encoding: .utf8)
    #expect(sizes()["aa"] == nil)
    store(["bb": TextSize(lines: 1, bytes: 2)])
    #expect(sizes()["bb"] != nil && sizes()["aa"] == nil)
  }

  /// A cache may lie elsewhere: its links are followed, not replaced.
  @Test func aLinkStaysOne() throws {
    store(["aa": TextSize(lines: 3, bytes: 40)])
    let (file, elsewhere) = (try file(), folder.path + "/elsewhere")
    try FileManager.default.moveItem(atPath: file, toPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: elsewhere)
    store(["bb": TextSize(lines: 1, bytes: 2)])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == elsewhere)
    #expect(try String(contentsOfFile: elsewhere, encoding: .utf8).contains("bb 1 2"))
    #expect(sizes()["aa"] != nil && sizes()["bb"] != nil)
  }
}
