import ArgumentParser
import Workspace

/// What is done about dependencies that disagree with imports.
struct RemedyOptions: ParsableArguments {
  enum Fix: String, CaseIterable, ExpressibleByArgument {
    case declare, remove
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

  /// Where manifests are kept while they are changed.
  static var stateFolder: String { StateFolder.platformDefault() + "/fixes" }

  /// Puts back what an interrupted run left changed, and says so.
  func recover() {
    ManifestFixer.recover(in: Self.stateFolder).forEach { Terminal.note("warning: \($0)") }
  }
}
