import Foundation
import ModuleGraph
import Platform
import TestSupport
import Testing

@testable import Workspace

/// The folder for temporary files of SwiftPM, its lock, and the temporary names among the user's files.
@Suite struct TemporaryFolderTests {
  private let folder: TestFolder
  private var cache: String { folder.path + "/cache" }

  init() throws {
    folder = try TestFolder()
    try folder.makeOwnFolder("cache")
  }

  @Test func `what SwiftPM leaves is removed, and nothing else`() async throws {
    let held = try await TemporaryFolder.held(in: cache)
    try folder.write([
      "cache/tmp/TemporaryDirectory.a1B2c3/p-manifest": "", "cache/tmp/_home_p.lock": "", "cache/tmp/scratch-1/a": "",
      "cache/tmp/gone-1/b": "", "cache/tmp/thesis.txt": "mine",
    ])
    let path = held.path
    _ = consume held
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["thesis.txt"])
  }

  @Test func `a wait for the lock ends when the task is cancelled`() async throws {
    _ = try await TemporaryFolder.held(in: cache).path
    let lock = try FileDescriptor.open(cache + "/tmp.lock", .readWrite)
    #expect(try lock.lock(.exclusive, waits: false))
    let cache = cache
    let waiting = Task { try await TemporaryFolder.held(in: cache).path }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    try lock.close()
    #expect(try await TemporaryFolder.held(in: cache).path == cache + "/tmp")
  }

  @Test func `names that a killed process left are removed by the next one, but for a file that somebody changed`()
    throws
  {
    let path = folder.path
    try folder.write([
      "names/killed": ["1", "1-former", "2-former", "3-former", "4-former", "5-former", "gone"].map { name in
        let original = name.first == "2" ? "changed" : name.first == "5" ? "removed" : "Package.swift"
        let hash = name.hasSuffix("-former") ? SHA256.hexadecimal(Array("before it".utf8)) + "\0" : ""
        return "\(path)/.modgauge-\(name)\0\(path)/\(original)\0\(hash)"
      }.joined(),
      "names/foreign": "\(path)/thesis.txt\0\(path)/Package.swift\0",
      // What a command has replaced on purpose, as it was killed, and what it would have replaced in a file that is gone.
      ".modgauge-4-former": "before it", ".modgauge-5-former": "before it",
      "Package.swift": "after", "changed": "by somebody", "thesis.txt": "mine",
      ".modgauge-1": "half", ".modgauge-1-former": "after", ".modgauge-2-former": "before",
    ])
    try FileSystem.link(path + "/Package.swift", as: path + "/.modgauge-3-former")
    let kept = TemporaryNames.clear(in: path + "/names")
    #expect(
      kept.count == 2 && kept[0].hasPrefix("`\(path)/.modgauge-2-former` has the contents that `\(path)/changed` had"))
    let left = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(
      left == [".modgauge-2-former", ".modgauge-5-former", "Package.swift", "cache", "changed", "names", "thesis.txt"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/names") == ["killed"])
    // A process that lives holds its names.
    try folder.write(["names/living": "\(path)/.modgauge-4\0\(path)/changed\0", ".modgauge-4": "half"])
    let living = try FileDescriptor.open(path + "/names/living", .readWrite)
    #expect(try living.lock(.exclusive, waits: false))
    _ = TemporaryNames.clear(in: path + "/names")
    #expect(FileManager.default.fileExists(atPath: path + "/.modgauge-4"))
    try living.close()
  }

  @Test func `an answer with a flipped bit is asked for again`() async throws {
    try folder.write([
      "usr/bin/swift-driver": "#!/bin/sh\necho Swift version 6.1\n",
      "usr/bin/swift-frontend": "#!/bin/sh\necho Swift version 6.2\n",
    ])
    for name in ["swift-driver", "swift-frontend"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/usr/bin/" + name)
    }
    try folder.link("usr/bin/swift", to: "swift-driver")
    let toolchain = try Toolchain(at: folder.path)
    func identity() async throws -> ToolchainIdentity {
      try await toolchain.identity(environment: ["PATH": "/usr/bin:/bin"], cacheFolder: cache)
    }
    let right = try await identity()
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: cache + "/toolchains").first)
    let entry = URL(filePath: "\(cache)/toolchains/\(name)")
    let whole = try Data(contentsOf: entry)
    for bit in stride(from: 0, to: whole.count * 8, by: 7) {
      var damaged = whole
      damaged[bit / 8] ^= 1 << (bit % 8)
      try damaged.write(to: entry)
      #expect(try await identity() == right, "bit \(bit)")
    }
    #expect(try Data(contentsOf: entry) == whole)
  }
}
