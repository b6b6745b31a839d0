#if os(Linux)
  import BuildTrace
  import Foundation
  import Testing

  /// What the supervisor sees of the processes that it runs. A copy of the shell stands for a compiler, since it does
  /// what it is told and takes any words besides.
  @Suite struct ObserverTests {
    /// Runs a script, with the folder of compilers as `$0`.
    private func observe(
      _ script: String, limit: String = "", compilers: [String] = ["swift-frontend", "swiftc", "clang"],
      act: (URL) throws -> Void = { _ in }
    ) async throws -> (build: SupervisedBuild, trace: BuildTrace) {
      let run = try Supervision()
      let header = BuildTrace.Header(build: "test", startNanoseconds: 0, cores: 1, toolchain: nil, arguments: [])
      let trace = run.folder.appending(path: "trace")
      try Data((header.jsonLine + "\n").utf8).write(to: trace)
      let shell = URL(filePath: "/bin/sh").resolvingSymlinksInPath()
      for name in compilers { try FileManager.default.copyItem(at: shell, to: run.folder.appending(path: name)) }
      try act(run.folder)
      let build = try await run.supervise(
        ["sh", "-c", limit + script, run.folder.path], options: ["--observe", trace.path])
      return (build, withoutForks(try #require(BuildTrace.builds(in: Data(contentsOf: trace)).first)))
    }

    /// A shell is two processes of one program until its child becomes what it starts; on a busy machine that is seen.
    private func withoutForks(_ trace: BuildTrace) -> BuildTrace {
      let events = trace.events.filter { event in
        !trace.events.contains { $0.processID == event.parentProcessID && $0.program == event.program }
      }
      return BuildTrace(header: trace.header, events: events, supervised: trace.supervised, flaws: trace.flaws)
    }

    @Test func compilersAreSeenWithTheirWordsAndTimes() async throws {
      let (build, trace) = try await observe(
        #""$0/swift-frontend" -c 'sleep 2; :' -frontend -module-name Core -primary-file a/One.swift"#)
      let event = try #require(trace.events.first)
      #expect(trace.events.count == 1 && trace.flaws.isEmpty)
      #expect(event.program == "swift-frontend")
      #expect(event.job == Job(kind: .compile, module: "Core", files: ["One.swift"]))
      #expect(event.parentProcessID == nil && event.termination == nil)
      #expect(event.startNanoseconds >= build.startNanoseconds && event.endNanoseconds <= build.endNanoseconds)
      guard case .observer(let resolution) = event.source else {
        Issue.record("\(event)")
        return
      }
      #expect(event.wallNanoseconds + resolution >= 300_000_000)
    }

    @Test func processorTimeAndMemoryAreThoseOfTheCompilerAndItsChildren() async throws {
      // Its memory is read at the second look, which a busy machine puts off.
      let loop = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; sleep 2"
      let (build, trace) = try await observe(
        "LOOP='\(loop)'; export LOOP; " + #""$0/swiftc" -c '"$0/swift-frontend" -c "$LOOP; :"; :' "$0""#)
      let driver = try #require(trace.events.first { $0.program == "swiftc" })
      let job = try #require(trace.events.first { $0.program == "swift-frontend" })
      #expect(job.parentProcessID == driver.processID)
      let charged = build.userMicroseconds + build.systemMicroseconds
      let seen = driver.userMicroseconds + driver.systemMicroseconds
      #expect((charged / 2...charged).contains(seen), "\(seen) of \(charged)")
      #expect(seen >= job.userMicroseconds + job.systemMicroseconds)
      #expect(try #require(driver.peakBytes ?? job.peakBytes) > 100_000)
    }

    @Test func aShellThatBecomesACompilerIsSeenAsOne() async throws {
      let (_, trace) = try await observe(
        #""$0/swiftc" -c 'sleep 2; exec "$0/swift-frontend" -c "sleep 2; :" -module-name B' "$0" -module-name A"#)
      #expect(trace.events.map(\.program) == ["swiftc", "swift-frontend"])
      #expect(Set(trace.events.map(\.processID)).count == 1)
      try #require(trace.events.count > 1)
      #expect(trace.events[0].endNanoseconds == trace.events[1].startNanoseconds)
    }

    @Test func whatAResponseFileSaidIsKnownAfterItIsGone() async throws {
      let (_, trace) = try await observe(
        #"cd "$0"; ./swift-frontend -c 'sleep 4; :' -frontend @words & sleep 2; rm words; wait"#
      ) { folder in
        let names = (0..<3000).map { "-primary-file \(String(repeating: "f", count: 40))\($0).swift" }
        try Data(("-module-name Core\n" + names.joined(separator: "\n")).utf8).write(
          to: folder.appending(path: "words"))
      }
      #expect(trace.events.map(\.job.module) == ["Core"])
      #expect(trace.events.map(\.job.fileCount) == [3000])
    }

    @Test func aHundredKilobytesOfWordsAreRead() async throws {
      let (_, trace) = try await observe(
        #""$0/swift-frontend" -c 'sleep 2; :' -frontend $(seq -f '-primary-file F%015.0f.swift' 3000) -module-name Last"#
      )
      #expect(trace.events.map(\.job.module) == ["Last"] && trace.events.map(\.job.fileCount) == [3000])
    }

    @Test func thousandsOfShortProcessesHideNone() async throws {
      let (build, trace) = try await observe(
        """
        for i in $(seq 5); do
          "$0/swift-frontend" -c 'sleep 3; :' -module-name "Long$i" &
          for j in $(seq 200); do /bin/true; "$0/clang" -c :; done
        done
        wait
        """)
      #expect(build.termination == .exited(code: 0) && trace.flaws.isEmpty)
      let long = trace.events.compactMap(\.job.module)
      #expect(long.sorted() == (1...5).map { "Long\($0)" })
      #expect(trace.events.allSatisfy { $0.endNanoseconds <= build.endNanoseconds })
    }

    @Test func withoutDescriptorsForThemProcessesAreSeenAllTheSame() async throws {
      let run = try Supervision()
      let trace = run.folder.appending(path: "trace")
      let header = BuildTrace.Header(build: "test", startNanoseconds: 0, cores: 1, toolchain: nil, arguments: [])
      try Data((header.jsonLine + "\n").utf8).write(to: trace)
      try FileManager.default.copyItem(
        at: URL(filePath: "/bin/sh").resolvingSymlinksInPath(), to: run.folder.appending(path: "clang"))
      let script =
        #"for i in $(seq 40); do "$0/clang" -c 'sleep 5; :' -module-name "M$i" & done; wait; "$0/clang" -c 'sleep 3; :'"#
      let limited = try await Self.limited(
        run.arguments(["--observe", trace.path], ["sh", "-c", script, run.folder.path]))
      #expect(limited == 0)
      let events = try #require(BuildTrace.builds(in: Data(contentsOf: trace)).first).events
      // Most of forty at once: where other tests keep the cores busy, some may be overlooked.
      let modules = Set(events.compactMap(\.job.module))
      #expect(modules.count > 24, "\(modules.sorted())")
      #expect(events.allSatisfy { $0.wallNanoseconds < 100_000_000_000 })
    }

    /// Runs the recorder where it can open 24 files at once.
    private static func limited(_ arguments: [String]) async throws -> Int32 {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", #"ulimit -n 24; exec "$0" "$@""#, try Supervision.recorder] + arguments
      process.standardInput = Pipe()
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }

    @Test func whoOutlivesTheBuildIsTold() async throws {
      let (build, trace) = try await observe(
        #"trap '' INT; "$0/clang" -c 'sleep 60; :' >/dev/null 2>&1 & sleep 0.3"#)
      #expect(build.survivors > 0)
      #expect(trace.events.map(\.program) == ["clang"])
      #expect(trace.events.allSatisfy { $0.endNanoseconds >= build.endNanoseconds })
    }

    @Test(arguments: ["/dev/full", "/nowhere/trace", "/"])
    func aTraceThatCannotBeWrittenIsNoBusinessOfTheBuild(path: String) async throws {
      let build = try await Supervision().supervise(["sh", "-c", "sleep 0.1; exit 3"], options: ["--observe", path])
      #expect(build.termination == .exited(code: 3))
    }
  }
#endif
