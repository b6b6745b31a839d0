import BuildTrace
import Foundation
import Subprocess
import TestSupport
import Testing

/// The recorder under a compiler's name, around programs that are no compilers.
@Suite struct StandInTests {
  @Test(arguments: [0, 1, 42, 255])
  func theExitCodeIsTheProgramsOwn(code: Int) async throws {
    let shadow = try Shadow(script: "exit \(code)")
    let outcome = try await shadow.tool("swiftc")([], environment: shadow.environment)
    #expect(outcome.exitCode == Int32(code))
    #expect(try shadow.events().map(\.termination) == [.exited(code: code)])
  }

  @Test(arguments: ["INT", "TERM", "KILL", "SEGV", "HUP"])
  func itEndsByTheSignalThatEndedTheProgram(signal: String) async throws {
    let shadow = try Shadow(script: "kill -\(signal) $$")
    let direct = try await Tool(path: shadow.folder.path + "/programs/swiftc")([])
    let outcome = try await shadow.tool("swiftc")([], environment: shadow.environment)
    #expect(outcome.exitCode == direct.exitCode && outcome.exitCode > 128)
    #expect(try shadow.events().map(\.termination) == [.signalled(number: Int(outcome.exitCode) - 128)])
  }

  @Test func aSignalToItAloneReachesTheProgram() async throws {
    let shadow = try Shadow(script: "trap 'echo caught; exit 7' TERM; echo ready; while :; do sleep 0.05; done")
    // The shell's own child is in its process group, but a signal to one process is not one to the group.
    let outcome = try await Tool(path: "/bin/sh")(
      [
        "-c", #""$0" >"$1" & pid=$!; until grep -q ready "$1"; do sleep 0.05; done; kill -TERM $pid; wait $pid"#,
        shadow.tool("swiftc").path, shadow.folder.path + "/output",
      ], environment: shadow.environment)
    #expect(outcome.exitCode == 7)
    #expect(try shadow.folder.read("output") == "ready\ncaught\n")
  }

