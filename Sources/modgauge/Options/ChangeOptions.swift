import ArgumentParser
import Services
import Workspace

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

  /// The absolute paths of `--files`.
  /// - Throws: `InputFile.Unreadable`.
  func namedFiles() throws -> Set<String> {
    var names: [String] = []
    for file in files {
      guard file == InputFile.standardInput else {
        names.append(file)
        continue
      }
      let bytes = try InputFile.readOnce(file)
      let separator = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
      names += bytes.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
    }
    return Set(
      names.map { name in
        let path = Path.absolute(name)
        // The folder may be reached through a link, while git names the real one.
        let folder = InputFile.folder(of: path)
        return Path.canonical(folder).map { Path.normalized("\($0)/\(InputFile.lastPart(of: path))") } ?? path
      })
  }
}
