import Documents

#if os(Linux)
  import BuildAnalysis
  import BuildRunner
  import Foundation
  import ModuleGraph
  import Platform
  import Reports
  import Subprocess
  import TestSupport
  import Testing

  extension BenchCommandTests {
    /// `MODGAUGE_SOAK_BENCH_KILLS` and `MODGAUGE_SOAK_SEED` make a long campaign of it, as script/soak does.
    @Test func aBenchmarkThatIsKilledAgainAndAgainComesToItsEndAndLeavesTheTreeAlone() async throws {
      let kills = Self.setting("MODGAUGE_SOAK_BENCH_KILLS", 1)
      let seed = UInt64(Self.setting("MODGAUGE_SOAK_SEED", 1))
      var random = SeededGenerator(seed: seed)
      let shop = try await Self.repository()
      let before = try Self.tree(shop)
      let fresh = shop.benchWords([
        "--record", "--rounds", "2", "--seed", "7", "--combined", "CartApp", "--feature", "Model",
      ])
      var (sessions, ended) = (0, 0)
      for kill in 1...kills {
        let delay = Duration.milliseconds(random.below(4000))
        let words = Self.isUnfinished(shop) ? ["bench", "--resume", shop.output] : fresh
        ended += try await Self.isKilled(words) { try await Task.sleep(for: delay) } ? 1 : 0
        sessions += 1
        let isCut = try Self.cutJournal(shop, &random)
        #expect(try Self.tree(shop) == before, "seed \(seed), kill \(kill), journal cut: \(isCut)")
      }
      print("seed \(seed): \(ended) of \(sessions) sessions were killed before their end")
      if Self.isUnfinished(shop) || !FileManager.default.fileExists(atPath: shop.output + "/run.json") {
        let words = Self.isUnfinished(shop) ? ["bench", "--resume", shop.output] : fresh
        let outcome = try await shop.modgauge(words)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
      }
      try Self.expectFullRun(shop)
      #expect(try Self.tree(shop) == before)
      try await eventually { try Self.processes(of: shop).isEmpty }
      // The lock is free again, and nothing was left that another run could not clean.
      #expect(try FileManager.default.contentsOfDirectory(atPath: shop.output).contains("resume.json") == false)
    }

    private static func expectFullRun(_ shop: ShopWorkspace) throws {
      let json = try Data(contentsOf: URL(filePath: shop.output + "/run.json"))
      let run = try Run(json: Array(json))
      let measured = run.samples.filter { !$0.warmup }
      #expect(measured.map { "\($0.arm) \($0.round)" }.sorted() == ["CartApp 1", "CartApp 2", "Model 1", "Model 2"])
      #expect(measured.allSatisfy { $0.outcome == .ok && $0.modules?.isEmpty == false })
      for name in measured.compactMap(\.trace) {
        #expect(FileManager.default.fileExists(atPath: "\(shop.output)/\(name)"))
      }
      #expect(run.samples.map(\.offsetSeconds) == run.samples.map(\.offsetSeconds).sorted())
      // The same order as without a kill.
      #expect(measured.map(\.arm) == (1...2).flatMap { run.order(inRound: $0).map(\.arm) })
      for session in Set(run.samples.map(\.session)) {
        #expect(run.samples.first { $0.session == session }?.warmup == true)
      }
    }

    @Test func aRunThatWasStoppedIsNotGoneOnWithAfterAChange() async throws {
      let shop = try ShopWorkspace()
      try shop.folder.write([
        "Shop/Sources/Search/Broken.swift": "let broken: Int = \"text\"\n",
        "Shop/.modgauge.yml": "bench: { command: [\"false\"] }\n",
      ])
      let words = shop.commandWords([
        "--rounds", "1", "--seed", "1", "--combined", "Search", "--feature", "Model",
      ])
      let stopped = try await shop.modgauge(words + ["--on-failure", "stop"])
      #expect(stopped.exitCode == 1)
      #expect(stopped.errors.contains("stopping, since a build failed\n"))
      #expect(stopped.errors.contains("\nresume with `modgauge bench --resume \(shop.output)`\n"), "\(stopped.errors)")
      let run = try Run(json: Array(Data(contentsOf: URL(filePath: shop.output + "/run.json"))))
      #expect(run.samples.last?.outcome == .failed && run.samples.allSatisfy(\.warmup))
      let journal = try String(contentsOfFile: shop.output + "/run.jsonl", encoding: .utf8)
      try shop.folder.write(["Shop/Sources/Search/Broken.swift": "let broken = 1\n"])
      let resumed = try await shop.modgauge(["bench", "--resume", shop.output + "/run.jsonl"])
      #expect(resumed.exitCode == 2)
      // The graph tells of the file's size as well, and is looked at first.
      #expect(
        resumed.errors.hasSuffix(
          "error: Cannot resume `\(shop.output)`: these changed since the run was started: the workspace's graph. Undo them, or "
            + "start a new run.\n"))
      try shop.folder.write(["Shop/Sources/Search/Broken.swift": "let broken: Int = \"TEXT\"\n"])
      let sameSize = try await shop.modgauge(["bench", "--resume", shop.output])
      #expect(sameSize.exitCode == 2)
      #expect(
        sameSize.errors.hasSuffix(
          "error: Cannot resume `\(shop.output)`: these changed since the run was started: "
            + "`Shop/Sources/Search/Broken.swift`. Undo them, or start a new run.\n"))
      #expect(try String(contentsOfFile: shop.output + "/run.jsonl", encoding: .utf8) == journal)
    }

    @Test func nothingIsResumedWithOtherWordsOrFromAFinishedRun() async throws {
      let beside = try await Tool.built("modgauge")(["bench", "--resume", "/none", "--rounds", "3"])
      #expect(beside.exitCode == 64)
      #expect(beside.errors.hasPrefix("error: --resume takes all other options from the run; give it alone."))
      let none = try await Tool.built("modgauge")(["bench", "--resume", "/none/run.jsonl"])
      #expect(none.exitCode == 2)
      #expect(
        none.errors == "error: Cannot read `/none/run.jsonl`: there is no such file or folder.\n")
    }

    @Test func aBuildThatTakesTooLongIsEndedWithAllItsProcesses() async throws {
      let shop = try ShopWorkspace()
      try shop.makeSlow()
      let outcome = try await shop.modgauge(
        shop.benchWords([
          "--rounds", "1", "--seed", "1", "--combined", "CartApp", "--feature", "Model", "--timeout", "4",
        ]))
      #expect(outcome.exitCode == 1, "\(outcome.errors)")
      #expect(try Self.processes(of: shop).isEmpty)
      let run = try Run(json: Array(Data(contentsOf: URL(filePath: shop.output + "/run.json"))))
      #expect(run.samples.map(\.outcome).contains(.timeout))
    }

    /// The dependency's repository is gone, so that only what the user has checked out can be built.
    @Test func dependenciesComeFromTheUsersCheckoutsAndAreNotResolvedAgain() async throws {
      let shop = try await Self.shopWithDependency()
      let origin = shop.folder.path + "/Dep"
      let user = try await Tool.named("swift")([
        "build", "--disable-index-store", "--disable-dependency-cache", "--package-path", shop.path,
      ])
      try #require(user.exitCode == 0, "\(user.errors)")
      try FileManager.default.moveItem(atPath: origin, toPath: origin + "-gone")
      let before = try Self.tree(shop)
      let outcome = try await shop.modgauge(
        shop.benchWords([
          "--rounds", "1", "--combined", "Front", "--feature", "Back", "--build-argument", "--disable-dependency-cache",
        ]))
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(try Self.tree(shop) == before)
      let run = try Run(json: Array(Data(contentsOf: URL(filePath: shop.output + "/run.json"))))
      #expect(run.samples.count == 4 && run.samples.allSatisfy { $0.compiledModules?.contains("Dep") == true })
      // No clone of an arm leads into the user's tree; git's log of what it once did may name that.
      for (name, bytes) in try TestFolder.contents(of: shop.cache + "/benchmarks") where !name.contains("/logs/") {
        #expect(bytes.range(of: Data((shop.path + "/.build").utf8)) == nil, "\(name)")
      }
    }

    /// A newer version appears, and the workspace has no `Package.resolved`: all arms get what the first one got.
    @Test func allArmsAndSessionsShareOneSetOfVersions() async throws {
      let shop = try await Self.shopWithDependency()
      let words = shop.benchWords([
        "--rounds", "1", "--seed", "3", "--combined", "Front", "--feature", "Back", "--build-argument",
        "--disable-dependency-cache",
      ])
      _ = try await Self.isKilled(words) { try await eventually { try Self.journalLines(shop) >= 2 } }
      try await Self.release("1.1.0", of: shop.folder.path + "/Dep")
      let outcome = try await shop.modgauge(["bench", "--resume", shop.output])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let states = try TestFolder.contents(of: shop.cache + "/benchmarks").filter {
        $0.key.hasSuffix("workspace-state.json")
      }
      #expect(states.count == 2)
      for (name, bytes) in states { #expect(String(decoding: bytes, as: UTF8.self).contains("\"1.0.0\""), "\(name)") }
    }

    @Test func aFullDiskEndsTheRunWhichGoesOnWhenThereIsSpace() async throws {
      let shop = try ShopWorkspace()
      guard try await Self.mount(shop.cache, options: "size=1m") else { return }
      defer { Self.unmount(shop.cache) }
      let words = shop.benchWords(["--rounds", "1", "--seed", "1", "--combined", "CartApp"])
      let full = try await shop.modgauge(words)
      #expect(full.exitCode == 2, "\(full.errors)")
      #expect(
        full.errors.contains(" is full. Free some space, then resume with `modgauge bench --resume`"), "\(full.errors)")
      let mount = try await Tool.named("mount")(["-o", "remount,size=400m", shop.cache])
      try #require(mount.exitCode == 0, "\(mount.errors)")
      let outcome = try await shop.modgauge(["bench", "--resume", shop.output])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let run = try Run(json: Array(Data(contentsOf: URL(filePath: shop.output + "/run.json"))))
      #expect(!run.samples.isEmpty && run.samples.allSatisfy { $0.outcome == .ok })
    }

    @Test func aCacheFolderThatCannotBeWrittenIsRefused() async throws {
      let shop = try ShopWorkspace()
      guard try await Self.mount(shop.cache, options: "ro") else { return }
      defer { Self.unmount(shop.cache) }
      // The usual lock of a test would be in this folder.
      let outcome = try await shop.modgauge(
        shop.benchWords(["--rounds", "1", "--combined", "CartApp"]),
        environment: [MachineLock.testVariable: shop.folder.path + "/machine.lock"])
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains("error: The cache folder `\(shop.cache)/modgauge"))
      #expect(outcome.errors.hasSuffix("` cannot be used (the volume is read-only). Name another with --cache-dir.\n"))
    }
  }

  extension BenchCommandTests {
    private static func setting(_ name: String, _ standard: Int) -> Int {
      ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
    }

    private static func git(_ words: String..., in path: String) async throws {
      let outcome = try await Tool.named("git")(["-c", "user.name=A", "-c", "user.email=a@b.c", "-C", path] + words)
      try #require(outcome.exitCode == 0, "\(words): \(outcome.errors)")
    }

    /// The shop in git, with a change that is not committed, and with what a build of the user's has left.
    private static func repository() async throws -> ShopWorkspace {
      let shop = try ShopWorkspace()
      try shop.folder.write([".gitignore": "/cache/\n/output/\n", "Shop/.build/debug/App.o": "object"])
      try await git("init", "--quiet", in: shop.folder.path)
      try await git("add", ".", in: shop.folder.path)
      try await git("commit", "--quiet", "--message", "A", in: shop.folder.path)
      try shop.folder.write(["Shop/Sources/Cart/New.swift": "let new = 1\n"])
      return shop
    }

    /// Every file of the user's, with those of git and of builds; not what the tool may write, which changes as we look.
    private static func tree(_ shop: ShopWorkspace) throws -> [String: Data] {
      var tree: [String: Data] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: shop.folder.path)
      where !["cache", "output", "state", ".gitignore"].contains(name) {
        for (path, bytes) in try TestFolder.contents(of: shop.folder.path + "/" + name) {
          tree[name + "/" + path] = bytes
        }
      }
      return tree
    }

    private static func isUnfinished(_ shop: ShopWorkspace) -> Bool {
      FileManager.default.fileExists(atPath: shop.output + "/resume.json")
    }

    /// Runs the tool and kills it when something is so.
    /// - Returns: whether it was still at work by then.
    private static func isKilled(_ words: [String], when isSo: () async throws -> Void) async throws -> Bool {
      let result = try await Subprocess.run(
        .path(FilePath(Tool.built("modgauge").path)), arguments: Arguments(words), environment: Tool.environment(),
        input: .none, output: .discarded, error: .discarded
      ) { execution in
        try await isSo()
        try? execution.send(signal: .kill)
      }
      return result.terminationStatus == .signaled(Signal.kill.rawValue)
    }

    /// Leaves half a line at the journal's end, as a kill while it is written would; every second time.
    private static func cutJournal(_ shop: ShopWorkspace, _ random: inout SeededGenerator) throws -> Bool {
      guard isUnfinished(shop), random.below(2) == 0 else { return false }
      let journal = try FileHandle(forWritingTo: URL(filePath: shop.output + "/run.jsonl"))
      try journal.seekToEnd()
      try journal.write(contentsOf: Data("{\"arm\":\"CartA".utf8))
      try journal.close()
      return true
    }

    /// All processes that builds of the workspace have started: they have its private folder for temporary files.
    private static func processes(of shop: ShopWorkspace) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.filter { process in
        guard let variables = FileManager.default.contents(atPath: "/proc/\(process)/environ") else { return false }
        return String(decoding: variables, as: UTF8.self).contains("TMPDIR=\(shop.cache)/benchmarks")
      }
    }

    /// A package with two executables that use a dependency with a repository of its own, version 1.0.0.
    private static func shopWithDependency() async throws -> ShopWorkspace {
      let shop = try ShopWorkspace()
      try FileManager.default.removeItem(atPath: shop.path)
      let origin = shop.folder.path + "/Dep"
      try shop.folder.write([
        "Dep/Package.swift": """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
          name: "Dep", products: [.library(name: "Dep", targets: ["Dep"])], targets: [.target(name: "Dep")])

        """,
        "Dep/Sources/Dep/Dep.swift": "public let dep = 1\n",
        "Shop/Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let dep: Target.Dependency = .product(name: "Dep", package: "Dep")
        let package = Package(
          name: "Shop",
          dependencies: [.package(url: "\(origin)", from: "1.0.0"), .package(path: "../Shared")],
          targets: [
            .executableTarget(name: "Front", dependencies: [dep, .product(name: "Model", package: "Shared")]),
            .executableTarget(name: "Back", dependencies: [dep]),
          ])

        """,
        "Shop/Sources/Front/main.swift": "import Dep\nimport Model\nprint(dep, Model())\n",
        "Shop/Sources/Back/main.swift": "import Dep\nprint(dep)\n",
      ])
      try await git("init", "--quiet", in: origin)
      try await release("1.0.0", of: origin)
      return shop
    }

    private static func release(_ version: String, of path: String) async throws {
      try await git("add", ".", in: path)
      try await git("commit", "--quiet", "--allow-empty", "--message", version, in: path)
      try await git("tag", version, in: path)
    }

    /// - Returns: whether this machine lets us.
    private static func mount(_ path: String, options: String) async throws -> Bool {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      return try await Tool.named("mount")(["-t", "tmpfs", "-o", options, "none", path]).exitCode == 0
    }

    private static func unmount(_ path: String) { umount2(path, Int32(MNT_DETACH)) }
  }
#endif
