import Foundation
import TestSupport
import Testing

@testable import Workspace

struct ManifestIdentifiersTests {
  @Test(arguments: [
    ("import PackageDescription\nlet package = Package(name: \"A\")", true),
    ("import PackageDescription\nimport CompilerPluginSupport\nlet a = [1, 2].map { $0 + 1 }", true),
    (
      "import PackageDescription\nimport Foundation\nlet isCI = ProcessInfo.processInfo.environment[\"CI\"] != nil",
      true
    ),
    ("import PackageDescription\n#if canImport(Glibc)\nimport Glibc\n#endif\nlet x = getenv(\"X\") != nil", true),
    ("import PackageDescription\nimport Foundation\nlet x = FileManager.default.fileExists(atPath: \"y\")", false),
    ("import PackageDescription\nimport Foundation\nlet x = try? String(contentsOfFile: \"y\")", false),
    ("import PackageDescription\nimport Foundation\nlet x = \"a\\(FileManager.default)b\"", false),
    ("import PackageDescription\nimport Foundation // FileManager\nlet x = \"FileManager\"", true),
    ("import PackageDescription\nimport Foundation\nlet x = [1]\nx.append(contentsOf: [2])", true),
    ("import PackageDescription\nimport Foundation\nfunc f(_ names: [String]) -> Int { names.count }", true),
    ("import PackageDescription\nimport Foundation\n_ = fopen", false),
    ("import PackageDescription\nimport Foundation\nlet x = [1]\nx.append(String(contentsOf: y))", false),
    ("import PackageDescription\nlet git = Context.gitInformation?.currentCommit", false),
    ("import PackageDescription\nlet line = readLine()", false),
    ("import PackageDescription\nlet x = Bool.random()", false),
    ("import PackageDescription\nimport SomethingElse", false),
    (
      "import PackageDescription\nimport class Foundation.ProcessInfo\nlet x = ProcessInfo.processInfo.environment[\"X\"]",
      true
    ),
    ("import PackageDescription\nimport class Foundation.FileManager\nlet x = FileManager.default", false),
    ("import PackageDescription\nimport Foundation\nextension FileManager { var contentsOfFile: Int { 1 } }", false),
    ("import PackageDescription\nimport Foundation\nlet x = access(\"y\", 0)", false),
    ("import PackageDescription\nimport Foundation\nvar a = [1]\na.append(contentsOf: [2])", true),
    ("import PackageDescription\nimport Foundation\nvar a = [1]\na.insert(contentsOf: [2], at: 0)", true),
    ("import PackageDescription\nimport Foundation\nlet x = try? Data(contentsOf: y)", false),
    ("import PackageDescription\nimport Foundation\nlet append = try? String.init(contentsOf: y)", false),
    ("import PackageDescription\nimport Foundation\nvar a = \"\"\na.append(try! String(contentsOf: y))", false),
    (
      """
      #if canImport(Darwin)
      import Darwin.C
      #elseif canImport(Glibc)
      import Glibc
      #elseif canImport(MSVCRT)
      import MSVCRT
      #elseif canImport(WinSDK)
      import WinSDK
      #endif
      import PackageDescription
      let flag = getenv("FLAG").map { String(cString: $0) == "1" } ?? false
      let settings: [CSetting] = [.define("FLAG", to: "1")]
      let condition: TargetDependencyCondition? = flag ? nil : .when(traits: ["A"])
      let package = Package(name: "A", cLanguageStandard: .c99, cxxLanguageStandard: .cxx17)
      """, true
    ),
    ("import PackageDescription\nimport Foundation\nswitch target.type { case .test: ()\n@unknown default: () }", true),
    ("import PackageDescription\nimport Foundation\ntargets = targets.filter { !$0.isTest }", true),
    ("import PackageDescription\nimport Foundation\nlet c: [CSetting] = [.enableWarning(\"w\")]", true),
    ("import PackageDescription\nimport Glibc\nlet x = fopen(\"y\", \"r\")", false),
    ("import PackageDescription\nimport WinSDK\nlet x = c99x", false),
    ("import PackageDescription\nlet raw = #\"a\"#", false),
    ("import PackageDescription\nlet open = \"a", false),
    ("import PackageDescription\n/* never closed", false),
  ])
  func onlyWhatDependsOnItsInputsAloneIsCached(manifest: String, expected: Bool) {
    #expect((ManifestIdentifiers(Array(manifest.utf8)).obstacle == nil) == expected)
  }

