import ArgumentParser

/// Options for changing or trying dependencies that differ from imports.
struct RemedyOptions: ParsableArguments {
  enum Fix: Hashable, ExpressibleByArgument {
    case declare, remove
    /// An invalid value of the option. The parser would use its default instead, and change manifests.
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

  /// The given option; `nil` for none.
  var option: String? { fix != nil ? "--fix" : prove ? "--prove" : nil }

  func validate() throws {
    if case .unknown(let word) = fix {
      throw ValidationError("The value “\(word)” of --fix is invalid; give declare or remove.")
    }
  }
}
