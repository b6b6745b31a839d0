import BuildTrace
import Platform

/// The recorder under the name of another program, in a shadow toolchain. It runs the real program with the same
/// arguments, and then appends an event with its times and memory to the trace.
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

  /// Runs the real program, and exits in the same way.
  func run() -> Never {
    guard let log = TraceLog() else {
      Self.giveUp(realPath, CurrentProcess.become(realPath))
    }
    let parent = CurrentProcess.variable(StandIns.parentVariable).flatMap { Int($0) }
    // Only below drivers: SwiftPM waits for its own children by a descriptor that it leaves to them.
    if parent != nil, log.closesInherited { Descriptors.closeOthers() }
    // Nested stand-ins read the number of this one. That of their own parent process would not do: a driver with a
    // single job becomes its frontend by `exec`.
    CurrentProcess.setVariable(StandIns.parentVariable, to: String(CurrentProcess.id))
    let start = MonotonicClock.nowNanoseconds
    let child: ForegroundProgram
    do { child = try ForegroundProgram(path: realPath) } catch { Self.giveUp(realPath, error) }
    // Computed while the program runs, so that it does not delay the build.
    var job = Job(program: name, arguments: Self.arguments, contents: SmallFile.contents)
    let objects = job.kind == .compile ? Job.objects(arguments: Self.arguments, contents: SmallFile.contents) : []
    let before = objects.map(Self.time)
    let end: (status: ProcessEnd, usage: ResourceUsage)
    do { end = try child.wait() } catch { Self.giveUp(realPath, error) }
    if !objects.isEmpty { job.writtenObjects = zip(objects, before).count { Self.time(of: $0) != $1 } }
    log.append(
      CompilerEvent(
        processID: Int(CurrentProcess.id), parentProcessID: parent, startNanoseconds: start,
        endNanoseconds: MonotonicClock.nowNanoseconds, userMicroseconds: end.usage.userMicroseconds,
        systemMicroseconds: end.usage.systemMicroseconds, peakBytes: end.usage.peakBytes,
        termination: Termination(end.status), program: name, job: job))
    CurrentProcess.exit(as: end.status)
  }

  /// When a file was last written; `nil` if there is none.
  private static func time(of path: String) -> Int? { (try? FileStatus(of: path))?.modifiedNanoseconds }

  private static var arguments: [String] {
    CurrentProcess.arguments.dropFirst().map { String(cString: $0) }
  }

  /// Exits with the code that a shell uses if a program does not exist or cannot be run.
  private static func giveUp(_ path: String, _ reason: Errno) -> Never {
    let error = RecorderError.cannotStart(program: path, reason)
    Descriptors.writeToStandardError("modgauge-recorder: error: \(error)\n")
    CurrentProcess.exit(reason == .noSuchFileOrDirectory ? 127 : 126)
  }
}
