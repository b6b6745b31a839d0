import ArgumentParser
import BuildAnalysis
import ModuleGraph
import Reports
import Services
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
}

extension LogOptions {
  /// The log itself, or the newest one in a folder that the options select.
  /// - Throws: `Refusal`, `LoggedRecording.Refusal`, `InputFile.Unreadable`.
  func recording(at path: String, in workspace: LoadedWorkspace?, isQuiet: Bool) throws -> LoggedRecording {
    guard Path.isFolder(path) else {
      if let option = scheme != nil ? "--scheme" : since != nil ? "--since" : nil {
        throw Refusal.notAFolder(path, option)
      }
      return try noting(LoggedRecording(at: path, in: workspace), isQuiet)
    }
    for entry in try entries(in: path, isQuiet: isQuiet) {
      if entry.isEmpty {
        if !isQuiet { Terminal.note("note: \(entry.path.visible) is empty: its build was killed, or still runs") }
        continue
      }
      do {
        let logged = try LoggedRecording(at: entry.path, in: workspace)
        guard isWanted(scheme: entry.scheme ?? logged.build.scheme) else { continue }
        if !isQuiet { Terminal.note("log: \(entry.path.visible)") }
        return noting(logged, isQuiet)
      } catch let refusal as LoggedRecording.Refusal {
        if !isQuiet { Terminal.note("note: \(refusal.problem)") }
      }
    }
    throw Refusal.noneWanted(path, scheme: scheme, since: since, known: [])
  }

  private func noting(_ logged: LoggedRecording, _ isQuiet: Bool) -> LoggedRecording {
    if let problem = logged.problem, !isQuiet {
      Terminal.note("warning: only a part of \(logged.path.visible) was read: \(problem.visible)")
    }
    return logged
  }

  /// Prints a line for each log.
  func showList(of path: String) throws {
    let entries: [BuildLogPlace.Entry]
    if Path.isFolder(path) {
      entries = try self.entries(in: path, isQuiet: false)
    } else {
      try InputFile.checkExistence(of: path)
      throw Refusal.notAFolder(path, "--list")
    }
    try Terminal.write(
      LogList.text(entries.filter { isWanted(scheme: $0.scheme) || $0.scheme == nil }.map(LogList.Row.init)))
  }

  /// The logs that ended late enough, the newest first. Those that are not listed may be of other schemes.
  func entries(in path: String, isQuiet: Bool) throws -> [BuildLogPlace.Entry] {
    let place = BuildLogPlace(path)
    if !isQuiet {
      for manifest in place.unreadableManifests {
        Terminal.note("warning: \(manifest.visible) cannot be read; its logs are ordered by the times of their files")
      }
    }
    guard !place.entries.isEmpty else {
      throw path.hasSuffix(".xcresult") ? Refusal.noLogInBundle(path) : Refusal.noLogs(path)
    }
    let wanted = place.entries.filter { entry in
      since.map { entry.moment >= $0 } ?? true && (entry.scheme == nil || isWanted(scheme: entry.scheme))
    }
    guard !wanted.isEmpty else {
      throw Refusal.noneWanted(path, scheme: scheme, since: since, known: place.entries.compactMap(\.scheme))
    }
    return wanted
  }

  private func isWanted(scheme other: String?) -> Bool { scheme.map { $0 == other } ?? true }

  enum Refusal: Error, CustomStringConvertible {
    case notAFolder(String, String)
    case noLogs(String)
    case noLogInBundle(String)
    case noneWanted(String, scheme: String?, since: String?, known: [String])

    var description: String {
      switch self {
      case .notAFolder(let path, let option):
        "`\(path.visible)` is a single log, so there is nothing for \(option) to select. Give the folder of derived data."
      case .noLogs(let path):
        "There is no log of a build in `\(path.visible)`: no .xcactivitylog in it, in its Logs/Build, or in that of a folder in it. "
          + "Give the folder of derived data (Xcode > Settings > Locations), or that of `xcodebuild -derivedDataPath`."
      case .noLogInBundle(let path):
        "`\(path.visible)` holds no .xcactivitylog: bundles of newer versions of Xcode keep logs in a form of their own. Give the "
          + "folder of derived data of the same build, such as that of `xcodebuild -derivedDataPath`."
      case .noneWanted(let path, let scheme, let since, let known):
        "No log in `\(path.visible)` is of a build\(scheme.map { " of the scheme “\($0.visible)”" } ?? "")"
          + "\(since.map { " since \($0.visible)" } ?? "") that can be read. `--list` shows what is there."
          + (scheme.map { known.contains($0) ? [] : known.nearest(to: $0) } ?? []).map(\.visible).suggestion
      }
    }
  }
}

extension BuildLogPlace.Entry {
  /// The end of the build in UTC.
  var moment: String { LoggedRecording.moment(ended.timeIntervalSinceReferenceDate) ?? "" }
}

extension LogList.Row {
  fileprivate init(_ entry: BuildLogPlace.Entry) {
    self.init(
      ended: entry.moment, seconds: entry.seconds, scheme: entry.scheme, container: entry.container,
      errors: entry.errors, warnings: entry.warnings, name: entry.name)
  }
}
