import ArgumentParser

@main
struct ModGauge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "modgauge",
    abstract: "Times builds of SwiftPM workspaces and draws their module graphs.",
    subcommands: [SynthesizeCommand.self])
}
