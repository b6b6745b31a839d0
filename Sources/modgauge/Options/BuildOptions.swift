import ArgumentParser
import BuildRunner

/// What `swift build` is told, with SwiftPM's own words.
struct BuildOptions: ParsableArguments {
  enum Configuration: String, ExpressibleByArgument, CaseIterable {
    case debug, release
  }

  enum BuildSystem: String, ExpressibleByArgument, CaseIterable {
    case native, swiftbuild
  }

  @Option(name: .shortAndLong, help: "Build configuration.")
  var configuration = Configuration.debug

  @Option(name: .shortAndLong, help: ArgumentHelp("How many jobs a build may run at once.", valueName: "number"))
  var jobs: Int?

  @Option(help: "SwiftPM's build system; its default if not given.")
  var buildSystem: BuildSystem?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Handed to swift build as it is; may be repeated.", valueName: "word"))
  var buildArgument: [String] = []

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be 1 or more.") }
  }

  /// - Parameter configured: what is handed on where the command line has nothing of that.
  func swiftBuild(swift: String, traits: [String], configured: [String] = []) -> SwiftBuild {
    SwiftBuild(
      swift: swift, configuration: configuration.rawValue, jobs: jobs, buildSystem: buildSystem?.rawValue,
      extraArguments: traits + (buildArgument.isEmpty ? configured : buildArgument))
  }
}
