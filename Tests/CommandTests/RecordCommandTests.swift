import BuildTrace
import Foundation
import Platform
import Subprocess
import TestSupport
import Testing

extension BenchCommandTests {
  private func recordWords(_ shop: ShopWorkspace, _ words: [String]) -> [String] {
    ["record", "--package-path", shop.path, "--cache-dir", shop.cache, "--output", shop.output]
      + ShopWorkspace.minimalBuild + words
  }

  private func trace(of shop: ShopWorkspace) throws -> BuildTrace {
    try #require(try BuildTrace.builds(in: Data(contentsOf: URL(filePath: shop.output + "/trace.jsonl"))).last)
  }

  @Test func aRecordedBuildHasItsViewsAndItsSumOfCPUTimeIsWhole() async throws {
    let shop = try ShopWorkspace()
    let before = try TestFolder.contents(of: shop.path)
    let outcome = try await shop.modgauge(recordWords(shop, ["--product", "shop-app"]))
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("6 modules") && outcome.output.contains("critical path, "))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: shop.output).sorted() == [
        "build.log", "graph.png", "graph.svg", "modules.csv", "modules.json", "modules.md", "recording.json",
        "timeline.html", "timeline.json", "trace.jsonl",
      ])
    let json = try shop.folder.read("output/modules.json")
    #expect(try await JSONSchema.timeline.complaints(about: json) == "")
    #expect(try TestFolder.contents(of: shop.path) == before)
    let trace = try trace(of: shop)
    let whole = try #require(trace.supervised)
    #expect(trace.isComplete)
    #if os(Linux)
      // Recorded processes and `swift build` itself are all but a few percent of what the system charged.
      let roots = trace.events.filter { $0.parentProcessID == nil }
      let known = roots.reduce(try #require(whole.ownMicroseconds)) { $0 + $1.userMicroseconds + $1.systemMicroseconds }
      let charged = whole.userMicroseconds + whole.systemMicroseconds
      #expect(Double(charged - known) < 0.05 * Double(charged) && known <= charged, "\(known) of \(charged) µs")
    #endif
    let drawn = try await shop.modgauge([
      "graph", "--package-path", shop.path, "--cache-dir", shop.cache, "--format", "dot", "--color-by", "seconds",
      "--run", shop.output,
    ])
    #expect(drawn.output.contains("CPU seconds, clean build of shop-app"), "\(drawn.errors)")
    try await expectTheSameAgain(shop, outcome.output)
  }

  /// Draws the recorded build again, and what is left of it when its trace is damaged.
  private func expectTheSameAgain(_ shop: ShopWorkspace, _ output: String) async throws {
    let again = try await shop.modgauge(["report", shop.output, "--output", shop.folder.path + "/again"])
    #expect(again.exitCode == 0 && again.output == output, "\(again.errors)")
    for name in ["modules.json", "modules.csv", "modules.md", "timeline.html", "timeline.json", "graph.svg"] {
      #expect(try shop.folder.read("again/" + name) == shop.folder.read("output/" + name))
    }
    let trace = try shop.folder.read("output/trace.jsonl")
    try shop.folder.write(["output/trace.jsonl": String(trace.prefix(trace.count * 2 / 3))])
    let cut = try await shop.modgauge(["report", shop.output + "/trace.jsonl"])
    #expect(cut.exitCode == 0 && cut.output.contains("incomplete: "), "\(cut.errors)")
    let newer = "modgauge.trace/2" + trace.dropFirst(#"{"schema":"modgauge.trace/1"#.count)
    try shop.folder.write(["output/trace.jsonl": #"{"schema":""# + newer])
    let foreign = try await shop.modgauge(["report", shop.output])
    #expect(foreign.exitCode == 2 && foreign.errors.contains("schema is \"modgauge.trace/2\""), "\(foreign.errors)")
    try shop.folder.write(["alone/trace.jsonl": trace])
    let alone = try await shop.modgauge(["report", shop.folder.path + "/alone"])
    #expect(alone.exitCode == 2 && alone.errors.contains("no recording.json beside it"), "\(alone.errors)")
  }

  @Test func aSecondBuildMeasuresEachFile() async throws {
    let shop = try ShopWorkspace()
    let names = (1...3).flatMap { ["Odd\($0).swift", "Even\($0).swift"] }
    try shop.folder.write(
      Dictionary(uniqueKeysWithValues: names.map { ("Flat/Sources/Flat/\($0)", "struct S\($0.dropLast(6)) {}\n") }))
    try shop.folder.write([
      "Flat/Package.swift": "// swift-tools-version: 6.0\nimport PackageDescription\n"
        + "let package = Package(name: \"Flat\", targets: [.target(name: \"Flat\")])\n"
    ])
    let words = ["--package-path", shop.folder.path + "/Flat", "--cache-dir", shop.cache]
    // One job, so that the normal build has one process for all files.
    let outcome = try await shop.modgauge(
      ["record", "--per-file", "--jobs", "1", "--output", shop.output] + words + ShopWorkspace.minimalBuild)
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("The costs of 6 files in 1 module were measured by a second build"))
    let recording = try shop.folder.read("output/recording.json")
    #expect(try await JSONSchema.recording.complaints(about: recording) == "")
    for name in names { #expect(recording.contains("\"name\" : \"\(name)\"")) }
    #expect(try await JSONSchema.timeline.complaints(about: shop.folder.read("output/modules.json")) == "")
    #expect(try shop.folder.read("output/modules.md").contains("The costs of 6 files in 1 module were measured"))
    // The times and processes are those of the normal build.
    let normal = try trace(of: shop)
    #expect(normal.events.filter { $0.job.kind == .compile && $0.job.module == "Flat" }.map(\.job.fileCount) == [6])
    #expect(!normal.header.arguments.contains("-driver-batch-size-limit"))
    let again = try await shop.modgauge(["report", shop.output, "--output", shop.folder.path + "/again"])
    #expect(again.output == outcome.output, "\(again.errors)")
    let forced = try await shop.modgauge(
      ["what-if", shop.output, "--split", "Flat=Odd:Odd*.swift,Even:Even*.swift", "--force"] + words)
    #expect(
      forced.exitCode == 2 || forced.output.contains("Costs of the files of Flat: measured file by file."),
      "\(forced.output)\(forced.errors)")
  }

  @Test func filesAreMeasuredInCleanDebugBuildsOnly() {
    for (words, message) in [
      (["-c", "release"], "a release build compiles each module as a whole"),
      (["--incremental", "--scratch-path", "scratch"], "remove --incremental"),
    ] { #expect(ParsedArguments.refusal(["record", "--per-file"] + words)?.contains(message) == true) }
  }

  /// Also the folders of caches and of temporary files, which swift-driver crashes in.
  @Test func aPackageIsRecordedWhateverThePlacesAreCalled() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write([
      "höme/a": "", "Päck ö/Sources/A/main.swift": "print(1)\n",
      "Päck ö/Package.swift": "// swift-tools-version: 6.0\nimport PackageDescription\n"
        + "let package = Package(name: \"P\", targets: [.executableTarget(name: \"A\")])\n",
    ])
    let (place, output) = (shop.folder.path + "/Päck ö", shop.folder.path + "/aufgenommen/ö")
    // Compiled modules of the system's headers are in the build's own folder, as for a user (script/test).
    let outcome = try await Tool.named("env")(
      [
        "-u", "SWIFTPM_TESTS_MODULECACHE", Tool.built("modgauge").path, "record", "--package-path", place, "--output",
        output,
      ], environment: ["HOME": shop.folder.path + "/höme", "XDG_CACHE_HOME": "", "XDG_STATE_HOME": ""])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try shop.folder.read("aufgenommen/ö/modules.csv").contains("A"))
    #expect(FileManager.default.fileExists(atPath: shop.folder.path + "/höme/.cache/modgauge/benchmarks"))
  }

  @Test func aBuildThatFailsHalfwayIsShownAsFarAsItGot() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(["Shop/Sources/Search/Broken.swift": "let broken: Int = \"text\"\n"])
    let outcome = try await shop.modgauge(recordWords(shop, ["--product", "shop-app"]))
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("incomplete: the build failed; what had not been built by then is missing\n"))
    let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("No gain is predicted: the trace is incomplete."))
    #expect(outcome.errors.hasSuffix("the build failed; its output is in \(shop.output)/build.log\n"))
    #expect(try shop.folder.read("output/build.log").contains("Broken.swift:1:19: error:"))
    #expect(try shop.folder.read("output/modules.md").contains("**Incomplete:** the build failed"))
    #expect(try shop.folder.read("output/modules.csv").contains("\r\nCore,Shop/Core,"))
  }

  #if os(Linux)
    @Test func anInterruptedBuildIsShownAsFarAsItGot() async throws {
      let shop = try ShopWorkspace()
      try shop.makeSlow()
      let result = try await Subprocess.run(
        .path(FilePath(Tool.built("modgauge").path)),
        arguments: Arguments(recordWords(shop, ["--product", "CartApp"])), environment: Tool.environment(),
        input: .none, output: .string(limit: 1 << 20), error: .string(limit: 1 << 20)
      ) { execution in
        // Model is compiled, and nothing else can be before the slow module is.
        try await eventually {
          ((try? shop.folder.read("output/trace.jsonl")) ?? "").contains(#""job":"plan","module":"Model""#)
        }
        try execution.send(signal: .interrupt)
      }
      #expect(result.terminationStatus == .exited(130), "\(result.standardError)")
      #expect(result.standardOutput.contains("incomplete: the end of the build was not recorded"))
      #expect(result.standardError.hasSuffix("interrupted\n"))
      #expect(try shop.folder.read("output/modules.csv").contains("\r\nModel,shared/Model,"))
      #expect(try trace(of: shop).supervised == nil)
    }

    /// The machine's own toolchain, mounted at another place; skipped where tests may not mount.
    @Test func aReadOnlyToolchainWithSpacesInItsPathIsRecorded() async throws {
      let shop = try ShopWorkspace()
      let real = try await Tool.named("swift")(["-print-target-info"])
      let resources = try #require(real.output.firstMatch(of: #/"runtimeResourcePath": "(.*)/usr/lib/swift"/#)?.1)
      let place = shop.folder.path + "/tool chain é"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      let mount = try Tool.named("mount")
      guard try await mount(["--bind", String(resources), place]).exitCode == 0 else { return }
      defer { _ = umount2(place, 2) }
      guard try await mount(["-o", "remount,bind,ro", place]).exitCode == 0 else { return }
      let outcome = try await shop.modgauge(recordWords(shop, ["--target", "Core", "--toolchain", place]))
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let trace = try trace(of: shop)
      #expect(trace.isComplete)
      #expect(Set(trace.events.compactMap(\.job.module)).isSuperset(of: ["CFast", "Core", "Model"]))
      #expect(try !shop.folder.read("output/build.log").contains("libSwiftScan"))
    }
  #endif
}
