import BuildAnalysis
import Documents
import Foundation
import TestSupport
import Testing

@Suite("Builds by xcodebuild, in whose place is a script")
struct XcodeBuilderTests {
  private func bench(_ xcode: ScriptedXcode, _ words: [String] = [], isThere: Bool = true) async throws -> Tool.Outcome
  {
    try await xcode.modgauge(
      ["bench", "--output", xcode.output, "--rounds", "1", "--seed", "1", "--no-history", "--force"] + words,
      isThere: isThere)
  }

  private func run(of xcode: ScriptedXcode) throws -> Run {
    try Run(json: Array(Data(contentsOf: URL(filePath: xcode.output + "/run.json"))))
  }

  @Test func theCombinedAppIsComparedWithTheSampleAppsByTheLogsOfTheirBuilds() async throws {
    let xcode = try ScriptedXcode("  build-arguments: [CODE_SIGNING_ALLOWED=NO]")
    let scenarios = ["clean", "null", "incremental:Cart:body"].flatMap { ["--scenario", $0] }
    let outcome = try await bench(xcode, scenarios)
    try #require(outcome.exitCode == 0, "\(outcome.errors)\n\(outcome.output)")
    let run = try run(of: xcode)
    #expect(run.samples.allSatisfy { $0.outcome == .ok }, "\(run.samples.compactMap(\.reason))")
    #expect(run.arms.map(\.name) == ["App", "CartDemoApp", "Search"])
    #expect(run.arms.allSatisfy { $0.builder == "xcodebuild" && $0.targets == [$0.name] })
    #expect(run.environment.compiler == "Xcode 26.2")
    let clean = run.samples.filter { $0.scenario == .clean && !$0.warmup }
    let compiled = Dictionary(uniqueKeysWithValues: clean.map { ($0.arm, $0.compiledModules ?? []) })
    #expect(compiled["App"] == ["App", "Cart", "Core", "Parts", "Search"])
    #expect(compiled["CartDemoApp"] == ["Cart", "CartDemoApp", "Core", "Parts"])
    // The log's, not those of the script.
    let cpu = Dictionary(uniqueKeysWithValues: clean.map { ($0.arm, $0.cpuSeconds ?? 0) })
    #expect(abs((cpu["App"] ?? 0) - 3.6) < 1e-6 && abs((cpu["CartDemoApp"] ?? 0) - 2.9) < 1e-6, "\(cpu)")
    #expect(clean.allSatisfy { $0.modules?.isEmpty == false && $0.trace != nil })
    let changed = run.samples.filter { $0.scenario.module != nil && !$0.warmup }
    #expect(changed.map(\.arm).sorted() == ["App", "CartDemoApp"])
    #expect(changed.allSatisfy { $0.rebuilt?.map(\.module) == ["Cart"] })
    let json = try String(contentsOfFile: xcode.output + "/run.json", encoding: .utf8)
    #expect(try await JSONSchema.run.complaints(about: json) == "")
    let page = try String(contentsOfFile: xcode.output + "/report.md", encoding: .utf8)
    #expect(page.contains("builds with `xcodebuild -workspace Shop.xcworkspace -configuration Debug -destination "))
    #expect(page.contains("What was compiled is what Xcode's own log of each build says."))
    #expect(page.contains("| CartDemoApp | sample app of Cart |"), "\(page)")
    #expect(!page.contains("swift build") && !page.contains("SwiftPM"))
    try checkCalls(of: xcode)
  }

