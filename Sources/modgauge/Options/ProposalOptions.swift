import ArgumentParser
import Configuration
import Foresight
import Services
import Synchronization

/// The proposed changes: a file, and options, which apply in the order in which they are written.
struct ProposalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A YAML file with changes, which are applied in order; - is standard input. May be repeated.", valueName: "file"))
  var proposal: [String] = []

  @Option(
    help: ArgumentHelp(
      "Split a module into parts, each with patterns for its files.", valueName: "M=A:glob,B:glob"))
  var split: [PlacedText] = []

  @Option(help: ArgumentHelp("Merge modules into one.", valueName: "A,B=C"))
  var merge: [PlacedText] = []

  @Option(help: ArgumentHelp("Move files from one module to another.", valueName: "glob=A->B"))
  var moveFiles: [PlacedText] = []

  @Option(
    help: ArgumentHelp(
      "Put an interface module in front of a module; only apps still depend on the module itself.", valueName: "module")
  )
  var interface: [PlacedText] = []

  @Option(help: ArgumentHelp("Remove a module.", valueName: "module"))
  var remove: [PlacedText] = []

  @Option(help: ArgumentHelp("Add a dependency.", valueName: "A->B"))
  var add: [PlacedText] = []

  @Option(help: ArgumentHelp("Cut a dependency.", valueName: "A->B"))
  var cut: [PlacedText] = []

  @Option(help: ArgumentHelp("Multiply the cost of compiling a module.", valueName: "M=×0.5"))
  var cost: [PlacedText] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("Build on this many cores.", valueName: "number"))
  var cores: PlacedText?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Build with this many jobs at once.", valueName: "number"))
  var jobs: PlacedText?

  @Option(
    help: ArgumentHelp(
      "When dependents may start: once a module is compiled (all), or once its interface is written (emit-module).",
      valueName: "all|emit-module"))
  var unblock: PlacedText?

  var hasChanges: Bool { !proposal.isEmpty || !options.isEmpty }

  private var options: [(kind: StructureChange.Kind, text: PlacedText)] {
    let all: [(StructureChange.Kind, [PlacedText])] = [
      (.split, split), (.merge, merge), (.moveFiles, moveFiles), (.interface, interface), (.remove, remove),
      (.add, add), (.cut, cut), (.cost, cost), (.cores, [cores].compactMap(\.self)),
      (.jobs, [jobs].compactMap(\.self)), (.unblock, [unblock].compactMap(\.self)),
    ]
    return all.flatMap { kind, texts in texts.map { (kind: kind, text: $0) } }.sorted { $0.text.place < $1.text.place }
  }

  /// All changes: those of the files, then those of the options in the order of the command line.
  /// - Throws: `ConfigurationError`, `ProposalError`, `ValidationError`.
  func changes() throws -> Proposal {
    let files = try proposal.map { try Proposal(yaml: InputFile.readOnce($0), file: InputFile.name(of: $0)) }
    let names = files.compactMap(\.name)
    var proposal = Proposal(name: names.isEmpty ? nil : names.joined(separator: ", "), files.flatMap(\.changes))
    for (kind, text) in options {
      guard let change = StructureChange(kind, text.text) else {
        throw ValidationError("--\(kind.rawValue) must be \(kind.form), not “\(text.text)”.")
      }
      proposal.changes.append(change)
    }
    if proposal.changes.isEmpty { throw ProposalError.noChanges }
    return proposal
  }
}

/// The text of an option, with its place on the command line. ArgumentParser creates the values of all options from
/// left to right, and does not provide their positions.
struct PlacedText: ExpressibleByArgument {
  let text: String
  let place: Int

  private static let made = Mutex(0)

  init(argument: String) {
    text = argument
    place = Self.made.withLock { count in
      count += 1
      return count
    }
  }
}
