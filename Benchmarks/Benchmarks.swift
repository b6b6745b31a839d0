import ArgumentParser
import BuildAnalysis
import Platform

/// Answers the project's questions about its own speed: `"$(script/build Benchmarks)/Benchmarks"`.
///
/// Each answer is the ratio of paired runs with its exact interval. A goal is met when the whole interval lies within
/// it, missed when it lies outside, and unresolved otherwise.
@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ratios of paired runs, one file a question.",
    discussion: "Questions: " + questions.map(\.name).joined(separator: ", ") + ".")

  static let questions: [any Question] =
    [
      EngineOverhead(), GraphCommand(), StartUp(), ManifestLoading(), CachedManifests(), GraphAlgorithms(),
      CyclicGraph(), MadeSampleApp(), RecorderOverhead(), ObserverAccuracy(), Pictures(), RuleChecks(), WorkspaceCopy(),
      StepDetection(),
      HistorySize(), BisectionTruth(), Suggesting(), Predicting(), RunPages(),
    ] + LeakAccuracy.all + RecordedBuild.all + TurnsTruth.all

  @Argument(help: "Questions to answer; all of them if none is named.")
  var names: [String] = []

  @Option(help: "How many pairs are run for each.")
  var pairs = 20

  @Option(help: "Seed of the order within the pairs.")
  var seed: UInt64 = 1

  func validate() throws {
    let known = Self.questions.map(\.name)
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw ValidationError("“\(unknown)” is no question; there are \(known.joined(separator: ", ")).")
    }
  }

  func run() async throws {
    // A supervisor may end while it is told whose turn it is.
    ProcessSignal.brokenPipe.ignore()
    for question in Self.questions where names.isEmpty || names.contains(question.name) {
      print("\(question.name): \(question.summary)")
      for line in try await question.answer(pairs: pairs, seed: seed) { print("  \(line)") }
    }
  }
}

/// Something about the tool's speed that is measured and not claimed.
protocol Question: Sendable {
  var name: String { get }
  /// What is divided by what, and the goal.
  var summary: String { get }
  /// Lines to print.
  func answer(pairs: Int, seed: UInt64) async throws -> [String]
}
