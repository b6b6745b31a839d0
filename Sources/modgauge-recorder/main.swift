import Platform

StandIn()?.run()

do throws(RecorderError) {
  switch try Mode(arguments: CurrentProcess.arguments.dropFirst()) {
  case .supervise(let arguments): try supervise(arguments)
  case .run(let command): try run(command)
  case .sequence(let commands): try runOneByOne(commands)
  }
} catch {
  Descriptors.writeToStandardError("modgauge-recorder: error: \(error)\n")
  CurrentProcess.exit(error.exitCode)
}