  /// Each arm has its own derived data and packages, and resolves none once a build has succeeded.
  private func checkCalls(of xcode: ScriptedXcode) throws {
    let builds = try xcode.calls.filter { $0.hasSuffix(" build") }
    let app = builds.filter { $0.contains("-scheme App ") }
    let first = try #require(app.first)
    let scratch = try #require(first.firstMatch(of: /-derivedDataPath (\S+)\/DerivedData/)).1
    #expect(first.contains(" -clonedSourcePackagesDirPath \(scratch)/SourcePackages "))
    #expect(first.contains(" -resultBundlePath \(scratch)/Build.xcresult "))
    #expect(first.contains(" -configuration Debug -destination platform=iOS Simulator,name=iPhone 17 "))
    #expect(first.hasSuffix(" CODE_SIGNING_ALLOWED=NO build"))
    #expect(!first.contains(xcode.path + "/Shop.xcworkspace"), "the copy is built")
    #expect(builds.count { !$0.contains(" -disableAutomaticPackageResolution ") } == 1)
    #expect(Set(builds.compactMap { $0.firstMatch(of: /-derivedDataPath (\S+)/)?.1 }).count > 3)
  }

  @Test func aDryRunNeedsNoXcode() async throws {
    let xcode = try ScriptedXcode()
    let outcome = try await bench(xcode, ["--dry-run"], isThere: false)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("combined app: App; features: Cart in CartDemoApp, Search\n"))
    #expect(outcome.output.contains("\nbuilder: xcodebuild -workspace Shop.xcworkspace "))
    #expect(!outcome.output.contains("Cannot be built"))
    let scheme = try await bench(xcode, ["--dry-run", "--combined", "Everything"], isThere: false)
    #expect(scheme.output.hasPrefix("combined app: Everything; features: Cart in CartDemoApp, Search\n"))
    try FileManager.default.removeItem(atPath: xcode.path + "/App.xcodeproj/xcshareddata")
    let only = try await bench(xcode, ["--dry-run"], isThere: false)
    #expect(only.output.hasPrefix("combined app: Everything;"), "the only scheme that builds the app")
  }

  @Test func oneBuildOfASchemeIsRecordedFromItsLog() async throws {
    let xcode = try ScriptedXcode()
    let outcome = try await xcode.modgauge(["record", "--output", xcode.output])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("clean debug build of App: 6.50 s wall, 3.60 s CPU"), "\(outcome.output)")
    #expect(outcome.errors.contains("recording a clean build of App"))
    #expect(try xcode.calls.prefix(1).allSatisfy { $0.hasSuffix(" -resolvePackageDependencies") })
    let document = try TimelineDocument(json: Array(xcode.folder.read("output/modules.json").utf8))
    #expect(document.modules.compactMap { $0.id?.description }.sorted().first == "App/App")
    #expect(document.modules.allSatisfy { $0.lines != nil })
    let demo = try await xcode.modgauge(["record", "--output", xcode.output, "--force", "--product", "CartDemoApp"])
    #expect(demo.exitCode == 0 && demo.output.contains("build of CartDemoApp"), "\(demo.errors)")
    try xcode.folder.write(["Shop/App/App.swift": "let wrong = 1\n"])
    let failed = try await xcode.modgauge(["record", "--output", xcode.output, "--force"])
    #expect(failed.exitCode == 1 && failed.output.contains("clean debug build of App"), "\(failed.output)")
    #expect(
      failed.errors.contains(
        "the build failed: App/App.swift:1:5: error: cannot find 'wrong' in scope (the build exited with code 65)"),
      "\(failed.errors)")
  }

  @Test func twoRevisionsAreComparedByTheirLogs() async throws {
    let xcode = try ScriptedXcode()
    try await xcode.commit()
    try xcode.folder.write(["Shop/App/App.swift": "import Cart\nimport Search\nlet app = 2\n"])
    let outcome = try await xcode.modgauge([
      "compare", "--base", "HEAD", "--rounds", "1", "--combined", "App", "--feature", "CartDemoApp", "--run",
      xcode.output, "--format", "markdown",
    ])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("too few rounds"), "\(outcome.output)")
    let run = try run(of: xcode)
    #expect(run.arms.map(\.name) == ["App@base", "App@head", "CartDemoApp@base", "CartDemoApp@head"])
    #expect(run.samples.allSatisfy { $0.outcome == .ok && ($0.warmup || $0.modules != nil) })
    #expect(run.environment.compiler == "Xcode 26.2")
  }
}

