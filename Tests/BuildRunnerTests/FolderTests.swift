import BuildAnalysis
import Foundation
import ModuleGraph
import Platform
import Synchronization
import TestSupport
import Testing

@testable import BuildRunner

/// Where builds are made, and what is in their folders.
struct FolderTests {
  private let folder: TestFolder
  private var folders: BenchmarkFolders {
    BenchmarkFolders(cache: folder.path + "/cache", workspaceRoot: "/none/Shop", output: folder.path + "/output")
  }
  private var scratch: Scratch { Scratch(path: folder.path + "/cache/scratch") }

  init() throws {
    folder = try TestFolder()
    try folder.makeOwnFolder("cache")
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
  private func core(_ name: String = "Core") -> Module {
    Module(id: ModuleID(package: "Shop", name: name), kind: .regular)
  }

  // MARK: Names

  @Test(arguments: [
    ("App", true), ("a-b_c+d.e@f", true), (".hidden", false), ("a/b", false), ("é", false), ("a b", false),
    (String(repeating: "x", count: 100), true), (String(repeating: "x", count: 101), false),
  ])
  func `a name is a component of a path, and no two are the same`(name: String, isKept: Bool) {
    let file = name.fileName
    #expect((file == name) == isKept && !file.contains("/") && file.utf8.count <= 100)
    if !isKept {
      #expect(file.hasPrefix("_") && file.count <= 1 + 60 + 1 + 16 && file != (name + "x").fileName)
    }
  }

  @Test func `each workspace, arm and kind of build has a folder of its own`() {
    #expect(
      BenchmarkFolders.key("/a/Shop").hasPrefix("Shop-")
        && BenchmarkFolders.key("/a/Shop") != BenchmarkFolders.key("/b/Shop"))
    #expect(BenchmarkFolders.key("/").hasPrefix("root-"))
    let work = folders.work
    #expect(folders.copy == work + "/copy" && folders.apart(7).copy == work + "/arms/007/copy")
    #expect(
      folders.apart(1234).copy == work + "/arms/1234/copy" && folders.apart(10).trace == work + "/arms/010/trace.jsonl")
    #expect(folders.measurement == work + "/measurement.json" && folders.apart(1).aside == work + "/arms/001/aside")
    #expect(folders.scratch("App").path == work + "/scratch/App")
    #expect(folders.scratch("App", isWarm: true).path == work + "/scratch/App+warm")
    #expect(folders.scratch("App", testing: "Shop").path == work + "/scratch/App+tests+Shop")
    #expect(folders.revision(.base) == work + "/revisions/base" && folders.revision(.head) == work + "/revisions/head")
    func log(_ scenario: Scenario, round: Int, attempt: Int? = nil, session: Int? = nil) -> String {
      let build = Agenda.Build(what: Case(arm: "App", scenario: scenario), round: round, position: 1, attempt: attempt)
      return folders.log(build, session: session).name
    }
    #expect(log(.clean, round: 2) == "logs/App-2.log" && log(.clean, round: 0) == "logs/App-warmup.log")
    #expect(log(.clean, round: 0, session: 2) == "logs/App-warmup-2.log")
    #expect(log(.null, round: 3, attempt: 2, session: 2) == "logs/App-null-3-attempt-2.log")
    #expect(log(.incremental(module: "Core", change: .body), round: 1) == "logs/App-incremental-Core-body-1.log")
  }

  @Test func `results are not written among a package's own files`() throws {
    #expect(throws: BenchmarkError.outputIsPackage(folder.path)) {
      try BenchmarkFolders(cache: "/c", workspaceRoot: "/w", output: folder.path).checkOutput(besides: [
        "/a", folder.path,
      ])
    }
    #expect(throws: Never.self) { try folders.checkOutput(besides: [folder.path]) }
  }

  @Test func `a cache folder whose path leaves builds no room is refused`() throws {
    let long = folder.path + "/" + String(repeating: "x", count: 211 - folder.path.utf8.count - 1)
    #expect(long.utf8.count == 211)
    #expect(throws: Never.self) {
      try BenchmarkFolders(cache: long, workspaceRoot: "/none/Shop", output: folder.path + "/output").makeAll()
    }
    let error = #expect(throws: BenchmarkError.self) {
      try BenchmarkFolders(cache: long + "x", workspaceRoot: "/none/Shop", output: folder.path + "/output").makeAll()
    }
    #expect(
      error == .cacheUnusable(path: long + "x", reason: "its path is too long for builds: over 211 bytes"))
    try folder.write(["cache/benchmarks": "a file"])
    let taken = #expect(throws: BenchmarkError.self) { try folders.makeAll() }
    if case .cacheUnusable? = taken {} else { Issue.record("\(String(describing: taken))") }
  }

  @Test func `a session that confirms another has its results within it, and traces are kept beside a run`() throws {
    try folders.makeAll()
    #expect(
      exists(folders.temporary) && exists(folders.output + "/logs") && !exists(folders.output + "/.modgauge-probe"))
    let other = try folders.confirmation()
    #expect(other.output == folders.output + "/confirmation" && exists(other.output + "/logs"))
    try Data("trace".utf8).write(to: URL(filePath: folders.trace))
    let build = Agenda.Build(what: Case(arm: "App", scenario: .null), round: 1, position: 1)
    #expect(try folders.keepTrace(of: build, session: nil) == "traces/App-null-1.jsonl")
    #expect(try folder.read("output/traces/App-null-1.jsonl") == "trace")
    try folders.tidy()
    #expect(!exists(folders.output + "/logs") && exists(folders.output + "/traces") && !exists(folders.temporary))
  }

  @Test func `folders of arms that are no longer built are removed, and only warm ones are emptied at first`() throws {
    try folders.makeAll()
    for file in ["Old/a.o", "App/debug/a.o", "App+warm/debug/a.o", "App+warm/checkouts/a", "App+tests+Shop/debug/a.o"] {
      try folder.write([String(folders.scratchFolder.dropFirst(folder.path.count + 1)) + "/" + file: ""])
    }
    try folders.prepare(arms: ["App"], warmArms: ["App"], testedPackages: [("App", "Shop"), ("App", "Pay")])
    let names = try FileTree.folders(in: folders.scratchFolder)
    #expect(names == ["App", "App+tests+Pay", "App+tests+Shop", "App+warm"])
    #expect(exists(folders.scratchFolder + "/App/debug/a.o") && !exists(folders.scratchFolder + "/App+warm/debug"))
    #expect(exists(folders.scratchFolder + "/App+warm/checkouts/a"))
    try folder.write([String(folders.scratchFolder.dropFirst(folder.path.count + 1)) + "/App+warm/debug/a.o": ""])
    try folders.cleanScratches()
    #expect(!exists(folders.scratchFolder + "/App/debug") && !exists(folders.scratchFolder + "/App+tests+Shop/debug"))
    #expect(exists(folders.scratchFolder + "/App+warm/debug/a.o"))
  }

  @Test func `what is set aside comes back as it was, without the results of clean builds`() throws {
    try folders.makeAll()
    let work = String(folders.work.dropFirst(folder.path.count + 1))
    try folder.write([
      "\(work)/copy/a.swift": "first", "\(work)/scratch/App/debug/a.o": "",
      "\(work)/scratch/App+warm/debug/a.o": "warm",
    ])
    try folders.setAside(as: "one/1")
    #expect(!exists(folders.copy) && !exists(folders.scratchFolder))
    try folder.write(["\(work)/copy/b.swift": "second", "\(work)/scratch/B/a.o": ""])
    try folders.takeBack("one/1")
    #expect(try folder.read("\(work)/copy/a.swift") == "first" && !exists(folders.copy + "/b.swift"))
    #expect(try folder.read("\(work)/scratch/App+warm/debug/a.o") == "warm")
    #expect(!exists(folders.scratchFolder + "/App/debug") && !exists(folders.scratchFolder + "/B"))
    #expect(try FileTree.names(in: folders.work + "/set-aside") == [])
  }

  // MARK: What builds leave

  @Test func `the size of a product is that of the largest file with one of its names`() throws {
    try folder.write([
      "cache/scratch/debug/App": "12345", "cache/scratch/debug/App.build/App": "1234567890",
      "cache/scratch/debug/App.product/App": "1234567890", "cache/scratch/debug/x.bundle/App": "1234567890",
      "cache/scratch/debug/App.dSYM/App": "1234567890",
      "cache/scratch/debug/libKit.a": "123", "cache/scratch/release/libKit.so": "1234",
      "cache/scratch/debug/libKit.dylib": "12",
      "cache/scratch/debug/Folder/a": "", "cache/scratch/checkouts/App": "1234567890",
    ])
    #expect(try scratch.productBytes(named: "App") == 5 && scratch.productBytes(named: "Kit") == 4)
    #expect(try scratch.productBytes(named: "Folder") == nil && scratch.productBytes(named: "None") == nil)
  }

  @Test func `objects tell which modules were compiled, and everything but downloads was built`() throws {
    try folder.write([
      "cache/scratch/debug/Core.build/a.o": "", "cache/scratch/debug/my-kit.build/sub/b.o": "",
      "cache/scratch/debug/Macros-tool.build/c.o": "", "cache/scratch/debug/Doc.build/a.d": "", "cache/scratch/d.o": "",
      "cache/scratch/debug/Outer.build/Inner.build/e.o": "", "cache/scratch/SourcePackages/P.build/a.o": "",
      "cache/scratch/artifacts/A.build/a.o": "", "cache/scratch/checkouts/one/a": "",
      "cache/scratch/checkouts/.two/a": "",
    ])
    #expect(try scratch.compiledModules() == ["Core", "Inner", "Macros", "my_kit"])
    #expect(try scratch.checkouts() == [scratch.path + "/checkouts/one"])
    #expect(try Scratch(path: folder.path + "/none").checkouts() == [])
    #expect(try Scratch(path: folder.path + "/none").builtFiles() == [])
    try folder.link("cache/scratch/debug-link", to: "debug")
    try scratch.clean()
    #expect(try FileTree.names(in: scratch.path) == ["SourcePackages", "artifacts", "checkouts"])
    try Scratch(path: folder.path + "/none").clean()
  }

  @Test func `a module's interfaces are those of its name, and a folder of them counts as one`() throws {
    try folder.write([
      "cache/scratch/debug/Modules/Core.swiftmodule": "1", "cache/scratch/release/Core.swiftmodule": "2",
      "cache/scratch/debug/Modules/MoreCore.swiftmodule": "3",
      "cache/scratch/x/Core.swiftmodule/arm64.swiftmodule": "4",
    ])
    #expect(
      try scratch.interfaces(of: "Core") == [
        "debug/Modules/Core.swiftmodule": Array("1".utf8), "release/Core.swiftmodule": Array("2".utf8),
      ])
  }

  @Test func `the outputs of one module are set aside and given back, with the build's database`() throws {
    let own = [
      "debug/my-kit.build/a.swift.o", "debug/my-kit.build/a.d", "debug/my-kit.build/master.swiftdeps",
      "debug/Modules/my_kit.swiftmodule", "debug/Modules/my_kit.swiftdoc", "debug/Modules/my_kit.abi.json",
    ]
    let others = [
      "debug/my-kit.build/sources", "debug/Other.build/a.o", "debug/Modules/my_kit_more.swiftmodule",
      "my_kit.swiftmodule",
      "debug/Modules/other.swiftmodule",
    ]
    for file in own + others { try folder.write(["cache/scratch/" + file: "old"]) }
    try folder.write(["cache/scratch/build.db": "old", "cache/aside/litter": ""])
    let aside = try scratch.setAside(core("my-kit"), in: folder.path + "/cache/aside")
    #expect(
      try scratch.builtFiles().filter { $0.contains(".") && !exists("\(scratch.path)/\($0)/") }.count >= others.count)
    for file in own { #expect(!exists(scratch.path + "/" + file), "\(file)") }
    for file in others + ["build.db"] { #expect(exists(scratch.path + "/" + file), "\(file)") }
    #expect(!exists(folder.path + "/cache/aside/litter"))
    // A build makes them again.
    for file in own + ["debug/my-kit.build/new.o", "build.db"] { try folder.write(["cache/scratch/" + file: "new"]) }
    try aside.giveBack()
    for file in own + ["build.db"] { #expect(try folder.read("cache/scratch/" + file) == "old", "\(file)") }
    #expect(!exists(scratch.path + "/debug/my-kit.build/new.o") && !exists(folder.path + "/cache/aside"))
    // Without a database there is none to give back.
    try FileTree.remove(scratch.path + "/build.db")
    try scratch.setAside(core("my-kit"), in: folder.path + "/cache/aside").giveBack()
    #expect(!exists(scratch.path + "/build.db") && exists(scratch.path + "/" + own[0]))
  }

  @Test func `downloads are copied with the paths in them, and links as links`() throws {
    let source = Scratch(path: folder.path + "/own")
    try folder.write([
      "own/checkouts/kit/.git/config": "url = \(folder.path)/own/repositories/kit\n",
      "own/checkouts/kit/.git/objects/info/alternates": "\(folder.path)/own/repositories/kit/objects\n",
      "own/checkouts/kit/a.swift": "let path = \"\(folder.path)/own/kept\"\n", "own/repositories/kit/HEAD": "ref",
      "own/workspace-state.json":
        "{ \"path\": \"\(folder.path)/own/checkouts/kit\", \"other\": \"\(folder.path)/owner\", \"pack\": \"/old/App\" }",
      "own/debug/a.o": "", "cache/scratch/checkouts/gone/a": "",
    ])
    try folder.link("own/checkouts/kit/link", to: "a.swift")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: source.path + "/checkouts/kit/a.swift")
    try scratch.takeDownloads(from: source)
    #expect(try folder.read("cache/scratch/checkouts/kit/.git/config") == "url = \(scratch.path)/repositories/kit\n")
    #expect(
      try folder.read("cache/scratch/checkouts/kit/.git/objects/info/alternates")
        == "\(scratch.path)/repositories/kit/objects\n")
    #expect(try folder.read("cache/scratch/checkouts/kit/a.swift") == folder.read("own/checkouts/kit/a.swift"))
    #expect(
      try folder.read("cache/scratch/workspace-state.json")
        == "{ \"path\": \"\(scratch.path)/checkouts/kit\", \"other\": \"\(folder.path)/owner\", \"pack\": \"/old/App\" }"
    )
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path + "/checkouts/kit/link") == "a.swift")
    #expect(try FileStatus(of: scratch.path + "/checkouts/kit/a.swift").permissions == 0o755)
    #expect(
      exists(scratch.path + "/checkouts/kit/.git/refs/heads") && exists(scratch.path + "/repositories/kit/refs/heads"))
    #expect(!exists(scratch.path + "/debug") && !exists(scratch.path + "/checkouts/gone"))
    try scratch.movePackages(from: "/old", to: "/new")
    #expect(try folder.read("cache/scratch/workspace-state.json").contains("\"/new/App\""))
  }

  /// Runs of another version are compared with those of this one.
  @Test(arguments: [
    ("", 0o644, "1syit1z3lojr1"),
    ("a", 0o644, "1zspdgzntmjgv"),
    ("12345678", 0o644, "ogryqrgfolw9"),
    ("12345678", 0o755, "1gd0up0g5ztzr"),
    ("1234567887654321x", 0o644, "1qscjz9lrf6gx"),
  ]) func `a file's hash stays the same from version to version`(text: String, permissions: Int, hash: String) throws {
    try folder.write(["file": text])
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: folder.path + "/file")
    #expect(try ContentsHash(of: folder.path + "/file", FileStatus(of: folder.path + "/file")).text == hash)
  }

  @Test func `a link's hash is that of its target, and of no file`() throws {
    try folder.link("link", to: "12345678")
    let hash = try ContentsHash(of: folder.path + "/link", FileStatus(of: folder.path + "/link", followsLast: false))
    #expect(hash.text == "18ghcao4hsy53")
  }

  // MARK: The machine's lock

  @Test func `a second benchmark is refused or waits, and is told who has the machine`() async throws {
    let path = folder.path + "/lock"
    let told = Mutex<[String]>([])
    do {
      let first = try await MachineLock(holder: "first", path: path)
      #expect(try folder.read("lock") == "first")
      let error = await #expect(throws: BenchmarkError.self) {
        _ = try await MachineLock(holder: "second", path: path)
      }
      #expect(error == .machineBusy(holder: "first", lock: path))
      let waiting = Task { () -> Bool in
        _ = try await MachineLock(holder: "third", path: path) { holder in told.withLock { $0.append(holder) } }
        return true
      }
      try await eventually { told.withLock { $0 } == ["first"] }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      withExtendedLifetime(first) {}
    }
    // A program that another test is just starting may have it for a moment.
    _ = try await MachineLock(holder: "4", path: path) { _ in }
    #expect(try folder.read("lock") == "4", "nothing is left of a longer name")
    let folder = folder.path
    await #expect(throws: BenchmarkError.self) { _ = try await MachineLock(holder: "a", path: folder + "/none/lock") }
  }

  @Test func `a journal is new, or goes on after its last whole line`() throws {
    try folder.write(["run.jsonl": "old"])
    let journal = try Journal(path: folder.path + "/run.jsonl", head: "{}\n")
    try journal.append("1\n2\n")
    try journal.append("3\n")
    #expect(try folder.read("run.jsonl") == "{}\n1\n2\n3\n" && journal.path == folder.path + "/run.jsonl")
  }
}
