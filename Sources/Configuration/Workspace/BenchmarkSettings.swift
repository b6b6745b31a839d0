package import BuildAnalysis

/// The `bench` settings of a configuration. Options override each of them.
package struct BenchmarkSettings: Hashable, Sendable {
  package var rounds: Int?
  package var warmups: Int?
  /// In percent.
  package var halfWidth: Double?
  package var timeBudget: TimeBudget?
  /// In the syntax of `--scenario`; empty if none are given.
  package var scenarios: [String] = []
  /// Whether sample apps are generated for features without one.
  package var makesApps: Bool?
  /// Passed to `swift build` unchanged.
  package var buildArguments: [String] = []
  /// SwiftPM's build system: `native` or `swiftbuild`.
  package var buildSystem: String?
  /// What `xcodebuild` builds instead of `swift build`.
  package var xcodebuild: XcodebuildSettings?
  /// The command that builds instead of `swift build`.
  package var command: CommandTemplate?
  /// Commands that run before and after each build.
  package var prepare: CommandTemplate?
  package var cleanup: CommandTemplate?

  package init() {}
}

extension BenchmarkSettings {
  init(_ root: YAMLMapping) throws(ConfigurationError) {
    guard let bench = try root["bench"]?.mapping(of: Self.keys) else { return }
    rounds = try bench["rounds"]?.count()
    warmups = try bench["warmups"]?.count()
    halfWidth = try bench["half-width"]?.percentage()
    timeBudget = try bench["time-budget"]?.timeBudget()
    scenarios = try bench["scenarios"]?.texts() ?? []
    makesApps = try bench["make-apps"]?.truth()
    buildArguments = try bench["build-arguments"]?.texts() ?? []
    if let builder = bench["builder"], builder.isMapping {
      xcodebuild = try XcodebuildSettings(builder.mapping(of: ["xcodebuild"]).required("xcodebuild"))
    } else if let builder = bench["builder"] {
      if (try? builder.text()) == "xcodebuild" { throw builder.failure(.noContainer) }
      buildSystem = try builder.choice(of: BuilderName.self).buildSystem
    }
    command = try bench["command"]?.command()
    if let command = bench["command"], bench["builder"] != nil { throw command.failure(.twoBuilders) }
    prepare = try bench["prepare"]?.command()
    cleanup = try bench["cleanup"]?.command()
  }

  private static let keys = [
    "rounds", "warmups", "half-width", "time-budget", "scenarios", "make-apps", "build-arguments", "builder", "command",
    "prepare", "cleanup",
  ]
}

package struct XcodebuildSettings: Hashable, Sendable {
  /// The Xcode workspace or project, relative to the configuration's folder.
  package let container: String
  package let destination: String?
  /// As Xcode names it; `nil` for that of the command line.
  package let configuration: String?

  fileprivate init(_ value: YAMLValue) throws(ConfigurationError) {
    let mapping = try value.mapping(of: ["workspace", "project", "destination", "configuration"])
    if mapping["workspace"] != nil, let project = mapping["project"] { throw project.failure(.twoContainers) }
    let (stated, ending): (YAMLValue, String)
    if let workspace = mapping["workspace"] {
      (stated, ending) = (workspace, ".xcworkspace")
    } else if let project = mapping["project"] {
      (stated, ending) = (project, ".xcodeproj")
    } else {
      throw value.failure(.noContainer)
    }
    container = try stated.text()
    guard container.hasSuffix(ending) else { throw stated.failure(.container(YAMLValue.shortened(container), ending)) }
    destination = try mapping["destination"]?.text()
    configuration = try mapping["configuration"]?.text()
  }
}

private enum BuilderName: String, CaseIterable {
  /// SwiftPM with its default build system.
  case swiftBuild = "swift-build"
  case native, swiftbuild

  var buildSystem: String? { self == .swiftBuild ? nil : rawValue }
}

extension YAMLValue {
  func texts() throws(ConfigurationError) -> [String] {
    try list().map { (element) throws(ConfigurationError) in try element.text() }
  }

  /// A list of arguments with placeholders; the first one is the program.
  fileprivate func command() throws(ConfigurationError) -> CommandTemplate {
    var template: CommandTemplate?
    for element in try list() {
      // Without quotes, `{package}` is a mapping in YAML.
      if (try? element.entries()) != nil { throw element.failure(.unquotedPlaceholder(key: key)) }
      let words = (template?.arguments ?? []) + [try element.textOrEmpty()]
      do { template = try CommandTemplate(words) } catch { throw element.failure(.command(key: key, error)) }
    }
    guard let template else { throw failure(.command(key: key, .noProgram)) }
    return template
  }

  fileprivate func count() throws(ConfigurationError) -> Int { Int(try number(in: 1...1_000_000)) }

  fileprivate func timeBudget() throws(ConfigurationError) -> TimeBudget {
    let text = try text()
    guard let budget = TimeBudget(text) else { throw failure(.time(key: key, text: Self.shortened(text))) }
    return budget
  }

  func percentage() throws(ConfigurationError) -> Double {
    let text = try text()
    guard let percent = Double(text), percent > 0, percent < 100 else {
      throw failure(.percentage(key: key, text: Self.shortened(text)))
    }
    return percent
  }
}
