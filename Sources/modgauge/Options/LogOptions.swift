import ArgumentParser
import Services

/// Selects one of Xcode's build logs.
struct LogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read a build that Xcode made: an .xcactivitylog, a DerivedData folder (its newest log), or an .xcresult; or one that SwiftPM 6.4 traced (--experimental-trace-events-file).",
      valueName: "path"))
  var from: String?

  @Flag(help: "With --from a folder: list its logs of builds, the newest first.")
  var list = false

  @Option(help: ArgumentHelp("With --from a folder: only logs of this scheme.", valueName: "name"))
  var scheme: String?

  @Option(
    help: ArgumentHelp("With --from a folder: only logs of builds that ended then or later.", valueName: "date"))
  var since: String?

  func validate() throws {
    if let since, CalendarDate(since) == nil {
      throw ValidationError("--since must be a valid date in UTC, such as 2026-02-03, not “\(since)”.")
    }
    guard from == nil else { return }
    if let option = list ? "--list" : scheme != nil ? "--scheme" : since != nil ? "--since" : nil {
      throw ValidationError("\(option) requires --from.")
    }
  }

  func selection(at path: String, isQuiet: Bool) -> LogSelection {
    LogSelection(path: path, scheme: scheme, since: since, isQuiet: isQuiet)
  }
}
