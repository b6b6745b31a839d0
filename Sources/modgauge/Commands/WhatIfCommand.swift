import ArgumentParser
import BuildAnalysis
import BuildRunner
import Reports
import Workspace

struct WhatIfCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "what-if",
    abstract: "Predicts what a build of another module structure would take, from a recorded build.",
    discussion: """
      Applies changes to the module graph and to the work of a build that `modgauge record` recorded, and replays it: wall \
      time and CPU time with an interval, critical path and idle cores before and after, each program, and what a change in \
      each module compiles again. Nothing is built, and no figure is measured. Changes of --proposal come first, then \
      those of the options in the order of their list below. Pictures show what changes.
      """)

  @Argument(
    help: ArgumentHelp(
      "Recorded builds of the workspace as it is: folders of `modgauge record`, or traces. Default: the newest one.",
      valueName: "recording"))
  var recordings: [String] = []

  @OptionGroup(title: "Changes") var proposed: ProposalOptions
  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup(title: "Manifest Options") var manifests: ManifestOptions
  @OptionGroup var result: ResultOptions<WhatIfReport>

  @Flag(help: "Predict from a recorded build of another revision, too.")
  var force = false

  func run() async throws {
    let places = try result.destinations(named: "what-if")
    let proposal = try proposed.changes()
    let configuration = try workspace.configuration()
    let loaded = try await workspace.load(configuration, reading: manifests, reads: .imports)
    let runs = FormerRuns(folder: RunFolder.platformFolder(workspaceKey: BenchmarkFolders.key(loaded.rootPath)))
    let recorded = try RecordedStructures(at: recordings, of: loaded, runs: runs, isForced: force)
    let forecast = try Forecast(recorded.structures, proposal)
    let report = WhatIfReport(
      forecast, from: recorded.structures, of: recorded.subject, otherProgramsShare: recorded.otherProgramsShare)
    try result.deliver(report, to: places, isQuiet: workspace.quiet)
    try workspace.finish(loaded.graph)
  }
}