  @Test(arguments: [
    (
      "import Foundation\n\nlet x = list.map { n in f(n) }",
      "line 3 uses `list`, which may be of Foundation and read something outside the manifest"
    ),
    ("/*\n*/ let x =\n  Bool.random()", "line 3 uses `random`, which may give something else each time"),
    ("\nimport Dispatch", "line 2 imports Dispatch, which may read something outside the manifest"),
    ("let a = \"\"\nlet raw = #\"a\"#", "line 2 contains a raw string, which is not searched for interpolations"),
    ("let a = ##/a/##", "line 1 contains a literal between several `#`, which is not read"),
    ("let a = #/\"/#\nlet b = #/a", "line 2 begins a regular expression that does not end"),
    ("\n\nlet open = \"a", "line 3 contains a string that does not end"),
    ("\n/* never\nclosed", "line 2 begins a comment that does not end"),
  ])
  func aDoubtNamesTheConstructAndItsLine(manifest: String, words: String) {
    #expect(ManifestIdentifiers(Array(("import PackageDescription;" + manifest).utf8)).obstacle == words)
  }

  @Test(arguments: [
    ("String(contentsOf: HERE.deletingLastPathComponent().appendingPathComponent(\"a-b.txt\"))", ["a-b.txt"]),
    ("String(contentsOf: HERE.deletingLastPathComponent().appendingPathComponent(\"a\"), encoding: .utf8)", ["a"]),
    // All of these may be outside of the folder.
    ("String(contentsOf: HERE.deletingLastPathComponent().appendingPathComponent(\"..\"))", []),
    ("String(contentsOf: HERE.deletingLastPathComponent().appendingPathComponent(\"../a\"))", []),
    ("String(contentsOf: HERE.deletingLastPathComponent().appendingPathComponent(\"a\" + b))", []),
    ("String(contentsOf: HERE.deletingLastPathComponent().appendingPathComponent(\"\\(b)\"))", []),
    ("String(contentsOf: HERE.deletingLastPathComponent().appendingPathComponent(\"a\").b)", []),
    ("String(contentsOf: HERE.deletingLastPathComponent().deletingLastPathComponent())", []),
    ("String(contentsOf: URL(fileURLWithPath: \"/a\").deletingLastPathComponent().appendingPathComponent(\"b\"))", []),
    ("String(contentsOfFile: \"a\")", []),
    (
      "String(contentsOf: HERE.deletingLastPathComponent().appendingPathComponent(\"a\")) + Context.gitInformation!.x",
      []
    ),
  ])
  func onlyFilesThatAreCertainlyBesideAManifestAreInputs(code: String, names: [String]) {
    let code = code.replacing("HERE", with: "URL(fileURLWithPath: #filePath)")
    let text = "import PackageDescription\nimport struct Foundation.URL\nlet b = try? \(code)\n"
    let identifiers = ManifestIdentifiers(Array(text.utf8))
    #expect(identifiers.filesBeside == Set(names) && identifiers.obstacle != nil)
  }
}

struct ManifestCacheTests {
  private let folder: TestFolder
  private let cache: ManifestCache
  private let inputs = ManifestInputs(
    folder: "/a", files: [.init(name: "Package.swift", bytes: Array("text".utf8))], toolchain: "6.3.1 /usr/bin/swift",
    os: "linux", arch: "x86_64", environment: ["HOME": "/root"])
  private let answer = ManifestAnswer(
    dump: Array("{ \"name\": \"A\" }".utf8), copy: "/tmp/copy", obstacle: "line 3: an operator")

  init() throws {
    folder = try TestFolder()
    try folder.makeOwnFolder("cache")
    cache = ManifestCache(folder: folder.path + "/cache/manifests")
  }

