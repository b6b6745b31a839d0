import ArgumentParser
import Documents

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

  /// What these options say, and those of traits.
  func request(_ traits: TraitRequest = TraitRequest()) -> BuildRequest {
    var request = BuildRequest()
    (request.configuration, request.buildSystem) = (configuration.rawValue, buildSystem?.rawValue)
    (request.jobs, request.arguments, request.waits) = (jobs, buildArgument, wait)
    request.traits = traits
    return request
  }
}
