import ArgumentParser
import BuildRunner
import Configuration
import Platform

/// Options for `swift build`, named as in SwiftPM.
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

  @Flag(help: "If another benchmark is running on this machine, wait until it has finished.")
  var wait = false

  /// What a request for the machine does while it is busy; `nil` to refuse.
  var whileBusy: (@Sendable (_ holder: String) -> Void)? {
    guard wait else { return nil }
    return { Terminal.note("waiting until another benchmark has finished (\($0.visible))") }
  }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be 1 or more.") }
  }

  /// The first of the given options; `nil` if there is none.
  var firstStated: String? {
    let all = [
      ("--configuration", configuration != .debug), ("--jobs", jobs != nil), ("--build-system", buildSystem != nil),
      ("--build-argument", !buildArgument.isEmpty), ("--wait", wait),
    ]
    return all.first(where: \.1)?.0
  }

  func swiftBuild(swift: String, traits: [String]) -> SwiftBuild {
    SwiftBuild(
      swift: swift, configuration: configuration.rawValue, jobs: jobs, buildSystem: buildSystem?.rawValue,
      extraArguments: traits + buildArgument)
  }

  /// The builder, which a configuration may determine. Options for a build system, or for `swift build`, imply the
  /// latter.
  func builder(swift: String, traits: [String], _ settings: BenchmarkSettings) -> Builder {
    var swiftBuild = swiftBuild(swift: swift, traits: traits)
    if buildArgument.isEmpty { swiftBuild.extraArguments += settings.buildArguments }
    if buildSystem == nil { swiftBuild.buildSystem = settings.buildSystem }
    let isSwiftBuild = buildSystem != nil || !buildArgument.isEmpty
    return Builder(
      swiftBuild, command: isSwiftBuild ? nil : settings.command, prepare: settings.prepare, cleanup: settings.cleanup,
      cores: HostMachine.usableProcessors)
  }
}
