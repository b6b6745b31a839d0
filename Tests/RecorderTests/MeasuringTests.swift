import BuildTrace
import Foundation
import Testing

/// What the recorder says of programs that end by themselves.
@Suite struct MeasuringTests {
  @Test(arguments: [0, 1, 42, 255])
  func theExitCodeIsKept(code: Int) async throws {
    let build = try await Supervision().supervise(["sh", "-c", "exit \(code)"])
    #expect(build.termination == .exited(code: code))
    #expect(build.stopped == nil && build.survivors == 0)
  }

  @Test func aSignalIsTold() async throws {
    let build = try await Supervision().supervise(["sh", "-c", "kill -KILL $$"])
    #expect(build.termination == .signalled(number: 9))
    #expect(build.stopped == nil)
  }

  /// The shell's `times` gives the same figures from the system, in hundredths of a second, just before the end.
  @Test func processorTimeIsThatOfTheProgramAndItsChildren() async throws {
    let run = try Supervision()
    let build = try await run.supervise([
      "sh", "-c", "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; times",
    ])
    let seconds = String(decoding: try run.logged(), as: UTF8.self).split(whereSeparator: \.isWhitespace).map(minutes)
    let recorded = Double(build.userMicroseconds + build.systemMicroseconds) / 1e6
    #expect(seconds.count == 4)
    #expect(abs(recorded - seconds.reduce(0, +)) < 0.1)
    #expect(recorded > 0.01)
    #expect(build.wallNanoseconds > 0 && build.peakBytes > 100_000)
  }

  #if os(Linux)
    @Test(arguments: [true, false]) func theProgramsOwnProcessorTimeIsToldApart(isOwn: Bool) async throws {
      let loop = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"
      let build = try await Supervision().supervise(["sh", "-c", isOwn ? loop : "sh -c '\(loop)'; :"])
      let share =
        Double(try #require(build.ownMicroseconds)) / Double(build.userMicroseconds + build.systemMicroseconds)
      #expect(isOwn ? share > 0.8 && share <= 1.01 : share < 0.2, "\(share)")
    }
  #endif

  /// `1m2.5s` in seconds.
  private func minutes(_ text: Substring) -> Double {
    let parts = text.dropLast().split(separator: "m")
    return (Double(parts[0]) ?? .nan) * 60 + (Double(parts[1]) ?? .nan)
  }

  @Test func argumentsArriveAsTheyAre() async throws {
    let run = try Supervision()
    let arguments = ["", " ", "a b", "two\nlines", "é😀\u{200F}", "--record", "--", "'\"\\$HOME`", "*"]
    _ = try await run.supervise(["printf", "%s\\037"] + arguments)
    #expect(String(decoding: try run.logged(), as: UTF8.self) == arguments.map { $0 + "\u{1F}" }.joined())
  }

  @Test func aHundredKilobytesOfArgumentsArrive() async throws {
    let run = try Supervision()
    let arguments = (0..<2000).map { "argument-\($0)-" + String(repeating: "x", count: 40) }
    _ = try await run.supervise(["printf", "%s\\n"] + arguments)
    #expect(String(decoding: try run.logged(), as: UTF8.self) == arguments.map { $0 + "\n" }.joined())
  }

  @Test func tenMegabytesOfOutputAreInTheLog() async throws {
    let run = try Supervision()
    _ = try await run.supervise(["sh", "-c", "head -c 10000000 /dev/zero; echo end >&2"])
    let log = try run.logged()
    #expect(log.count == 10_000_004)
    #expect(log.suffix(4) == Data("end\n".utf8))
  }

  @Test func aBuildHasNothingToReadAndInheritsNoOtherFile() async throws {
    let run = try Supervision()
    _ = try await run.supervise(["sh", "-c", "cat; for d in 3 4 5 6 7 8 9; do (: >&$d) 2>/dev/null && echo $d; done"])
    #expect(try run.logged().isEmpty)
  }

  @Test func theDirectoryIsWhereTheProgramRuns() async throws {
    let run = try Supervision()
    _ = try await run.supervise(["pwd"], options: ["--directory", "/usr"])
    #expect(try run.logged() == Data("/usr\n".utf8))
  }
}
