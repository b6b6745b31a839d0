import ArgumentParser
import BuildRunner
import Configuration

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("How many jobs a build may run at once.", valueName: "number"))
  var jobs: Int?

  @Option(help: "SwiftPM's build system; its default if not given.")
  var buildSystem: BuildSystem?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Passed to swift build unchanged; may be repeated.", valueName: "word"))
  var buildArgument: [String] = []

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be 1 or more.") }
  }

  func swiftBuild(swift: String, traits: [String]) -> SwiftBuild {
    SwiftBuild(
      swift: swift, configuration: configuration.rawValue, jobs: jobs, buildSystem: buildSystem?.rawValue,
      extraArguments: traits + buildArgument)
  }

  /// What builds where a configuration has a say in it. Words that name a build system, or go to `swift build`, mean that.
  func builder(swift: String, traits: [String], _ settings: BenchmarkSettings) -> Builder {
    var swiftBuild = swiftBuild(swift: swift, traits: traits)
    if buildArgument.isEmpty { swiftBuild.extraArguments += settings.buildArguments }
    if buildSystem == nil { swiftBuild.buildSystem = settings.buildSystem }
    let isSwiftBuild = buildSystem != nil || !buildArgument.isEmpty
    return Builder(
      swiftBuild, command: isSwiftBuild ? nil : settings.command, prepare: settings.prepare, cleanup: settings.cleanup,
      cores: ProcessInfo.processInfo.activeProcessorCount)
  }
}
