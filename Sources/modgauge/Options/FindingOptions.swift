import ArgumentParser
import ModuleGraph

/// How findings affect the exit code of a question.
struct FindingOptions: ParsableArguments {
  @Flag(help: "Exit with code 1 if there is any finding.")
  var failIfAny = false

  /// Ends the command with the exit code for its answer.
  ///
  /// - Parameter isFound: whether anything was found.
  /// - Throws: exit code 2 for a graph with missing packages, else 1 for findings if that was requested.
  func finish(_ graph: ModuleGraph, of workspace: WorkspaceOptions, isFound: Bool) throws {
    try workspace.request.finish(graph)
    if failIfAny, isFound { throw ExitCode(1) }
  }
}
