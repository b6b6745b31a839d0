#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

StandIn()?.run()

// Raw words, since `CommandLine.arguments` repairs those that are not UTF-8 and the program must get its own unchanged.
let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).compactMap { $0 }

do throws(RecorderError) {
  switch try Mode(words: words.dropFirst()) {
  case .supervise(let arguments): try supervise(arguments)
  case .run(let command): try run(command)
  }
} catch {
  Descriptors.writeToStandardError("modgauge-recorder: error: \(error)\n")
  exit(error.exitCode)
}
