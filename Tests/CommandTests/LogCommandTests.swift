import BuildAnalysis
import BuildTrace
import Documents
import Foundation
import TestSupport
import Testing

/// Logs of real builds; they are not part of the project.
private let realLogs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appending(path: "../../../shared/data/xcode-logs").standardized
private let realNames = ((try? FileManager.default.contentsOfDirectory(atPath: realLogs.path)) ?? [])
  .filter { $0.hasSuffix(".xcactivitylog") }.map { String($0.dropLast(".xcactivitylog".count)) }.sorted()
/// Those of no build.
private let withoutBuilds = ["v10-test-action", "v12-package-resolve"]

/// Why nothing is predicted of a log; of the others, the replay of the unchanged build is accurate enough.
private let refusals = [
  "v7-gui-framework": "the limit is 5 %",
  "v9-cli-react-native": "the log does not say which targets depend on which",
  "v10-cli-test-pods": "the log does not say which targets depend on which",
  "v10-gui-mostly-stale": "the log does not say which targets depend on which",
  "v10-gui-packages": "the log does not say which targets depend on which",
  "v11-cli-many-errors": "the build failed", "v11-cli-truncated": "the log has no end",
  "v11-gui-184-targets": "the build failed", "v12-cli-28-nodes": "the build failed",
  "v12-cli-packages": "the build failed",
]

