import ArgumentParser
import BuildAnalysis
import Configuration

/// The proposed changes: options, and a file.
struct ProposalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A file with changes, in their order.", valueName: "file"))
  var proposal: String?

  @Option(
    help: ArgumentHelp(
      "Split a module: the names of its parts with patterns for their files.", valueName: "M=A:glob,B:glob"))
  var split: [String] = []

  @Option(help: ArgumentHelp("Merge modules into one.", valueName: "A,B=C"))
  var merge: [String] = []

  @Option(help: ArgumentHelp("Move files from a module to another.", valueName: "glob=A->B"))
  var moveFiles: [String] = []

  @Option(
    help: ArgumentHelp("Put an interface module before a module; only apps still see the module.", valueName: "module"))
  var interface: [String] = []

  @Option(help: ArgumentHelp("Remove a module.", valueName: "module"))
  var remove: [String] = []

  @Option(help: ArgumentHelp("Add a dependency.", valueName: "A->B"))
  var add: [String] = []

  @Option(help: ArgumentHelp("Cut a dependency.", valueName: "A->B"))
  var cut: [String] = []

  @Option(help: ArgumentHelp("Multiply what compiling a module costs.", valueName: "M=×0.5"))
  var cost: [String] = []

  @Option(help: ArgumentHelp("Build with this many cores.", valueName: "number"))
  var cores: Int?

  @Option(name: .shortAndLong, help: ArgumentHelp("Build with this many jobs at once.", valueName: "number"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Let dependents start when a module is compiled (all), or when its interface is written (emit-module).",
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
