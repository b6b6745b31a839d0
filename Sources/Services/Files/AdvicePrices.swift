package import Advice
import BuildAnalysis
import BuildTrace
import Foresight
import ModuleGraph
import Reports
package import Workspace

/// What findings cost in a recorded build.
package struct AdvicePrices {
  /// As in `clean build of App`.
  package let build: String
  private let costs: ModuleCosts
  private let trace: BuildTrace?
  /// `nil` if the recorded build cannot be replayed.
  private let structure: RecordedStructure?

  /// - Throws: what `RecordedCosts` throws; a build that cannot be replayed is a note.
  package init(at path: String, of loaded: LoadedWorkspace) throws {
    costs = try RecordedCosts.read(path, for: loaded.graph)
    build = costs.build
    trace = try InputFile.file(at: path, orIn: [RecordFolder.traceName]).flatMap { try RecordedTrace(at: $0)?.trace }
    do {
      let runs = FormerRuns(of: loaded.rootPath)
      structure = try RecordedStructures(at: [path], of: loaded, runs: runs, isForced: false).structures.first
    } catch let refusal as RecordedStructures.RecordingError {
      // The rest says what to do for commands that cannot do without.
      let words = "\(refusal)".visibleLines
      Terminal.note(
        "note: no gain is predicted: \(words.firstRange(of: ". ").map { words[..<$0.lowerBound] } ?? words[...])")
      structure = nil
    }
  }

  /// In seconds: the error of the replay, or 1 % as for `modgauge suggest`.
  private var resolution: Double {
    let seconds = structure?.measuredSeconds ?? trace?.supervised.map { Double($0.wallNanoseconds) / 1e9 } ?? 0
    return max(0.01, abs(structure?.relativeError ?? 0)) * seconds
  }

  package func price(of finding: AdviceFinding) -> AdvicePrice {
    let modules = finding.modules.compactMap { costs.byModule[$0] }
    return AdvicePrice(
      finding, cpuSeconds: modules.isEmpty ? nil : modules.reduce(0) { $0 + $1.cpuSeconds },
      wallSeconds: scriptSeconds(of: finding) ?? (modules.isEmpty ? nil : modules.reduce(0) { $0 + $1.wallSeconds }),
      gain: gain(of: finding), resolution: resolution)
  }

  /// All scripts of the targets; steps do not say which phase they are.
  private func scriptSeconds(of finding: AdviceFinding) -> Double? {
    let targets = finding.scripts.map { Module.compiledName($0.name) }
    let steps =
      trace?.events.filter { $0.program == "PhaseScriptExecution" && targets.contains($0.job.module ?? "") } ?? []
    return steps.isEmpty ? nil : Double(steps.reduce(0) { $0 + $1.endNanoseconds - $1.startNanoseconds }) / 1e9
  }

  /// The replay without the modules that would not be built.
  private func gain(of finding: AdviceFinding) -> AdvicePrice.Gain? {
    let built = finding.isAvoidable ? finding.modules.filter { costs.byModule[$0] != nil } : []
    guard !built.isEmpty, let forecast = try? structure?.forecast(Proposal(built.map { .remove("\($0)") })) else {
      return nil
    }
    return AdvicePrice.Gain(seconds: forecast.gain.value, low: forecast.gain.low, high: forecast.gain.high)
  }
}
