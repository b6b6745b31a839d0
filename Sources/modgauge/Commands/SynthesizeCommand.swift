import ArgumentParser
import Configuration
import Reports
import Services
import Synthesis

struct SynthesizeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synthesize", _superCommandName: Program.name,
    abstract: "Writes a workspace that builds, from a short description.",
    discussion: """
      The description is YAML: names, kinds, sizes and dependencies of modules. The same description gives the same \
      bytes. The folder must be new or empty.
      """)

  @Argument(help: ArgumentHelp("The description of the workspace.", valueName: "spec.yml"), completion: .file())
  var description: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder to write.", valueName: "folder"), completion: .directory)
  var output: [String] = []

  @Flag(help: "Write into a folder that is not empty: files of the same names are replaced, others stay.")
  var force = false

  func validate() throws { _ = try folder }

  private var folder: String {
    get throws {
      guard let folder = try output.single("--output") else {
        throw ValidationError("--output must name the folder to write.")
      }
      return folder
    }
  }

  func run() throws {
    let output = try folder
    let workspace = try WorkspaceDescription(yaml: InputFile.read(description), file: description)
    try workspace.checkFolder(InputFile.lastPart(of: output))
    let files = try synthesize(workspace)
    try ResultFiles.write(files.map { ($0.path, $0.bytes) }, below: output, mayReplace: force)
    let lines = workspace.modules.reduce(0) { $0 + $1.lines }
    let modules = Figures.counted(workspace.modules.count, "module")
    Terminal.note("wrote \(modules) of about \(Figures.count(lines)) lines in \(Figures.count(files.count)) files")
    try Terminal.write(output + "\n")
  }
}
