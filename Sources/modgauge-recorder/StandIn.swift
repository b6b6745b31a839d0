import BuildTrace
import Platform

/// The recorder under another program's name, in a shadow toolchain: it runs the real program with the same arguments,
/// and then appends an event with its cost.
struct StandIn {
  private let name: String
  private let realPath: String

  /// - Returns: `nil` if the recorder runs under its own name.
  init?() {
    guard let path = CurrentProcess.executablePath, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return nil
    }
    name = String(path[path.utf8.index(after: slash)...])
    guard StandIns.programs.contains(name) else { return nil }
    realPath = "\(path[..<slash])/\(StandIns.realPrograms)/\(name)"
  }

  /// Runs the real program and exits as it did.
  func run() -> Never {
    guard let log = TraceLog() else {
      Self.giveUp(realPath, CurrentProcess.become(realPath))
    }
    let parent = CurrentProcess.variable(StandIns.parentVariable).flatMap { Int($0) }
    // Neither the child's number nor that of its parent: a driver with a single job becomes its frontend by `exec`.
    CurrentProcess.setVariable(StandIns.parentVariable, to: String(CurrentProcess.id))
    let start = MonotonicClock.nowNanoseconds
    let child: ForegroundProgram
    do { child = try ForegroundProgram(path: realPath) } catch { Self.giveUp(realPath, error) }
    // Computed while the program runs, so that it costs no time.
    let job = Job(program: name, words: Self.words, contents: SmallFile.contents)
    let end: (status: ProcessEnd, usage: ResourceUsage)
    do { end = try child.wait() } catch { Self.giveUp(realPath, error) }
    TestDelay()?.pass(after: job)
    log.append(
      CompilerEvent(
        processID: Int(CurrentProcess.id), parentProcessID: parent, startNanoseconds: start,
        endNanoseconds: MonotonicClock.nowNanoseconds, userMicroseconds: end.usage.userMicroseconds,
        systemMicroseconds: end.usage.systemMicroseconds, peakBytes: end.usage.peakBytes,
        termination: Termination(end.status), program: name, job: job))
    CurrentProcess.exit(as: end.status)
  }

  private static var words: [String] {
    CurrentProcess.words.dropFirst().map { String(cString: $0) }
  }

  /// Exits as a shell does if a program does not exist or cannot be run.
  private static func giveUp(_ path: String, _ reason: Errno) -> Never {
    let error = RecorderError.cannotStart(program: path, reason)
    Descriptors.writeToStandardError("modgauge-recorder: error: \(error)\n")
    CurrentProcess.exit(reason == .noSuchFileOrDirectory ? 127 : 126)
  }
}
