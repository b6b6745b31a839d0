package import BuildAnalysis

/// What a configuration says of benchmarks, under `bench`. Flags override each of it.
package struct BenchmarkSettings: Hashable, Sendable {
  package var rounds: Int?
  package var warmups: Int?
  /// In percent.
  package var halfWidth: Double?
  package var timeBudget: TimeBudget?
  /// In the words of `--scenario`; empty where it is not said.
  package var scenarios: [String] = []
  /// Whether features without a sample app get one.
  package var makesApps: Bool?
  /// Handed to `swift build` as they are.
  package var buildArguments: [String] = []
  /// SwiftPM's build system: `native` or `swiftbuild`.
  package var buildSystem: String?
  /// What builds instead of `swift build`.
  package var command: CommandTemplate?
  /// What is run before each build and after it.
  package var prepare: CommandTemplate?
  package var cleanup: CommandTemplate?

  /// What holds where nothing is said.
  package init() {}
}

extension BenchmarkSettings {
  /// - Parameter root: the whole file.
  init(_ root: YAMLMapping) throws(ConfigurationError) {
    guard let bench = try root["bench"]?.mapping(of: Self.keys) else { return }
    rounds = try bench["rounds"]?.count()
    warmups = try bench["warmups"]?.count()
    halfWidth = try bench["half-width"]?.percentage()
    timeBudget = try bench["time-budget"]?.timeBudget()
    scenarios = try bench["scenarios"]?.texts() ?? []
    makesApps = try bench["make-apps"]?.choice(of: Truth.self).value
    buildArguments = try bench["build-arguments"]?.texts() ?? []
    buildSystem = try bench["builder"]?.choice(of: BuilderName.self).buildSystem
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

/// What a configuration calls the builders that are known.
private enum BuilderName: String, CaseIterable {
  /// With SwiftPM's default.
  case swiftBuild = "swift-build"
  case native, swiftbuild

  var buildSystem: String? { self == .swiftBuild ? nil : rawValue }
}

private enum Truth: String, CaseIterable {
  case `true`, `false`

  var value: Bool { self == .true }
}

extension YAMLValue {
  /// The texts of a list.
  func texts() throws(ConfigurationError) -> [String] {
    var texts: [String] = []
    for element in try list() { texts.append(try element.text()) }
    return texts
  }

  /// A list of words with placeholders, the first of which names a program.
  fileprivate func command() throws(ConfigurationError) -> CommandTemplate {
    var template: CommandTemplate?
    for element in try list() {
      // `{package}` without quotes is a mapping to YAML.
      if (try? element.entries()) != nil { throw element.failure(.unquotedPlaceholder(key: key)) }
      let words = (template?.words ?? []) + [try element.textOrEmpty()]
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

  fileprivate func percentage() throws(ConfigurationError) -> Double {
    let text = try text()
    guard let percent = Double(text), percent > 0, percent < 100 else {
      throw failure(.percentage(key: key, text: Self.shortened(text)))
    }
    return percent
  }
}
