import ArgumentParser
import ModuleGraph

/// What a finding does to the exit code of a question.
struct FindingOptions: ParsableArguments {
  @Flag(help: "Exit with 1 if anything is found.")
  var failIfAny = false

  /// Ends the command as its answer wants it.
  ///
  /// - Parameter isFound: whether the answer is more than “none”.
  /// - Throws: exit code 2 for a graph of which packages are missing, else 1 for what was found.
  func finish(_ graph: ModuleGraph, of workspace: WorkspaceOptions, isFound: Bool) throws {
    try workspace.finish(graph)
    if failIfAny, isFound { throw ExitCode(1) }
  }
}
