import ArgumentParser
import Workspace

/// What is done about dependencies that disagree with imports.
struct RemedyOptions: ParsableArguments {
  enum Fix: Hashable, ExpressibleByArgument {
    case declare, remove
    /// No value of the option. The parser would take its default instead, and change manifests.
    case unknown(String)

    init(argument: String) {
      self = argument == "declare" ? .declare : argument == "remove" ? .remove : .unknown(argument)
    }

    static var allValueStrings: [String] { ["declare", "remove"] }
    var defaultValueDescription: String { self == .declare ? "declare" : "remove" }
  }

  @Option(
    defaultAsFlag: Fix.declare, parsing: .next,
    help: ArgumentHelp(
      "Change manifests: declare what is imported; with =remove also remove what nothing imports.",
      valueName: "declare|remove"))
  var fix: Fix?

  @Flag(help: "Build without each dependency that nothing imports, in a private copy, to prove that nothing needs it.")
  var prove = false

  /// The one that was given; `nil` for none.
  var option: String? { fix != nil ? "--fix" : prove ? "--prove" : nil }

  func validate() throws {
    if case .unknown(let word) = fix {
      throw ValidationError("The value “\(word)” of --fix is invalid; give declare or remove.")
    }
  }

  /// Where manifests are kept while they are changed.
  static var stateFolder: String { StateFolder.platformDefault() + "/fixes" }

  /// Puts back what an interrupted run left changed, and says so.
  func recover() {
    ManifestFixer.recover(in: Self.stateFolder).forEach { Terminal.note("warning: \($0)") }
  }
}
