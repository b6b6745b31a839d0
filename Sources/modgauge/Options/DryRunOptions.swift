import ArgumentParser
import Services

/// Whether a command that builds says what it would build instead.
struct DryRunOptions: ParsableArguments {
  @Flag(help: "Print what would be built, how often, where, and how long that takes; build nothing.")
  var dryRun = false

  /// Prints where the builds of a plan would be made.
  func tell(place: String, isQuiet: Bool) {
    if !isQuiet { Terminal.note("they would be made in private copies in \(place.visible)") }
  }

  /// - Parameter option: the option without which the command builds nothing; `nil` if it was given.
  func check(requires option: String?) throws {
    if dryRun, let option { throw ValidationError("--dry-run requires \(option), without which nothing is built.") }
  }
}
