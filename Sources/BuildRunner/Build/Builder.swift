package import BuildAnalysis
import BuildTrace

/// What makes the builds of a benchmark: `swift build`, `xcodebuild`, or a user's command.
package struct Builder: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case swiftBuild(SwiftBuild)
    case xcodebuild(Xcodebuild)
    case command(CommandTemplate)
  }

  package let kind: Kind
  /// Commands that run before and after each build in the package's folder, and are not timed.
  package let prepare: CommandTemplate?
  package let cleanup: CommandTemplate?
  /// `debug` or `release`; Xcode has others as well.
  package let configuration: String
  /// The value of `{jobs}`.
  private let jobs: Int

  /// - Parameters:
  ///   - command: a command instead of `swift build`.
  ///   - xcodebuild: builds schemes instead of both.
  ///   - cores: the default number of jobs.
  package init(
    _ swiftBuild: SwiftBuild, command: CommandTemplate? = nil, xcodebuild: Xcodebuild? = nil,
    prepare: CommandTemplate? = nil, cleanup: CommandTemplate? = nil, cores: Int
  ) {
    kind = xcodebuild.map { .xcodebuild($0) } ?? command.map { .command($0) } ?? .swiftBuild(swiftBuild)
    self.prepare = prepare
    self.cleanup = cleanup
    configuration =
      switch xcodebuild?.configuration {
      case let name?: ["Debug", "Release"].contains(name) ? name.lowercased() : name
      case nil: swiftBuild.configuration
      }
    jobs = swiftBuild.jobs ?? cores
  }

  /// `nil` for another builder.
  package var swiftBuild: SwiftBuild? {
    if case .swiftBuild(let swiftBuild) = kind { swiftBuild } else { nil }
  }

  /// `nil` for another builder.
  package var xcodebuild: Xcodebuild? {
    if case .xcodebuild(let xcodebuild) = kind { xcodebuild } else { nil }
  }

  /// The builder's name in runs.
  package var name: String {
    switch kind {
    case .swiftBuild: Arm.swiftBuilder
    case .xcodebuild: Arm.xcodeBuilder
    case .command: Arm.commandBuilder
    }
  }

  /// The arguments that reproduce the build: for a command, its words with placeholders.
  package var statedArguments: [String] {
    switch kind {
    case .swiftBuild(let swiftBuild): swiftBuild.statedArguments
    case .xcodebuild(let xcodebuild): xcodebuild.statedArguments
    case .command(let command): command.arguments
    }
  }

  /// Checks before the first build whether all arms can be built.
  package func check(_ arms: [PlannedArm], _ scenarios: [Scenario]) throws(ArmError) {
    if swiftBuild == nil, scenarios.contains(where: \.isModuleAlone) { throw .perModuleNeedsSwiftBuild }
    if swiftBuild == nil, scenarios.contains(.tests) { throw .testsNeedSwiftBuild }
    for template in templates where template.placeholders.contains(.product) {
      for planned in arms {
        guard let product = planned.target.productName else { throw .commandNeedsProduct(planned.arm.name) }
        if product.hasPrefix("-"), template.beginsWord(.product) { throw .productLikeOption(product) }
      }
    }
  }

  private var templates: [CommandTemplate] {
    var templates = [prepare, cleanup].compactMap { $0 }
    if case .command(let command) = kind { templates.append(command) }
    return templates
  }

  /// The programs of one build.
  /// - Parameters:
  ///   - package: the package's folder; for `xcodebuild`, the workspace's.
  ///   - product: for `xcodebuild`, the scheme.
  ///   - module: builds only this module and its dependencies, which only `swift build` can do.
  ///   - mayResolve: whether SwiftPM may resolve other versions than those in `Package.resolved`.
  func call(
    package: String, scratch: String, product: String?, module: String? = nil, mayResolve: Bool
  ) -> BuildCall {
    let values = values(package: package, scratch: scratch, product: product)
    let words =
      switch kind {
      case .swiftBuild(let swiftBuild):
        swiftBuild.command(
          package: package, scratch: scratch, product: product, module: module, mayResolve: mayResolve)
      case .xcodebuild(let xcodebuild):
        xcodebuild.command(folder: package, scratch: scratch, scheme: product ?? "", mayResolve: mayResolve)
      case .command(let command): command.arguments(values) ?? []
      }
    return BuildCall(
      arguments: words, directory: swiftBuild == nil ? package : nil, prepare: prepare?.arguments(values),
      cleanup: cleanup?.arguments(values), stepDirectory: package, scratch: scratch)
  }

  /// The programs that build and run tests: one `swift test` for each package, in order.
  /// - Parameters:
  ///   - tests: the packages and their places; at least one. `prepare` and `cleanup` get the first.
  ///   - recorder: the absolute path of `modgauge-recorder`, which runs several programs in order.
  func testCall(_ tests: [(place: BuildFolders, package: TestedPackage)], recorder: String) -> BuildCall {
    let commands = tests.compactMap { place, package in
      swiftBuild?.testCommand(
        package: place.path, scratch: place.scratch.path, product: package.isWhole ? nil : package.product,
        mayResolve: place.mayResolve)
    }
    let first = tests[0].place
    let values = values(package: first.path, scratch: first.scratch.path, product: tests[0].package.product)
    return BuildCall(
      arguments: commands.count == 1
        ? commands[0] : [recorder, "sequence"] + commands.flatMap { ["\($0.count)"] + $0 },
      directory: nil, prepare: prepare?.arguments(values), cleanup: cleanup?.arguments(values),
      stepDirectory: first.path,
      name: "`swift test`")
  }

  private func values(package: String, scratch: String, product: String?) -> [CommandTemplate.Placeholder: String] {
    var values: [CommandTemplate.Placeholder: String] = [
      .package: package, .scratch: scratch, .configuration: configuration, .jobs: "\(jobs)",
    ]
    values[.product] = product
    return values
  }
}

/// The programs that run for one build, each with its arguments.
struct BuildCall: Sendable, Hashable {
  let arguments: [String]
  /// The working directory; `nil` for that of this process.
  let directory: String?
  let prepare: [String]?
  let cleanup: [String]?
  let stepDirectory: String
  /// The scratch folder; `nil` for tests.
  var scratch: String?
  /// What is run, for the beginning of a sentence.
  var name = BuildCall.build

  static let build = "the build"
}

/// A command before or after a build failed, so that the build does not count.
struct FailedStep: Error {
  let build: SupervisedBuild
  let reason: String
}

/// The folders of one package in a build, or of an Xcode workspace.
struct BuildFolders: Sendable {
  /// The package's key; the path of the Xcode workspace or project.
  let package: String
  /// The package's folder in the copy; that of the workspace.
  let path: String
  let scratch: Scratch
  /// Whether SwiftPM may resolve dependencies.
  let mayResolve: Bool
}
