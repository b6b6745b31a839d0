import Platform

/// Runs programs one after the other until one fails, and exits in the same way as the last one.
///
/// - Throws: `RecorderError` if one could not be started.
func runOneByOne(_ programs: [ArraySlice<RawArgument>]) throws(RecorderError) -> Never {
  var status = ProcessEnd.exited(code: 0)
  for arguments in programs where status == .exited(code: 0) {
    do { status = try StartedProgram(arguments: arguments).wait().status } catch {
      throw .cannotStart(program: arguments.first.map { String(cString: $0) } ?? "", error)
    }
  }
  CurrentProcess.exit(as: status)
}
