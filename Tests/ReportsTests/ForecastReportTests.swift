import BuildAnalysis
import Foresight
import BuildTrace
import ModuleGraph
import Reports
import TestSupport
import Testing

@Suite struct ForecastReportTests {
  private static let graph = ModuleGraph(["App": ["Core"]])

  private static func interfaces(_ names: [String]) -> WorkspaceInterfaces {
    let file = WorkspaceInterfaces.File(hash: 1, lines: 100, interface: nil)
    return WorkspaceInterfaces(
      modules: Dictionary(
        uniqueKeysWithValues: names.map {
          (ModuleID(package: "Example", name: $0), WorkspaceInterfaces.Contents(files: ["\($0).swift": file]))
        }))
  }

  /// The text about a change, from a build that compiled nothing.
  private static func text(from base: [String], to head: [String]) throws -> String {
    let trace = BuildTrace(
      header: .init(build: "b", startNanoseconds: 0, cores: 1, toolchain: nil, arguments: []), events: [],
      supervised: nil, flaws: [])
    let forecast = CommitForecast(
      from: (graph, interfaces(base)), to: (graph, interfaces(head)),
      costs: CompilerCosts(Timeline(trace, graph: graph)))
    let report = ForecastReport(
      forecast, names: (base: "main", head: "topic"), in: graph,
      estimate: BuildEstimate(build: "clean build of App", method: .cpuShare, otherProgramsShare: 3.049))
    return try report.text("markdown")
  }

  @Test func `a module without sources is told instead of a cost`() throws {
    let text = try Self.text(from: ["App", "Core"], to: ["App"])
    #expect(text.contains("main → topic: Core has no sources left: the build will fail."), "\(text)")
    #expect(!text.contains("after pulling"))
  }

  @Test func `the clean build and the state of the recording are told`() throws {
    let text = try Self.text(from: ["App", "Core"], to: ["App", "Core"])
    #expect(text.contains("of all 2 modules except tests, of which the recorded build compiled 0: about"), "\(text)")
    #expect(text.contains("Other programs used 304.9 % of the cores during the recorded build"))
  }
}