  @Test func aSignalThatIsIgnoredStaysIgnored() async throws {
    let shadow = try Shadow(script: "kill -INT $$; echo alive")
    let outcome = try await Tool(path: "/bin/sh")(
      ["-c", #"trap '' INT; exec "$0""#, shadow.tool("clang").path], environment: shadow.environment)
    #expect(outcome.output == "alive\n" && outcome.exitCode == 0)
  }

  @Test func argumentsEnvironmentAndStreamsAreTheProgramsOwn() async throws {
    let shadow = try Shadow(
      script: #"printf '%s\037' "$0" "$@"; printf '%s' "$SECRET" >&2; cat"#)
    let arguments = [
      "", " ", "two\nlines", "é😀", "--", "@nothing", #"'"\$HOME"#, String(repeating: "x", count: 100_000),
    ]
    let outcome = try await Tool(path: "/bin/sh")(
      ["-c", #"echo input | "$0" "$@""#, shadow.tool("swift-frontend").path] + arguments,
      environment: shadow.environment.merging(["SECRET": "known"]) { $1 })
    // A script's own name is the path that the system started it by.
    let said = outcome.output.split(separator: "\u{1F}", omittingEmptySubsequences: false).dropFirst()
    #expect(said.map(String.init) == arguments + ["input\n"])
    #expect(outcome.errors == "known")
  }

  @Test(arguments: ["missing", "folder", "full", "unwritable", "pipe"])
  func aLogThatCannotBeWrittenIsNoBusinessOfTheBuild(log: String) async throws {
    let shadow = try Shadow(script: "echo out; echo err >&2; exit 3")
    let path = shadow.folder.path + "/" + log
    switch log {
    case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    case "unwritable":
      try shadow.folder.write([log: ""])
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    default: break
    }
    let outcome = try await shadow.tool("clang++")(
      [], environment: [StandIns.fileVariable: log == "full" ? "/dev/full" : path])
    #expect(outcome.exitCode == 3 && outcome.output == "out\n" && outcome.errors == "err\n")
  }

  @Test func withoutALogTheProgramTakesItsPlace() async throws {
    let shadow = try Shadow(script: "echo $PPID $$")
    let outcome = try await Tool(path: "/bin/sh")(["-c", #"echo $$; exec "$0""#, shadow.tool("swiftc").path])
    let numbers = outcome.output.split(whereSeparator: \.isWhitespace)
    #expect(numbers.count == 3 && numbers.first == numbers.last)
    #expect(try shadow.events().isEmpty)
  }

  @Test func aProgramThatIsNotThereIsSaidAsAShellDoes() async throws {
    let shadow = try Shadow(script: "exit 0")
    try FileManager.default.removeItem(atPath: shadow.folder.path + "/programs/clang")
    let outcome = try await shadow.tool("clang")([], environment: shadow.environment)
    #expect(outcome.exitCode == 127)
    #expect(outcome.errors.hasPrefix("modgauge-recorder: error: "), "\(outcome.errors)")
  }

  @Test func aDriversJobsAreItsChildrenAndItsCostHoldsTheirs() async throws {
    let shadow = try Shadow(script: #"[ "$1" = job ] || { "$JOB" job -frontend -c; exec "$JOB" job; }"#)
    let job = shadow.tool("swift-frontend").path
    _ = try await shadow.tool("swiftc")(
      ["-module-name", "Core"], environment: shadow.environment.merging(["JOB": job]) { $1 })
    let events = try shadow.events()
    let driver = try #require(events.first { $0.program == "swiftc" })
    let jobs = events.filter { $0.program == "swift-frontend" }
    #expect(driver.parentProcessID == nil && driver.job == Job(kind: .plan, module: "Core"))
    #expect(jobs.count == 2 && jobs.allSatisfy { $0.parentProcessID == driver.processID })
    #expect(
      jobs.allSatisfy { $0.startNanoseconds >= driver.startNanoseconds && $0.endNanoseconds <= driver.endNanoseconds })
    #expect(driver.userMicroseconds >= jobs.map(\.userMicroseconds).reduce(0, +))
  }

  @Test(arguments: [false, true])
  func ifAskedTheJobsOfADriverInheritOnlyTheStandardStreams(isAsked: Bool) async throws {
    let shadow = try Shadow(
      script: #"""
        for place in /dev/fd /proc/$PPID/fd; do [ -e $place/7 ] && echo "${1-driver} $place"; done | sed "s/$PPID/parent/"
        [ "$1" = job ] || "$JOB" job
        """#, closesInherited: isAsked)
    let outcome = try await Tool(path: "/bin/sh")(
      ["-c", #"exec "$0" 7>"$1""#, shadow.tool("swiftc").path, shadow.folder.path + "/seven"],
      environment: shadow.environment.merging(["JOB": shadow.tool("swift-frontend").path]) { $1 })
    let places = FileManager.default.fileExists(atPath: "/proc/self/fd") ? ["/dev/fd", "/proc/parent/fd"] : ["/dev/fd"]
    let expected = (isAsked ? ["driver"] : ["driver", "job"]).flatMap { name in places.map { "\(name) \($0)\n" } }
    #expect(outcome.output == expected.joined() && outcome.errors == "" && outcome.exitCode == 0)
    #expect(try shadow.events().count == 2)
  }

  @Test func objectsThatStayTheSameAreNotCounted() async throws {
    let shadow = try Shadow(script: #"sleep 0.2; echo code > "$TWO""#)
    let objects = ["One", "Two"].map { "\(shadow.folder.path)/\($0).swift.o" }
    try shadow.folder.write(["One.swift.o": "code", "Two.swift.o": "code", "list": objects.joined(separator: "\n")])
    let arguments = [
      "-frontend", "-c", "-primary-file", "One.swift", "-primary-file", "Two.swift", "-module-name", "Core",
    ]
    for outputs in [objects.flatMap { ["-o", $0] }, ["-output-filelist", shadow.folder.path + "/list"], []] {
      let outcome = try await shadow.tool("swift-frontend")(
        arguments + outputs, environment: shadow.environment.merging(["TWO": objects[1]]) { $1 })
      #expect(outcome.exitCode == 0)
    }
    #expect(try shadow.events().map(\.job.writtenObjects) == [1, 1, nil])
  }

  @Test func eventsOfProcessesThatEndTogetherDoNotMix() async throws {
    let shadow = try Shadow(script: "exit 0")
    let names = (0..<200).flatMap { ["-primary-file", "/source/\(String(repeating: "f", count: 100))-\($0).swift"] }
    let outcome = try await Tool(path: "/bin/sh")(
      ["-c", #"for i in $(seq 100); do "$0" -frontend -c "$@" & done; wait"#, shadow.tool("swift-frontend").path]
        + names,
      environment: shadow.environment)
    #expect(outcome.exitCode == 0)
    let events = try shadow.events()
    #expect(events.count == 100)
    #expect(events.allSatisfy { $0.job.fileCount == 200 && $0.job.files.count < 200 && !$0.job.files.isEmpty })
    let lines = try shadow.folder.read("trace").split(separator: "\n")
    #expect(lines.allSatisfy { $0.utf8.count < CompilerEvent.longestLine })
  }

  @Test func aResponseFileTellsTheJobAndIsHandedOnAsItIs() async throws {
    let shadow = try Shadow(script: #"echo "$@""#)
    try shadow.folder.write(["words": #""-c" "-primary-file" "/a b/Two.swift" -module-name Core -o Two.o"#])
    let word = "@" + shadow.folder.path + "/words"
    let outcome = try await shadow.tool("swift-frontend")(["-frontend", word], environment: shadow.environment)
    #expect(outcome.output == "-frontend \(word)\n")
    #expect(
      try shadow.events().map(\.job) == [
        Job(kind: .compile, module: "Core", files: ["Two.swift"], writtenObjects: 0, output: "Two.o")
      ])
  }
}

/// A shadow toolchain whose programs are all the same shell script.
private struct Shadow {
  let folder: TestFolder

  init(script: String, closesInherited: Bool = false) throws {
    folder = try TestFolder()
    let header = BuildTrace.Header(
      build: "test", startNanoseconds: 0, cores: 1, toolchain: nil, arguments: [], closesInherited: closesInherited)
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path + "/a b é/usr/bin", withIntermediateDirectories: true)
    try folder.write(["trace": header.jsonLine + "\n"])
    for name in StandIns.programs {
      try folder.write(["programs/\(name)": "#!/bin/sh\n\(script)\n"])
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/programs/\(name)")
      try files.copyItem(atPath: Supervision.recorder, toPath: tool(name).path)
    }
    try files.createSymbolicLink(
      atPath: folder.path + "/a b é/real", withDestinationPath: folder.path + "/programs")
  }

  func tool(_ name: String) -> Tool { Tool(path: folder.path + "/a b é/usr/bin/" + name) }

  var environment: [String: String] { [StandIns.fileVariable: folder.path + "/trace"] }

  /// All that was written.
  func events() throws -> [CompilerEvent] {
    let trace = try #require(try BuildTrace.builds(in: folder.read("trace").utf8).first)
    #expect(trace.flaws.isEmpty)
    return trace.events
  }
}
