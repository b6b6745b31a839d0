package import BuildAnalysis
import BuildTrace

/// What makes the builds of a benchmark: `swift build`, or a command of the user's.
package struct Builder: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case swiftBuild(SwiftBuild)
    case command(CommandTemplate)
  }

  package let kind: Kind
  /// Run before each build and after it, in the package's folder, and not timed.
  package let prepare: CommandTemplate?
  package let cleanup: CommandTemplate?
  /// `debug` or `release`.
  package let configuration: String
  /// For `{jobs}`.
  private let jobs: Int

  /// - Parameters:
  ///   - command: instead of `swift build`.
  ///   - cores: how many jobs there are where that was not said.
  package init(
    _ swiftBuild: SwiftBuild, command: CommandTemplate? = nil, prepare: CommandTemplate? = nil,
    cleanup: CommandTemplate? = nil, cores: Int
  ) {
    kind = command.map { .command($0) } ?? .swiftBuild(swiftBuild)
    self.prepare = prepare
    self.cleanup = cleanup
    configuration = swiftBuild.configuration
    jobs = swiftBuild.jobs ?? cores
  }

  /// `nil` for a command.
  package var swiftBuild: SwiftBuild? {
    if case .swiftBuild(let swiftBuild) = kind { swiftBuild } else { nil }
  }

  /// What runs call it.
  package var name: String { swiftBuild == nil ? Arm.commandBuilder : Arm.swiftBuilder }

  /// What a reader of the run must know to build the same: a command's words with their placeholders.
  package var statedArguments: [String] {
    switch kind {
    case .swiftBuild(let swiftBuild): swiftBuild.statedArguments
    case .command(let command): command.words
    }
  }

  /// Finds out before the first build whether all arms can be built.
  /// - Throws: `SelectionError`.
  package func check(_ arms: [PlannedArm], _ scenarios: [Scenario]) throws(SelectionError) {
    if swiftBuild == nil, scenarios.contains(where: \.isModuleAlone) { throw .perModuleNeedsSwiftBuild }
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
  ///   - module: builds no more than this one and what it depends on; `swift build` alone can do that.
  ///   - mayResolve: whether SwiftPM may look for other versions than those that `Package.resolved` has.
  func call(
    package: String, scratch: String, product: String?, module: String? = nil, mayResolve: Bool
  ) -> BuildCall {
    var values: [CommandTemplate.Placeholder: String] = [
      .package: package, .scratch: scratch, .configuration: configuration, .jobs: "\(jobs)",
    ]
    values[.product] = product
    let words =
      switch kind {
      case .swiftBuild(let swiftBuild):
        swiftBuild.command(
          package: package, scratch: scratch, product: product, module: module, mayResolve: mayResolve)
      case .command(let command): command.words(values) ?? []
      }
    return BuildCall(
      words: words, directory: swiftBuild == nil ? package : nil, prepare: prepare?.words(values),
      cleanup: cleanup?.words(values), stepDirectory: package)
  }
}

/// The programs that are run for one build, each with its arguments.
struct BuildCall: Sendable, Hashable {
  let words: [String]
  /// Where the build runs; `nil` for where this process does.
  let directory: String?
  let prepare: [String]?
  let cleanup: [String]?
  let stepDirectory: String
}

/// What was to be run before or after a build has failed, so that the build counts for nothing.
struct FailedStep: Error {
  let build: SupervisedBuild
  let reason: String
}
