import Testing

@testable import BuildTrace

/// What looks at processes add up to.
struct ObservationTests {
  private static let millisecond = 1_000_000
  private static let frontend = ObservedProgram.compiler(
    name: "swift-frontend", job: Job(kind: .compile, module: "Core", files: ["One.swift"]))
  private static let driver = ObservedProgram.compiler(name: "swiftc", job: Job(kind: .plan, module: "Core"))

  private var processes = ObservedProcesses()

  /// Times are in milliseconds.
  private func sight(
    parent: Int = 1, start: Int, image: Int = 7, user: Int = 0, system: Int = 0, children: Int = 0,
    peakBytes: Int? = nil
  ) -> ProcessSight {
    ProcessSight(
      parentProcessID: parent, started: (start * Self.millisecond)...((start + 10) * Self.millisecond), image: image,
      processorTime: ProcessorTime(userMicroseconds: user, systemMicroseconds: system),
      childrenProcessorTime: ProcessorTime(userMicroseconds: children, systemMicroseconds: 0), peakBytes: peakBytes)
  }

  /// One that was not there 20 ms ago.
  private mutating func appears(_ process: Int, _ sight: ProcessSight, at time: Int, as program: ObservedProgram) {
    processes.appeared(process, sight, at: time * Self.millisecond, before: (time - 20) * Self.millisecond)
    #expect(sees(process, sight, at: time, as: program) == nil)
  }

  private mutating func sees(
    _ process: Int, _ sight: ProcessSight, at time: Int, as program: ObservedProgram
  ) -> CompilerEvent? {
    processes.saw(process, sight, at: time * Self.millisecond) { program }
  }

  private mutating func ends(_ process: Int, at time: Int, last: ProcessSight? = nil) -> CompilerEvent? {
    processes.ended(process, last: last, at: time * Self.millisecond)
  }

  @Test mutating func anEventStatesHowMuchEarlierItMayHaveStartedAndEnded() throws {
    appears(5, sight(start: 100), at: 115, as: Self.frontend)
    processes.isThere(5, at: 190 * Self.millisecond)
    let event = try #require(ends(5, at: 202))
    #expect(event.startNanoseconds == 110 * Self.millisecond && event.endNanoseconds == 202 * Self.millisecond)
    #expect(event.source == .observer(resolutionNanoseconds: 12 * Self.millisecond))
    #expect(event.termination == nil && event.parentProcessID == nil && event.job.module == "Core")
    #expect(ends(5, at: 203) == nil)
  }

  @Test mutating func nobodyStartsBeforeTheLookAtWhichItWasNotThere() throws {
    appears(5, sight(start: 100), at: 128, as: Self.frontend)
    #expect(try #require(ends(5, at: 130)).source == .observer(resolutionNanoseconds: 2 * Self.millisecond))
  }

  @Test mutating func aNumberThatIsGivenAgainIsAnotherEvent() throws {
    appears(5, sight(start: 100, user: 80), at: 120, as: Self.frontend)
    let first = try #require(ends(5, at: 200))
    appears(5, sight(start: 210, user: 3), at: 225, as: Self.driver)
    let second = try #require(ends(5, at: 240))
    #expect([first.program, second.program] == ["swift-frontend", "swiftc"])
    #expect([first.userMicroseconds, second.userMicroseconds] == [80, 3])
    #expect(second.startNanoseconds == 220 * Self.millisecond)
  }

  @Test mutating func aProgramThatTakesTheProcessOverIsAnEventOfItsOwn() throws {
    appears(5, sight(start: 100, image: 1, user: 10), at: 120, as: Self.driver)
    let driver = try #require(sees(5, sight(start: 100, image: 2, user: 40, peakBytes: 9), at: 140, as: Self.frontend))
    #expect(sees(5, sight(start: 100, image: 2, user: 45, peakBytes: 8), at: 160, as: Self.frontend) == nil)
    let frontend = try #require(ends(5, at: 180))
    #expect(driver.program == "swiftc" && frontend.program == "swift-frontend")
    #expect(driver.endNanoseconds == frontend.startNanoseconds)
    #expect([driver.userMicroseconds, frontend.userMicroseconds] == [10, 35])
    #expect(frontend.peakBytes == 8)
  }

  @Test mutating func aForkIsNotItsParentUntilItIsWhatItWasForkedFor() throws {
    appears(5, sight(start: 100, image: 1), at: 120, as: Self.driver)
    appears(6, sight(parent: 5, start: 120, image: 1), at: 140, as: Self.driver)
    #expect(!processes.compiles(6))
    #expect(sees(6, sight(parent: 5, start: 120, image: 2), at: 160, as: Self.frontend) == nil)
    let event = try #require(ends(6, at: 200))
    #expect(event.program == "swift-frontend" && event.parentProcessID == 5)
    #expect(event.startNanoseconds == 160 * Self.millisecond)
  }

  @Test mutating func whatCannotBeToldYetIsAskedAgain() throws {
    appears(5, sight(start: 100), at: 120, as: .notKnown)
    #expect(sees(5, sight(start: 100), at: 140, as: Self.frontend) == nil)
    #expect(try #require(ends(5, at: 200)).program == "swift-frontend")
    appears(6, sight(start: 100), at: 120, as: .notKnown)
    #expect(ends(6, at: 200) == nil)
  }

