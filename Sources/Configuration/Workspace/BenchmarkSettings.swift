/// What a configuration says of benchmarks: under `bench`, and which modules are the app and its features. Flags override
/// each of it.
package struct BenchmarkSettings: Hashable, Sendable {
  package var rounds: Int?
  package var warmups: Int?
  /// In percent.
  package var halfWidth: Double?
  package var timeBudget: TimeBudget?
  /// In the words of `--scenario`; empty where it is not said.
  package var scenarios: [String] = []
  /// Handed to `swift build` as they are.
  package var buildArguments: [String] = []
  /// The combined app, or `all`.
  package var combined: String?
  /// The features, in the words of `--feature`, and then the executables that run one feature alone.
  package var features: [String] = []

  /// What holds where nothing is said.
  package init() {}
}

extension BenchmarkSettings {
  /// - Parameter root: the whole file.
  init(_ root: YAMLMapping) throws(ConfigurationError) {
    combined = try root["combined"]?.text()
    features = try (root["features"]?.texts() ?? []) + (root["sample-apps"]?.texts() ?? [])
    guard let bench = try root["bench"]?.mapping(of: Self.keys) else { return }
    rounds = try bench["rounds"]?.count()
    warmups = try bench["warmups"]?.count()
    halfWidth = try bench["half-width"]?.percentage()
    timeBudget = try bench["time-budget"]?.timeBudget()
    scenarios = try bench["scenarios"]?.texts() ?? []
    buildArguments = try bench["build-arguments"]?.texts() ?? []
  }

  private static let keys = ["rounds", "warmups", "half-width", "time-budget", "scenarios", "build-arguments"]
}

extension YAMLValue {
  /// The texts of a list.
  func texts() throws(ConfigurationError) -> [String] {
    var texts: [String] = []
    for element in try list() { texts.append(try element.text()) }
    return texts
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