// MARK: What goes wrong

extension XcodeBuilderTests {
  @Test func aBuildThatFailsIsToldInTheWordsOfItsCompiler() async throws {
    let xcode = try ScriptedXcode()
    try xcode.folder.write(["Shop/App/App.swift": "let wrong = 1\n"])
    let outcome = try await bench(xcode)
    #expect(outcome.exitCode == 1)
    let reasons = try run(of: xcode).samples.map { $0.reason ?? "" }
    #expect(
      Set(reasons) == ["the build exited with code 65: App/App.swift:1:5: error: cannot find 'wrong' in scope"],
      "\(reasons)")
  }

  @Test func aSchemeThatXcodeDoesNotHaveIsAFailedBuildInItsWords() async throws {
    let xcode = try ScriptedXcode()
    try FileManager.default.removeItem(atPath: xcode.folder.path + "/bin/logs/Search")
    let outcome = try await bench(xcode)
    #expect(outcome.exitCode == 1)
    let failed = try run(of: xcode).samples.filter { $0.outcome != .ok }
    #expect(failed.map(\.arm) == ["Search"])
    #expect(
      failed.first?.reason?.hasSuffix(
        "xcodebuild: error: The workspace named \"Shop\" does not contain a scheme named \"Search\".") == true)
  }

  @Test func aCleanBuildWhoseLogRepeatsStepsDoesNotCount() async throws {
    let xcode = try ScriptedXcode()
    let logs = xcode.folder.path + "/bin/logs/CartDemoApp"
    try FileManager.default.removeItem(atPath: logs + "/clean")
    try FileManager.default.copyItem(atPath: logs + "/Cart", toPath: logs + "/clean")
    let outcome = try await bench(xcode)
    #expect(outcome.exitCode == 1)
    let failed = try run(of: xcode).samples.filter { $0.outcome != .ok }
    #expect(failed.map(\.arm) == ["CartDemoApp"])
    #expect(failed.first?.reason == "the build did not start clean: its log repeats 1 step of earlier builds")
  }

  @Test func whatCannotBeBuiltIsOneError() async throws {
    let xcode = try ScriptedXcode()
    let cases: [([String], String)] = [
      (["--combined", "Ap"], "“Ap” is not a scheme, target or product of the workspace. Did you mean “App”?"),
      (["--feature", "Parts"], "“Parts” is a module of a package without a product of its own"),
      (["--in-turns", "on"], "Builds by `xcodebuild` cannot take turns"),
      (["--per-module"], "Only `swift build` can build one module alone."),
      (["--tests"], "Only `swift test` can build and run a feature's own tests."),
      (["--traits", "A"], "--traits is an option of `swift build`"),
    ]
    for (words, message) in cases {
      let outcome = try await bench(xcode, words)
      #expect(outcome.exitCode == 2 || outcome.exitCode == 64, "\(words)")
      #expect(outcome.errors.hasPrefix("error: " + message), "\(outcome.errors)")
    }
    let missing = try await bench(xcode, isThere: false)
    #expect(missing.exitCode == 2 && missing.errors.hasPrefix("error: There is no `xcodebuild` in any folder of PATH"))
    try xcode.forgetLogs()
    let silent = try await bench(xcode)
    #expect(silent.exitCode == 2)
    #expect(silent.errors.contains("error: `xcodebuild` succeeded and left no log of a build in "), "\(silent.errors)")
    try FileManager.default.removeItem(atPath: xcode.path + "/Shop.xcworkspace")
    let gone = try await bench(xcode)
    #expect(gone.exitCode == 2)
    #expect(gone.errors.contains("Shop.xcworkspace`, which `builder:` in `"), "\(gone.errors)")
  }
}
