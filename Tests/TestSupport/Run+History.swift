package import BuildAnalysis

extension Run {
  /// The small run of a commit: its number, from 1, is that of the day, and of the seconds of the app's builds.
  package static func example(
    commit: Int, seconds: Double = 20, machine: String = "Example CPU", compiler: String = "Swift 6.3.1"
  ) -> Run {
    var run = example(rounds: 3)
    let day = "2026-\(digits(1 + commit / 28))-\(digits(1 + commit % 28))"
    run.started = "\(day)T12:00:00Z"
    run.workspace.revision = digits(commit, 40)
    (run.workspace.committed, run.workspace.branch, run.workspace.dirty) = ("\(day)T10:00:00Z", "main", false)
    (run.environment.cpu, run.environment.compiler) = (machine, compiler)
    for index in run.samples.indices where run.samples[index].arm == "App" {
      run.samples[index].seconds = seconds + Double((commit * 7 + index) % 5) * 0.01 * seconds
    }
    return run
  }

  private static func digits(_ number: Int, _ count: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: count - text.count) + text
  }
}