@Suite("Xcode's logs as recorded builds")
struct LogCommandTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func modgauge(_ words: [String]) async throws -> Tool.Outcome {
    let places = ["XDG_STATE_HOME": folder.path + "/state", "XDG_CACHE_HOME": folder.path + "/cache"]
    return try await Tool.built("modgauge")(words, environment: places)
  }

  private func record(_ path: String, _ words: [String] = []) async throws -> Tool.Outcome {
    try await modgauge(["record", "--from", path, "--output", folder.path + "/out", "--force"] + words)
  }

  /// Writes a log, and returns its path.
  private func write(_ root: LogSection, to name: String = "App.xcactivitylog", version: Int = 12) throws -> String {
    let url = URL(filePath: "\(folder.path)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(root.log(version: version)).write(to: url)
    return url.path
  }

  /// A clean build of an app and a framework, with a script and a graph.
  static func app(_ name: String = "App", core: String = "Core", scale: Double = 1) -> LogSection {
    var graph = LogSection("ComputeTargetDependencyGraph", 0, 1)
    graph.text =
      "note: Target dependency graph (2 targets)\rTarget '\(name)' in project 'App'\r"
      + "➜ Explicit dependency on target '\(core)' in project 'App'\rTarget '\(core)' in project 'App' (no dependencies)\r"
    let end = 2 + 4 * scale
    let steps = [
      graph, LogSection("CreateBuildDescription", 1, 2, isInProcess: true),
      LogSection("SwiftCompile normal arm64 /src/Core/A.swift", 2, end, target: core, cpu: 3.3 * scale),
      LogSection("SwiftEmitModule normal arm64 Emitting\\ module", 2, end - 0.5, target: core, cpu: 0.2),
      LogSection("SwiftDriver\\ Compilation\\ Requirements \(core)", end - 0.5, end, target: core, isInProcess: true),
      LogSection("SwiftCompile normal arm64 /src/App/B.swift", end, end + 2, target: name, cpu: 1.9),
      LogSection("Ld /build/App normal", end + 2, end + 3, target: name, cpu: 0.8),
      LogSection("PhaseScriptExecution Lint /build/lint.sh", end + 3, end + 5, target: name, cpu: 0.1),
    ]
    return LogSection(
      root: "Building workspace Shop with scheme \(name) and configuration Debug", seconds: end + 6, steps)
  }

  @Test func aBuildIsShownFromItsLogAlone() async throws {
    let log = try write(Self.app())
    let outcome = try await record(log)
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count > 3)
    #expect(lines[0].hasPrefix("The critical path limited this build: "), "\(outcome.output)")
    #expect(outcome.output.contains("A replay of the unchanged build is "))
    #expect(lines[3].contains("targets: Core 3.50 s CPU, gain "))
    #expect(outcome.output.contains("No compiling at all: 6.00 s of 12.0 s (50.0 %)"))
    #expect(outcome.output.contains("Shop, clean debug build of App: 12.0 s wall, 6.30 s CPU"))
    #expect(outcome.output.contains("\nno step ran "))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out").sorted() == [
        "graph.png", "graph.svg", "modules.csv", "modules.json", "modules.md", "recording.json", "timeline.html",
        "timeline.json", "trace.jsonl",
      ])
    #expect(try await JSONSchema.timeline.complaints(about: folder.read("out/modules.json")) == "")
    #expect(try await JSONSchema.recording.complaints(about: folder.read("out/recording.json")) == "")
    let lineOfTrace = try folder.read("out/trace.jsonl").split(separator: "\n").map(String.init)
    #expect(try await JSONSchema.trace.complaints(about: lineOfTrace) == "")
    let again = try await modgauge(["report", folder.path + "/out"])
    #expect(again.exitCode == 0 && again.output == outcome.output, "\(again.errors)")
  }

  @Test("No figure of a real log is negative or above its span, and the phases add up to it", arguments: realNames)
  func real(name: String) async throws {
    let outcome = try await record("\(realLogs.path)/\(name).xcactivitylog")
    if withoutBuilds.contains(name) {
      #expect(outcome.exitCode == 2 && outcome.errors.contains("Nothing was built in "))
      return
    }
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.matches(of: /[ (][−-][0-9][^ ]* s/).isEmpty, "\(outcome.output)")
    #expect(outcome.output.prefix { $0 != "\n" }.contains("limited this build"))
    let json = try folder.read("out/modules.json")
    #expect(try await JSONSchema.timeline.complaints(about: json) == "")
    let document = try TimelineDocument(json: Array(json.utf8))
    let seconds = document.build.seconds
    try check(try JSONSerialization.jsonObject(with: Data(json.utf8)), atMost: seconds)
    let log = try #require(document.log)
    let sum = log.phases.reduce(log.idleSeconds) { $0 + $1.partSeconds }
    #expect(abs(sum - seconds) <= 1e-3 + 1e-5 * seconds)
    let cpu = log.phases.compactMap(\.cpuSeconds)
    if let all = document.build.cpuSeconds { #expect(abs(cpu.reduce(0, +) - all) < 1e-3) }
    try checkTrace(seconds)
    let told = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let refusal = refusals[name] else {
      #expect(abs(try #require(document.replay.relativeError)) <= Replay.largestRelativeError)
      #expect(document.replay.refusal == nil && told.contains("off; gains are those if a target cost nothing"))
      return
    }
    #expect(document.replay.refusal != nil && document.modules.allSatisfy { $0.predictedGainSeconds == nil })
    #expect(told.contains("off, and no gain is predicted: \(refusal)."), "\(told.prefix(600))")
  }

  /// Everything that is a time, by its key.
  private func check(_ value: Any, atMost most: Double, _ key: String = "") throws {
    if let values = value as? [String: Any] {
      for (key, value) in values { try check(value, atMost: most, key) }
    } else if let values = value as? [Any] {
      for value in values { try check(value, atMost: most, key) }
    } else if let number = value as? Double,
      key.hasSuffix("econds") || ["start", "end", "emitted", "unblocked"].contains(key)
    {
      #expect(number >= 0 || key == "predictedGainSeconds", "\(key)")
      #expect(
        number <= most + 1e-6 || ["cpuSeconds", "inProcessSeconds"].contains(key) || key.hasPrefix("predicted")
          || key.hasPrefix("modulesSec") || key.hasPrefix("otherJobs") || key.hasPrefix("coresSec"), "\(key)")
    }
  }

  private func checkTrace(_ seconds: Double) throws {
    struct File: Decodable {
      struct Event: Decodable {
        let ts: Double?
        let dur: Double?
      }
      let traceEvents: [Event]
    }
    let file = try JSONDecoder().decode(File.self, from: Data(folder.read("out/timeline.json").utf8))
    for event in file.traceEvents {
      #expect((event.ts ?? 0) >= 0 && (event.dur ?? 0) >= 0)
      #expect((event.ts ?? 0) + (event.dur ?? 0) <= seconds * 1e6 + 1)
    }
  }
}

// MARK: Places and bad input

