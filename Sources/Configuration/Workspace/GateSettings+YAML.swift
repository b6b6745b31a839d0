import BuildAnalysis
import ModuleGraph

extension GateSettings {
  init(_ root: YAMLMapping) throws(ConfigurationError) {
    self.init()
    guard let gate = root["gate"] else { return }
    let figures = Self.countedFigures.map(\.rawValue)
    for (key, value) in try gate.entries() {
      if key == Self.arms {
        for (arm, limits) in try value.entries() {
          for (scenario, limit) in try limits.entries() { times += try limit.timeLimits(of: arm, scenario) }
        }
      } else if let figure = CountedFigure(rawValue: key), figures.contains(key) {
        counts.append(CountLimit(figure, growth: Int(try value.number(in: 0...1_000_000_000))))
      } else {
        times += try value.timeLimits(of: nil, key)
      }
    }
    // Limits for one arm take precedence over limits for all.
    times = times.filter { $0.arm != nil } + times.filter { $0.arm == nil }
  }

  fileprivate static let arms = "arms"
  fileprivate static let kinds = ["clean", "null", "first-null", "incremental", "alone"]
}

extension YAMLValue {
  /// The limits in a mapping: one for each limited measure.
  fileprivate func timeLimits(
    of arm: String?, _ scenario: String
  ) throws(ConfigurationError) -> [GateSettings.TimeLimit] {
    guard GateSettings.kinds.contains(scenario) || Scenario(rawValue: scenario) != nil else {
      let known =
        GateSettings.kinds + (arm == nil ? GateSettings.countedFigures.map(\.rawValue) + [GateSettings.arms] : [])
      let name = Self.shortened(scenario)
      throw failure(.unknownKey(name, nearest: known.nearest(to: name)))
    }
    let mapping = try mapping(of: ["percent", "seconds", "cpu-percent", "cpu-seconds"])
    // Without a limit of its own for CPU time, either measure may decide.
    let general: TimeMeasure? = mapping["cpu-percent"] == nil ? nil : .wall
    let measures: [(measure: TimeMeasure?, percent: String, seconds: String)] = [
      (general, "percent", "seconds"), (.cpu, "cpu-percent", "cpu-seconds"),
    ]
    var limits: [GateSettings.TimeLimit] = []
    for (measure, percent, seconds) in measures {
      let (share, least) = (try mapping[percent]?.percentage(), try mapping[seconds]?.seconds())
      guard let share else {
        if least == nil { continue }
        throw failure(.missingKey(percent))
      }
      limits.append(
        .init(arm: arm, scenario: scenario, measure: measure, share: share / 100, seconds: least ?? 0))
    }
    guard !limits.isEmpty else { throw failure(.missingKey("percent")) }
    return limits
  }

  private func seconds() throws(ConfigurationError) -> Double {
    let text = try text()
    guard let seconds = Double(text), (0...1e8).contains(seconds) else {
      throw failure(.seconds(key: key, text: Self.shortened(text)))
    }
    return seconds
  }
}
