import Platform

StandIn()?.run()

do throws(RecorderError) {
  switch try Mode(words: CurrentProcess.words.dropFirst()) {
  case .supervise(let arguments): try supervise(arguments)
  case .run(let command): try run(command)
  case .sequence(let commands): try runOneByOne(commands)
  }
} catch {
  Descriptors.writeToStandardError("modgauge-recorder: error: \(error)\n")
  CurrentProcess.exit(error.exitCode)
}
