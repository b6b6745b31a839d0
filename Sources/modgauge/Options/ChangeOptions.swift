import ArgumentParser
import Services

/// Which change of the workspace is meant.
struct ChangeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Compare with the merge base with this revision. Default: the default branch.", valueName: "revision"))
  var base: String?

  @Option(
    help: ArgumentHelp(
      "The state after the change. Default: the working tree, with what is not committed.", valueName: "revision"))
  var head: String?

  @Flag(help: "Only what differs between HEAD and the files that git tracks.")
  var uncommitted = false

  @Flag(help: "Only files that git neither tracks nor ignores.")
  var untracked = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "These files changed, whatever git says; - reads a list from standard input, by lines or separated by NUL.",
      valueName: "path"))
  var files: [String] = []

  func validate() throws {
    if uncommitted || untracked {
      let option = uncommitted ? "--uncommitted" : "--untracked"
      if base != nil || head != nil { throw ValidationError("\(option) compares with HEAD; remove --base and --head.") }
      if !files.isEmpty { throw ValidationError("\(option) and --files cannot be combined.") }
    }
  }

  var request: ChangeRequest {
    var request = ChangeRequest()
    (request.base, request.head, request.files) = (base, head, files)
    (request.isUncommitted, request.isUntracked) = (uncommitted, untracked)
    return request
  }
}
