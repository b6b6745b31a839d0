import ArgumentParser
import BuildAnalysis
import Configuration

/// The proposed changes: options, and a file.
struct ProposalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A YAML file with changes, which are applied in order.", valueName: "file"))
  var proposal: String?

  @Option(
    help: ArgumentHelp(
      "Split a module into parts, each with patterns for its files.", valueName: "M=A:glob,B:glob"))
  var split: [String] = []

  @Option(help: ArgumentHelp("Merge modules into one.", valueName: "A,B=C"))
  var merge: [String] = []

  @Option(help: ArgumentHelp("Move files from one module to another.", valueName: "glob=A->B"))
  var moveFiles: [String] = []

  @Option(
    help: ArgumentHelp(
      "Put an interface module in front of a module; only apps still depend on the module itself.", valueName: "module")
  )
  var interface: [String] = []

  @Option(help: ArgumentHelp("Remove a module.", valueName: "module"))
  var remove: [String] = []

  @Option(help: ArgumentHelp("Add a dependency.", valueName: "A->B"))
  var add: [String] = []

  @Option(help: ArgumentHelp("Cut a dependency.", valueName: "A->B"))
  var cut: [String] = []

  @Option(help: ArgumentHelp("Multiply the cost of compiling a module.", valueName: "M=×0.5"))
  var cost: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("Build on this many cores.", valueName: "number"))
  var cores: Int?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Build with this many jobs at once.", valueName: "number"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "When dependents may start: once a module is compiled (all), or once its interface is written (emit-module).",
      valueName: "all|emit-module"))
  var unblock: String?

  /// Whether any change is proposed.
  var hasChanges: Bool {
    proposal != nil || !(split + merge + moveFiles + interface + remove + add + cut + cost).isEmpty
      || cores != nil || jobs != nil || unblock != nil
  }

  /// All changes: those of the file, then those of the options in the order of this list.
  /// - Throws: `ConfigurationError`, `ProposalError`, `ValidationError`.
  func changes() throws -> Proposal {
    var proposal = try proposal.map { try Proposal(yaml: InputFile.read($0), file: $0) } ?? Proposal([])
    let options: [(StructureChange.Kind, [String])] = [
      (.split, split), (.merge, merge), (.moveFiles, moveFiles), (.interface, interface), (.remove, remove),
      (.add, add),
      (.cut, cut), (.cost, cost), (.cores, cores.map { [String($0)] } ?? []), (.jobs, jobs.map { [String($0)] } ?? []),
      (.unblock, unblock.map { [$0] } ?? []),
    ]
    for (kind, texts) in options {
      for text in texts {
        guard let change = StructureChange(kind, text) else {
          throw ValidationError("--\(kind.rawValue) must be \(kind.form), not “\(text)”.")
        }
        proposal.changes.append(change)
      }
    }
    if proposal.changes.isEmpty { throw ProposalError.noChanges }
    return proposal
  }
}