  @Test func whatWasStoredIsFoundAgainAndOnlyForTheSameInputs() {
    #expect(cache.answer(for: inputs) == nil)
    cache.store(answer, for: inputs)
    #expect(cache.answer(for: inputs) == answer)
    let others = [
      ManifestInputs(
        folder: "/b", files: inputs.files, toolchain: inputs.toolchain, os: "linux", arch: "x86_64",
        environment: inputs.environment),
      ManifestInputs(
        folder: "/a", files: [.init(name: "Package.swift", bytes: Array("texT".utf8))], toolchain: inputs.toolchain,
        os: "linux", arch: "x86_64", environment: inputs.environment),
      ManifestInputs(
        folder: "/a", files: inputs.files, toolchain: "6.4", os: "linux", arch: "x86_64",
        environment: inputs.environment),
      ManifestInputs(
        folder: "/a", files: inputs.files, toolchain: inputs.toolchain, os: "macos", arch: "x86_64",
        environment: inputs.environment),
      ManifestInputs(
        folder: "/a", files: inputs.files, toolchain: inputs.toolchain, os: "linux", arch: "x86_64", environment: [:]),
    ]
    for other in others { #expect(cache.answer(for: other) == nil) }
  }

  @Test func `what was stored of a manifest that was not read is no answer for one that is to be read`() {
    let stored = ManifestAnswer(dump: answer.dump, copy: nil, obstacle: nil)
    cache.store(stored, for: inputs, isUnread: true)
    #expect(cache.answer(for: inputs) == nil && cache.answer(for: inputs, isUnread: true) == stored)
  }

  private func storedPath() throws -> String {
    cache.store(answer, for: inputs)
    return cache.folder + "/" + (try #require(try FileManager.default.contentsOfDirectory(atPath: cache.folder).first))
  }

  @Test func anEntryThatWasCutOrChangedIsNone() throws {
    let path = try storedPath()
    let whole = try Data(contentsOf: URL(filePath: path))
    for length in Campaign.part(of: Array(0..<whole.count), every: 7) {
      try whole.prefix(length).write(to: URL(filePath: path))
      #expect(cache.answer(for: inputs) == nil)
    }
    for index in Campaign.part(of: Array(whole.indices), every: 7) {
      var changed = whole
      changed[index] ^= UInt8(1 << (index % 8))
      try changed.write(to: URL(filePath: path))
      #expect(cache.answer(for: inputs) == nil, "byte \(index)")
    }
    try (whole + Data("0:".utf8)).write(to: URL(filePath: path))
    #expect(cache.answer(for: inputs) == nil)
    // Another manifest's entry under this one's name, as a collision of names would give.
    try Data("modgauge.manifest/3\n5\nother{}".utf8).write(to: URL(filePath: path))
    #expect(cache.answer(for: inputs) == nil)
    cache.store(answer, for: inputs)
    #expect(cache.answer(for: inputs) == answer)
  }

  /// Without the checksum's help: the record's reader meets what a damaged disk could give it.
  @Test func aRecordThatWasCutOrChangedIsRefusedOrReadWithoutACrash() throws {
    let texts = ["P\n1:\u{202E}🧱", "", "B"]
    var writer = RecordWriter()
    writer.add(texts[0])
    writer.add(count: 2)
    for text in texts.dropFirst() { writer.add(ifAny: text) }
    writer.add(ifAny: nil)
    func read(_ bytes: ArraySlice<UInt8>) throws(RecordDamage) -> [String] {
      var record = RecordReader(bytes)
      var read = [try record.text()]
      for _ in 0..<(try record.count()) { read.append(try record.textIfAny() ?? "-") }
      guard try record.textIfAny() == nil, record.rest.isEmpty else { throw RecordDamage() }
      return read
    }
    let whole = writer.bytes
    #expect(try read(whole[...]) == texts)
    for length in whole.indices { #expect(throws: RecordDamage.self) { try read(whole[..<length]) } }
    let seed: UInt64 = 3
    var mutation = Mutation(
      of: [String(decoding: whole, as: UTF8.self)], words: ["0:", "1:", "4:A\u{301}B", "999999999:", "-1:", ":"],
      seed: seed)
    var refused = 0
    for _ in 0..<10_000 where (try? read(mutation.next()[...])) == nil { refused += 1 }
    #expect(refused > 5_000, "seed \(seed)")
  }

  @Test func inputsThatDifferInWhatIsAFileAndWhatAVariableHaveTextsThatDiffer() {
    let asFile = ManifestInputs(
      folder: "/a", files: [.init(name: "A", bytes: Array("B".utf8))], toolchain: "", os: "", arch: "", environment: [:]
    )
    let asVariable = ManifestInputs(
      folder: "/a", files: [], toolchain: "", os: "", arch: "", environment: ["A": "B"])
    #expect(asFile.text != asVariable.text)
  }

  @Test func `the cache stays bounded, and files of others stay in it`() throws {
    try folder.write(["cache/manifests/thesis.txt": "mine", "cache/manifests/.modgauge-1a": "left by a killed run"])
    for index in 0..<40 {
      cache.store(
        answer, for: ManifestInputs(folder: "/\(index)", files: [], toolchain: "", os: "", arch: "", environment: [:])
      )
    }
    ManifestCache(folder: cache.folder, limit: 20).prune()
    #expect((try? FileManager.default.contentsOfDirectory(atPath: cache.folder))?.count == 16)
    #expect(try folder.read("cache/manifests/thesis.txt") == "mine")
    #expect(!FileManager.default.fileExists(atPath: cache.folder + "/.modgauge-1a"))
  }

  @Test func manyMayStoreAtOnce() async {
    await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          cache.store(answer, for: inputs)
          let found = cache.answer(for: inputs)
          #expect(found == answer)
        }
      }
    }
  }

  @Test func aCacheThatCannotBeWrittenIsNoError() {
    let nowhere = ManifestCache(folder: "/dev/null/manifests")
    nowhere.store(answer, for: inputs)
    nowhere.prune()
    #expect(nowhere.answer(for: inputs) == nil)
  }
}
