import BuildAnalysis
import BuildTrace
import Documents
import Foundation
import TestSupport
import Testing

@Suite("Traces that SwiftPM writes, as recorded builds")
struct TracedBuildTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func modgauge(_ words: [String]) async throws -> Tool.Outcome {
    let places = ["XDG_STATE_HOME": folder.path + "/state", "XDG_CACHE_HOME": folder.path + "/cache"]
    return try await Tool.built("modgauge")(words, environment: places)
  }

  private func record(_ words: [String] = []) async throws -> Tool.Outcome {
    try await modgauge(
      ["record", "--from", folder.path + "/trace.json", "--output", folder.path + "/out", "--force"] + words)
  }

  private static func event(
    _ name: String, _ start: Double, _ end: Double, category: String = "build", command: String? = nil,
    result: String = "success"
  ) -> String {
    let line = command.map { ",\"commandLine\":\"\($0)\"" } ?? ""
    return """
      {"args":{"description":"\(name)"\(line),"result":"\(result)"},"cat":"\(category)","dur":\(Int((end - start) * 1e6)),\
      "name":"\(name)","ph":"X","pid":1,"tid":1,"ts":\(Int(start * 1e6))}
      """
  }

  private static let metadata = """
    {"args":{"name":"Build"},"cat":"","dur":0,"name":"process_name","ph":"M","pid":1,"tid":0,"ts":0}
    """

  /// A clean build of an app and a library, as SwiftPM's source writes one.
  private static let events = [
    event("Evaluate Shop", 0, 0.5, category: "manifest"),
    event(
      "Planning Swift module Core (x86_64)", 1, 1.2, command: "builtin-Swift-Compilation -- swiftc -module-name Core"),
    event("Compiling A.swift, B.swift", 1.2, 4, command: "/usr/bin/swift-frontend -c A.swift -module-name Core -o A.o"),
    event("Compile A.swift (x86_64)", 1.2, 4),
    event("Emitting module for Core", 1.2, 2, command: "/usr/bin/swift-frontend -emit-module -module-name Core"),
    event("Unblock downstream dependents of Core (x86_64)", 2, 2.1),
    event("Compile Core (x86_64)", 4, 4.01),
    event("Compiling main.swift", 2.1, 5, command: "/usr/bin/swift-frontend -c main.swift -module-name App"),
    event(
      "Compile fast.c (x86_64)", 1, 2,
      command: "clang -c fast.c -o /x/Shop.build/Debug/CFast-t.build/Objects-normal/x86_64/fast.o"),
    event("Link App (x86_64)", 5, 6, command: "clang -o App"),
    event("Total ExecuteCompiler", 0, 90, category: ""),
  ]

  private func write(_ events: [String], end: String = "\n]\n") throws {
    try folder.write(["trace.json": "[\n" + events.joined(separator: ",\n") + end])
  }

  @Test func aTraceIsARecordedBuildWithoutCPUTimes() async throws {
    try write(Self.events + [Self.metadata])
    let outcome = try await record()
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("incremental") && outcome.output.contains("6.00 s wall"), "\(outcome.output)")
    #expect(outcome.output.contains("no gain is predicted") || outcome.output.contains("No gain is predicted"))
    let document = try TimelineDocument(json: Array(folder.read("out/modules.json").utf8))
    #expect(document.modules.map { $0.id?.name ?? "" }.sorted() == ["App", "CFast", "Core"])
    #expect(document.modules.first { $0.id?.name == "Core" }?.compiledFiles == 2)
    #expect(try await JSONSchema.timeline.complaints(about: folder.read("out/modules.json")) == "")
    let lines = try folder.read("out/trace.jsonl").split(separator: "\n").map(String.init)
    #expect(try await JSONSchema.trace.complaints(about: lines) == "")
    let again = try await modgauge(["report", folder.path + "/out"])
    #expect(again.exitCode == 0 && again.output == outcome.output, "\(again.errors)")
  }

  @Test func aWorkspaceSaysWhatDependsOnWhatAndWhetherAllWasBuilt() async throws {
    try folder.write([
      "Shop/Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Shop", targets: [
        .target(name: "CFast"), .target(name: "Core", dependencies: ["CFast"]),
        .executableTarget(name: "App", dependencies: ["Core"]),
      ])
      """,
      "Shop/Sources/Core/A.swift": "", "Shop/Sources/Core/B.swift": "", "Shop/Sources/App/main.swift": "",
      "Shop/Sources/CFast/fast.c": "", "Shop/Sources/CFast/include/fast.h": "",
    ])
    try write(Self.events)
    let words = ["--package-path", folder.path + "/Shop"]
    let whole = try await record(words)
    try #require(whole.exitCode == 0, "\(whole.errors)")
    #expect(whole.output.contains("clean") && whole.output.contains("critical path, "), "\(whole.output)")
    try write(Self.events.filter { !$0.contains("fast.c") })
    let part = try await record(words)
    #expect(
      part.output.contains("incremental") && part.output.contains("Compiled again: Core 2 files"), "\(part.output)")
  }

  @Test func whatIsDamagedOrNoTraceIsSaid() async throws {
    try write(Array(Self.events.prefix(4)) + ["{\"ph\":\"X\",\"ts\":-1}"], end: ",\n{\"args\":{\"descr")
    let cut = try await record()
    #expect(cut.exitCode == 0, "\(cut.errors)")
    #expect(
      cut.errors.contains(
        "the file has no end: the build was killed, or still runs; 2 lines of it cannot be read"), "\(cut.errors)")
    try write([Self.metadata])
    let empty = try await record()
    #expect(empty.exitCode == 2 && empty.errors.contains("has no events of a build by SwiftPM. Give"))
    try folder.write(["trace.json": "[1, 2]"])
    let other = try await record()
    #expect(other.exitCode == 2 && other.errors.contains("is no activity log of Xcode"))
    try write(Self.events.map { $0.replacing("\"success\"", with: "\"failed\"") })
    let failed = try await record()
    #expect(failed.exitCode == 0 && failed.output.contains("the build failed"), "\(failed.output)")
  }
}
