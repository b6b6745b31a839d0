import ArgumentParser
import BuildRunner
import Configuration
import Platform
import Workspace

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

  /// The builder, which a configuration may determine. Options for a build system, or arguments for `swift build` where the
  /// configuration has a command, imply `swift build`.
  /// - Parameter path: the workspace; of what `xcodebuild` builds, the Xcode workspace or project.
  /// - Throws: `ValidationError` for traits, which are SwiftPM's.
  func builder(
    swift: String, traits: [String], _ settings: BenchmarkSettings, of path: String
  ) throws -> Builder {
    var swiftBuild = swiftBuild(swift: swift, traits: traits)
    if buildArgument.isEmpty { swiftBuild.extraArguments += settings.buildArguments }
    if buildSystem == nil { swiftBuild.buildSystem = settings.buildSystem }
    let isSwiftBuild = buildSystem != nil || !buildArgument.isEmpty
    let xcodebuild = try xcodebuild(settings).map { stated in
      guard traits.isEmpty else {
        throw ValidationError(
          "\(traits[0]) is an option of `swift build`, and the configuration's builder is `xcodebuild`.")
      }
      let name = configuration == .release ? "Release" : stated.configuration ?? "Debug"
      return Xcodebuild(
        container: WorkspaceLocation.container(of: path), configuration: name, destination: stated.destination,
        jobs: jobs,
        extraArguments: buildArgument.isEmpty ? settings.buildArguments : buildArgument)
    }
    return Builder(
      swiftBuild, command: isSwiftBuild ? nil : settings.command, xcodebuild: xcodebuild, prepare: settings.prepare,
      cleanup: settings.cleanup, cores: HostMachine.usableProcessors)
  }

  /// What `xcodebuild` builds; `nil` if it is not the builder.
  func xcodebuild(_ settings: BenchmarkSettings) -> XcodebuildSettings? {
    buildSystem == nil ? settings.xcodebuild : nil
  }
}
