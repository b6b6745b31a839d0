import ArgumentParser
struct SynthesizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "synthesize")
}