extension LogCommandTests {
  /// A folder of derived data with a clean build, an incremental one that is not listed, a null build and an empty log.
  private func derivedData() throws -> String {
    var second = Self.app(scale: 0.5)
    second.sections.append(Self.stale)
    let third = LogSection(
      root: "Building workspace Shop with scheme App and configuration Debug", seconds: 3,
      [
        LogSection("CreateBuildDescription", 1, 2, isInProcess: true), Self.stale,
        LogSection("PhaseScriptExecution Lint /build/lint.sh", 2, 3, target: "App", cpu: 0.1),
      ])
    let logs = "Derived/App-abc/Logs/Build"
    _ = try write(Self.app(), to: "\(logs)/AAAA.xcactivitylog")
    _ = try write(second, to: "\(logs)/BBBB.xcactivitylog")
    _ = try write(third, to: "\(logs)/CCCC.xcactivitylog")
    try folder.write([
      "\(logs)/DDDD.xcactivitylog": "",
      "\(logs)/LogStoreManifest.plist": """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>logFormatVersion</key><integer>11</integer><key>logs</key><dict>
      \(Self.listed("AAAA", "App", 790_000_000, 12)) \(Self.listed("CCCC", "Other", 790_000_100, 3))
      <key>bad</key><string>no log</string></dict></dict></plist>
      """,
    ])
    let names = [("BBBB", 790_000_050.0), ("DDDD", 790_000_060)]
    for (name, time) in names {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceReferenceDate: time)],
        ofItemAtPath: "\(folder.path)/\(logs)/\(name).xcactivitylog")
    }
    return folder.path + "/Derived"
  }

  private static var stale: LogSection {
    var step = LogSection("CompileC /build/Old.o /src/Old.m normal", -500, -499, target: "Core", cpu: 1)
    step.isCached = true
    return step
  }

  private static func listed(_ name: String, _ scheme: String, _ start: Int, _ seconds: Int) -> String {
    """
    <key>\(name)</key><dict><key>fileName</key><string>\(name).xcactivitylog</string>
    <key>schemeIdentifier-schemeName</key><string>\(scheme)</string>
    <key>timeStartedRecording</key><real>\(start)</real><key>timeStoppedRecording</key><real>\(start + seconds)</real>
    <key>primaryObservable</key><dict><key>totalNumberOfErrors</key><integer>0</integer>
    <key>totalNumberOfWarnings</key><integer>4</integer></dict></dict>
    """
  }

  @Test func theNewestLogOfAFolderIsTaken() async throws {
    let place = try derivedData()
    let list = try await modgauge(["record", "--from", place, "--list"])
    let rows = list.output.split(separator: "\n").dropFirst()
    #expect(rows.compactMap { $0.split(separator: " ").last } == ["CCCC", "DDDD", "BBBB", "AAAA"], "\(list.output)")
    let newest = try await record(place)
    #expect(newest.exitCode == 0 && newest.errors.contains("CCCC.xcactivitylog"), "\(newest.errors)")
    #expect(newest.output.hasPrefix("Nothing was compiled or linked: "))
    #expect(newest.output.contains("Scripts ran although nothing was compiled: App 1.00 s."))
    let ofApp = try await record(place, ["--scheme", "App"])
    #expect(ofApp.exitCode == 0 && ofApp.errors.contains("BBBB.xcactivitylog"), "\(ofApp.errors)")
    #expect(ofApp.errors.contains("note: \(place)/App-abc/Logs/Build/DDDD.xcactivitylog is empty"))
    #expect(ofApp.output.contains("incremental debug build of App"))
    #expect(ofApp.output.contains("1 step of earlier builds is in no figure"))
    let none = try await record(place, ["--scheme", "Nobody"])
    #expect(none.exitCode == 2 && none.errors.contains("No log in `\(place)` is of a build of the scheme “Nobody”"))
    let later = try await record(place, ["--since", "2030"])
    #expect(later.exitCode == 2 && later.errors.contains("since 2030"))
    let unlike = try await record(place, ["--since", "yesterday"])
    #expect(unlike.exitCode == 64)
  }

  @Test func logsThatNoManifestListsAreListedByWhatTheySay() async throws {
    _ = try write(Self.app(), to: "logs/A.xcactivitylog")
    _ = try write(Self.app("Other"), to: "logs/B.xcactivitylog")
    let list = try await modgauge(["record", "--from", folder.path + "/logs", "--list", "--scheme", "Other"])
    let rows = list.output.split(separator: "\n").dropFirst().map { $0.split(separator: " ").dropFirst() }
    #expect(rows == [["12.0", "s", "Other", "Shop", "0", "0", "B"]], "\(list.output) \(list.errors)")
  }

  @Test(
    .enabled(if: !realNames.isEmpty, "the real logs are not here"),
    arguments: [
      ("unknown-class", "110 objects (IDEActivityLogUnheardOfInAnyVersionSec)"),
      ("unknown-attachment", "57 attachments (TaskMoonbow)"),
    ])
  func whatALogHasThatNobodyKnowsIsTold(name: String, words: String) async throws {
    let outcome = try await record("\(realLogs.path)/damaged/\(name).xcactivitylog")
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.contains("note: skipped in the log, since this version does not know it: \(words)"))
  }

  @Test func whatIsNoBuildIsRefusedWithOneError() async throws {
    try folder.write(["empty.xcactivitylog": "", "text.xcactivitylog": "SLFX", "Empty/README": ""])
    try folder.write(["Old.xcresult/Info.plist": ""])
    var package = LogSection(root: "Resolve Packages", seconds: 1, [])
    package.domain = "Xcode.IDEActivityLogDomainType.PackageLog"
    let resolved = try write(package, to: "resolve.xcactivitylog")
    let nothing = try write(LogSection(root: "Build App", seconds: 1, []), to: "nothing.xcactivitylog")
    let old = try write(LogSection(root: "Build App", seconds: 1, [Self.stale]), to: "old.xcactivitylog")
    let cases = [
      ("\(folder.path)/empty.xcactivitylog", "is empty: its build was killed, or still runs. Wait"),
      ("\(folder.path)/text.xcactivitylog", "is no activity log of Xcode. Give"),
      ("\(folder.path)/Empty", "There is no log of a build in "),
      ("\(folder.path)/Old.xcresult", "holds no .xcactivitylog"),
      (resolved, "it is the log of the resolution of packages. Give"), (nothing, "the log has no steps. Give"),
      (old, "all of its steps are of earlier builds"), ("\(folder.path)/gone", "there is no such file"),
    ]
    for (path, words) in cases {
      let outcome = try await record(path)
      #expect(outcome.exitCode == 2 && outcome.output.isEmpty, "\(path)")
      #expect(outcome.errors.hasPrefix("error: ") && outcome.errors.contains(words), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }
    let single = try await record(resolved, ["--list"])
    #expect(single.exitCode == 2 && single.errors.contains("is a single log"))
  }

  @Test func secretsAndHostileNamesOfALogReachNothing() async throws {
    let name = "</script><b>|`x`\u{1b}[31m\u{202e}"
    var root = Self.app(name)
    root.sections[6].text = "export API_KEY=hunter2-of-somebody\r"
    root.sections[5].command?.append("\r    export TOKEN=hunter2-of-somebody")
    root.text = "hunter2-of-somebody"
    let outcome = try await record(try write(root))
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(!outcome.output.contains("\u{1b}") && !outcome.output.contains("\u{202e}"))
    for (file, data) in try TestFolder.contents(of: folder.path + "/out") {
      let text = String(decoding: data, as: UTF8.self)
      #expect(!text.contains("hunter2"), "\(file)")
      if file.hasSuffix(".html") || file.hasSuffix(".svg") { #expect(!text.contains("</script><b>"), "\(file)") }
    }
    #expect(try !folder.read("out/modules.md").contains("<b>|`x`"))
  }

  @Test func logsAreComparedAndKeptInAHistoryOnce() async throws {
    let place = try derivedData()
    let slower = try write(Self.app(scale: 2), to: "slower.xcactivitylog")
    let compared = try await modgauge(["compare", try write(Self.app(), to: "first.xcactivitylog"), slower])
    #expect(compared.exitCode == 0, "\(compared.errors)")
    #expect(compared.output.contains("first.xcactivitylog → slower.xcactivitylog"), "\(compared.output)")
    #expect(compared.output.contains("too few rounds") && compared.output.contains("\nCore  "))
    let history = ["--history", folder.path + "/history.sqlite"]
    let added = try await modgauge(["history", "import", place] + history)
    #expect(added.exitCode == 0 && added.errors.contains("3 runs added, 0 known"), "\(added.errors)")
    #expect(added.errors.contains("1 log of no build skipped"))
    let again = try await modgauge(["history", "import", place + "/App-abc"] + history)
    #expect(again.exitCode == 0 && again.errors.contains("0 runs added, 3 known"), "\(again.errors)")
    for scenario in ["clean", "incremental", "null"] {
      let trend = try await modgauge(["history", "trend", "--scenario", scenario] + history)
      #expect(trend.exitCode == 0, "\(trend.errors)")
    }
  }

  @Test func severalLogsOnEachSideHaveAnInterval() async throws {
    for round in 1...8 {
      let noise = 1 + 0.01 * Double(round % 4)
      _ = try write(Self.app(scale: noise), to: "before/\(round).xcactivitylog")
      _ = try write(Self.app(scale: 2 * noise), to: "after/DD/Logs/Build/\(round).xcactivitylog")
    }
    try folder.write([
      "before/empty.xcactivitylog": "", "before/notes.txt": "", "before/text.xcactivitylog": "text",
      "nothing/notes.txt": "",
    ])
    let compared = try await modgauge(["compare", folder.path + "/before", folder.path + "/after"])
    try #require(compared.exitCode == 0, "\(compared.errors)")
    #expect(compared.output.contains("slower"), "\(compared.output)")
    #expect(compared.errors == "note: 1 log of no build, or that cannot be read, left out: \(folder.path)/before\n")
    #expect(!compared.output.contains("too few rounds") && !compared.output.contains("a hint without an interval"))
    #expect(compared.output.contains("Core"), "\(compared.output)")
    // Copies of a log are no other builds.
    for copy in 1...5 {
      for name in ["one", "other"] { _ = try write(Self.app(), to: "\(name)/\(copy).xcactivitylog") }
    }
    let copies = try await modgauge(["compare", folder.path + "/one", folder.path + "/other"])
    #expect(copies.output.contains("too few rounds"), "\(copies.output)")
    let none = try await modgauge(["compare", folder.path + "/before", folder.path + "/nothing"])
    #expect(none.exitCode == 2 && none.errors.contains("no run.json or run.jsonl, and no log of a build"))
  }

  @Test func theWarningsOfTargetsAreTold() async throws {
    var root = Self.app()
    root.sections[2].messages = (0..<3).map { LogMessage("unused \($0)", severity: 1) }
    root.sections[5].messages = [LogMessage("unused", severity: 1), LogMessage("seen", severity: 0)]
    let outcome = try await record(try write(root))
    #expect(outcome.exitCode == 0 && outcome.output.contains("\nWarnings: Core 3, App 1.\n"), "\(outcome.output)")
    let document = try TimelineDocument(json: Array(folder.read("out/modules.json").utf8))
    #expect(document.log?.warnings == ["Core": 3, "App": 1])
    #expect(try await JSONSchema.timeline.complaints(about: folder.read("out/modules.json")) == "")
    let lines = try folder.read("out/trace.jsonl").split(separator: "\n").map(String.init)
    #expect(try await JSONSchema.trace.complaints(about: lines) == "")
    let again = try await modgauge(["report", folder.path + "/out"])
    #expect(again.output == outcome.output)
  }

  @Test func theTargetsOfALogAreTheModulesOfItsWorkspace() async throws {
    let package = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Shop", targets: [
        .target(name: "Core"), .target(name: "App", dependencies: ["Core"]), .target(name: "Unbuilt"),
      ])
      """
    try folder.write([
      "Shop/Package.swift": package, "Shop/Sources/Core/A.swift": "public let a = 1\n\n",
      "Shop/Sources/App/B.swift": "import Core\n", "Shop/Sources/Unbuilt/C.swift": "",
    ])
    var root = Self.app()
    // The workspace says what the log does not.
    root.sections.removeFirst()
    let log = try write(root)
    let alone = try await record(log)
    #expect(
      alone.output.replacing("\n  ", with: " ").contains(
        "no gain is predicted: the log does not say which targets depend on which"))
    let joined = try await record(log, ["--package-path", folder.path + "/Shop"])
    #expect(joined.exitCode == 0 && joined.output.contains("critical path, "), "\(joined.errors)\(joined.output)")
    let document = try TimelineDocument(json: Array(folder.read("out/modules.json").utf8))
    #expect(document.modules.map { $0.id?.description } == ["Shop/Core", "Shop/App"])
    #expect(document.modules.map(\.lines) == [2, 1])
    let words = ["--package-path", folder.path + "/Shop", "--run", folder.path + "/out"]
    for command in [["graph", "--color-by", "seconds"], ["metrics"]] {
      let outcome = try await modgauge(command + words)
      #expect(outcome.exitCode == 0, "\(command): \(outcome.errors)")
    }
  }
}