  @Test mutating func theParentIsTheNearestCompilerAboveAndNoBuilder() throws {
    appears(2, sight(start: 0, image: 1), at: 10, as: .other)
    appears(3, sight(parent: 2, start: 10, image: 2), at: 20, as: Self.driver)
    appears(4, sight(parent: 3, start: 20, image: 3), at: 30, as: .other)
    appears(5, sight(parent: 4, start: 30, image: 4), at: 40, as: Self.frontend)
    #expect(ends(2, at: 50) == nil && ends(4, at: 50) == nil)
    #expect(try #require(ends(5, at: 60)).parentProcessID == 3)
    #expect(try #require(ends(3, at: 60)).parentProcessID == nil)
  }

  @Test mutating func numbersInARingDoNoHarm() throws {
    appears(5, sight(parent: 6, start: 0, image: 1), at: 10, as: .other)
    appears(6, sight(parent: 5, start: 0, image: 2), at: 10, as: .other)
    appears(7, sight(parent: 5, start: 10, image: 3), at: 20, as: Self.frontend)
    #expect(try #require(ends(7, at: 30)).parentProcessID == nil)
  }

  @Test mutating func aDriversCostHoldsThatOfItsJobs() throws {
    appears(3, sight(start: 0, image: 1, user: 10), at: 20, as: Self.driver)
    appears(4, sight(parent: 3, start: 10, image: 2, user: 100, system: 50), at: 20, as: Self.frontend)
    _ = ends(4, at: 40)
    #expect(try #require(ends(3, at: 50)).userMicroseconds == 110)
    // What it has waited for holds those that nobody saw.
    appears(3, sight(start: 0, image: 1, user: 10), at: 20, as: Self.driver)
    let driver = try #require(ends(3, at: 50, last: sight(start: 0, image: 0, user: 12, children: 500)))
    #expect(driver.userMicroseconds == 512)
  }

  @Test mutating func processorTimeNeverShrinksAndKeepsItsParts() throws {
    appears(5, sight(start: 0, user: 30, system: 10), at: 20, as: Self.frontend)
    processes.isThere(5, processorMicroseconds: 400, at: 40 * Self.millisecond)
    processes.isThere(5, processorMicroseconds: 0, at: 60 * Self.millisecond)
    let event = try #require(ends(5, at: 70))
    #expect(event.userMicroseconds == 300 && event.systemMicroseconds == 100)
  }
}

/// What a process runs, by its words.
struct ObservedProgramTests {
  private func program(_ arguments: [String], files: [String: String] = [:]) -> ObservedProgram {
    ObservedProgram(commandLine: Array(arguments.map { $0 + "\0" }.joined().utf8)) { files[$0].map { Array($0.utf8) } }
  }

  @Test(arguments: ["swift-build", "/usr/bin/make", "sh", "", "swift", "swiftc.sh", "clang-format", "ninja-1.10"])
  func whatDoesNotCompileIsNoEvent(name: String) {
    #expect(program([name, "-c", "a.c", "-o", "a.o"]) == .other)
  }

  @Test(arguments: ["clang", "/usr/bin/clang-17", "a b/gcc-13", "c++"])
  func compilersOfCAreKnownInAnyVersion(name: String) {
    guard case .compiler(_, let job) = program([name, "-c", "a.c", "-o", "Core.build/a.c.o"]) else {
      Issue.record("no compiler: \(name)")
      return
    }
    #expect(job.kind == .cCompile && job.module == "Core" && job.files == ["a.c"])
  }

  @Test func aLinkerIsKnownByItsOutput() {
    #expect(
      program(["/usr/bin/ld.gold", "-o", "/build/App"])
        == .compiler(name: "ld.gold", job: Job(kind: .link, output: "App")))
  }

  @Test func noWordsTellNothing() {
    #expect(ObservedProgram(commandLine: [], contents: { _ in nil }) == .notKnown)
  }

  @Test func aHundredKilobytesOfWordsAndAResponseFileAreRead() {
    let files = (0..<2000).flatMap { ["-primary-file", "/source/\(String(repeating: "f", count: 40))-\($0).swift"] }
    let arguments = ["-c", "-module-name", "Core"] + files
    let expected = program(["swift-frontend", "-frontend"] + arguments)
    guard case .compiler(_, let job) = expected else {
      Issue.record("no compiler")
      return
    }
    #expect(job.kind == .compile && job.fileCount == 2000)
    #expect(
      program(["swift-frontend", "-frontend", "@words"], files: ["words": arguments.joined(separator: "\n")])
        == expected)
  }

  @Test func `no word follows the last zero byte, so that an option at the end has no value`() {
    #expect(program(["ld", "-o"]) == .compiler(name: "ld", job: Job(kind: .other)))
  }

  @Test func emptyWordsAreWords() {
    guard case .compiler(_, let job) = program(["swiftc", "", "-module-name", "", "-o", "a"]) else {
      Issue.record("no compiler")
      return
    }
    #expect(job.module == "" && job.output == "a")
  }
}
