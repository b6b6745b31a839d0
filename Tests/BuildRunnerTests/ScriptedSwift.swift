import BuildAnalysis
import BuildTrace
import Foundation
import ModuleGraph
import Platform
import TestSupport
import Testing
import Workspace

@testable import BuildRunner

/// A workspace that a script builds in place of `swift`. Everything else is real: the copy, the folders and the recorder.
struct ScriptedSwift {
  let folder: TestFolder
  let workspace: LoadedWorkspace
  let place: MeasuringEnvironment
  let swiftBuild: SwiftBuild
  var folders: BenchmarkFolders { place.folders }

  static func shop() async throws -> ScriptedSwift {
    try await ScriptedSwift([
      "Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Shop",
        targets: [
          .executableTarget(name: "App", dependencies: ["Cart", "Search"]), .target(name: "Cart", dependencies: ["Core"]),
          .target(name: "Search", dependencies: ["Core"]), .target(name: "Core"),
          .executableTarget(name: "CartDemo", dependencies: ["Cart"]), .testTarget(name: "CartTests", dependencies: ["Cart"]),
        ])
      """,
      "Sources/App/main.swift": "print(1)\n", "Sources/Cart/a.swift": "let a = 1\n",
      "Sources/Search/a.swift": "let a = 1\n", "Sources/Core/a.swift": "let a = 1\n",
      "Sources/CartDemo/main.swift": "print(2)\n", "Tests/CartTests/a.swift": "let a = 1\n",
    ])
  }

  /// - Parameter files: the workspace's, by paths relative to it.
  init(_ files: [String: String]) async throws {
    folder = try TestFolder()
    let root = folder.path
    try folder.write(files.reduce(into: [:]) { $0["Shop/" + $1.key] = $1.value })
    try folder.makeOwnFolder("cache")
    let loader = WorkspaceLoader(
      toolchain: nil, cacheFolder: root + "/cache", policy: ManifestPolicy(evaluates: false))
    workspace = try await loader.load(packagePath: root + "/Shop")
    let folders = BenchmarkFolders(cache: root + "/cache", workspaceRoot: workspace.rootPath, output: root + "/output")
    try folders.makeAll()
    place = MeasuringEnvironment(
      folders: folders,
      supervisor: try Supervisor(
        recorder: Tool.built("modgauge-recorder").path, measurementPath: folders.measurement,
        temporaryFolder: folders.temporary))
    swiftBuild = SwiftBuild(swift: root + "/swift")
    // The steps of each call are files, and what it was called with is noted. `$5` is the scratch folder of a build.
    let text = """
      #!/bin/sh
      d='\(root)'
      n=$(($(cat "$d/count" 2>/dev/null || echo 0) + 1))
      echo $n >"$d/count"
      echo "$*" >>"$d/calls"
      if [ -f "$d/events-$n" ] && [ -n "$TRACE" ]; then . "$d/events-$n"; fi
      if [ -f "$d/every" ]; then . "$d/every"; fi
      if [ -f "$d/step-$n" ]; then . "$d/step-$n"; fi

      """
    // Another process writes it: while a test starts a program, that has the files that this process is writing.
    let written = try await Tool(path: "/bin/sh")(
      ["-c", "printf '%s' \"$SCRIPT\" >swift && chmod +x swift"], in: root, environment: ["SCRIPT": text])
    try #require(written.exitCode == 0)
  }

  /// The script appends to the trace itself.
  private struct Source: TraceSource {
    func environment(traceFile: String, in environment: [String: String]) -> [String: String] { ["TRACE": traceFile] }
    func supervisorOptions(traceFile: String) -> [String] { [] }
  }

  var recording: BuildRecording { BuildRecording(source: Source(), traceFile: folders.trace) }

  func method(isRecorded: Bool = true, timeoutSeconds: Int? = nil) -> BuildMethod {
    BuildMethod(
      builder: Builder(swiftBuild, cores: 2), supervisor: place.supervisor, recording: isRecorded ? recording : nil,
      timeoutSeconds: timeoutSeconds)
  }

  /// What each of the next calls does besides, in the language of the shell.
  func step(_ number: Int, _ text: String) throws { try folder.write(["step-\(number)": text + "\n"]) }

  /// The same for all calls.
  func everyStep(_ text: String) throws { try folder.write(["every": text + "\n"]) }

  /// What compilers do in a call, as a stand-in would note it; times in milliseconds, from a hundredth of a second after its
  /// start at most.
  func events(_ call: Int, _ processes: [TracedProcess]) throws {
    let lines = BuildTrace(end: nil, processes).events.map { event in
      event.jsonLine.replacing(#/(?<time>(start|end)Nanoseconds":)(?<value>\d+)/#) { found in
        "\(found.time)$((s+\((Int(found.value) ?? 0) - BuildTrace.zero)))"
      }
    }
    let clock = "s=$(( $(cut -d' ' -f1 /proc/uptime | tr -d .) * 10000000 + 10000000 ))"
    try folder.write(["events-\(call)": "\(clock)\ncat >>\"$TRACE\" <<END\n\(lines.joined(separator: "\n"))\nEND\n"])
  }

  /// The arguments of each call, without those for places.
  func calls() throws -> [String] {
    try folder.read("calls").split(separator: "\n").map { call in
      call.split(separator: " ").map { word in
        word.hasPrefix(folder.path) ? word.split(separator: "/").suffix(1).joined() : String(word)
      }.filter { !["--package-path", "--scratch-path", "--configuration", "debug"].contains($0) }.joined(separator: " ")
    }
  }

  /// The combined app and these features.
  func arms(features: [String] = ["CartDemo"]) throws -> [PlannedArm] {
    let selection = ArmSelection(workspace: workspace, configuration: "debug", makesApps: false, arguments: [])
    let arms = try selection.addingTests(
      to: selection.arms(RoleSettings().overridden(combined: "App", features: features)).arms)
    // Tests take them by their places.
    try #require(arms.count == 1 + features.count)
    return arms
  }

  /// A plan of these arms without a build.
  func run(_ arms: [PlannedArm], _ scenarios: [Scenario]) -> Run {
    var run = Run.example(rounds: 0)
    (run.arms, run.samples, run.workspace.graph) = (arms.map(\.arm), [], workspace.graph)
    (run.plan.arms, run.plan.scenarios) = (arms.map(\.arm.name), scenarios)
    return run
  }

  static func compile(_ module: String, files: [String] = ["a.swift"]) -> TracedProcess {
    TracedProcess(id: 10, kind: .compile, module: module, start: 0, end: 1, files: files)
  }
}
