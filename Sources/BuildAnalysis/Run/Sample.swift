/// One build of a run: its position in the run, and what was measured.
@dynamicMemberLookup
package struct Sample: Sendable, Hashable, Codable {
  /// The arm's name.
  package var arm: String
  package var scenario: Scenario
  /// Counted from 1; 0 for a warm-up.
  package var round: Int
  /// The position within the round, counted from 1.
  package var position: Int
  package var warmup: Bool
  /// The session that made the build, 2 or more in a resumed run; `nil` for the first. Each session has its own
  /// warm-ups.
  package var session: Int?
  /// The machine of a merged run that made the build, counted from 1; `nil` in a run of one machine.
  package var machine: Int?
  /// The attempt of the round, 2 or more if a disturbed round was repeated; `nil` for the first.
  package var attempt: Int?
  /// The time from the start of the run to the start of this build, without pauses between sessions.
  package var offsetSeconds: Double
  /// In JSON, its figures are beside the position.
  package var build: BuildMeasurement

  package init(
    arm: String, scenario: Scenario = .clean, round: Int, position: Int, warmup: Bool = false, session: Int? = nil,
    machine: Int? = nil, attempt: Int? = nil, offsetSeconds: Double, build: BuildMeasurement
  ) {
    (self.arm, self.scenario, self.round, self.position, self.warmup) = (arm, scenario, round, position, warmup)
    (self.session, self.machine, self.attempt) = (session, machine, attempt)
    (self.offsetSeconds, self.build) = (offsetSeconds, build)
  }

  @inlinable package subscript<Value>(dynamicMember figure: WritableKeyPath<BuildMeasurement, Value>) -> Value {
    get { build[keyPath: figure] }
    set { build[keyPath: figure] = newValue }
  }
}

extension Sample {
  private enum CodingKeys: String, CodingKey {
    case arm, scenario, round, position, warmup, session, machine, attempt, offsetSeconds
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      arm: container.decode(String.self, forKey: .arm), scenario: container.decode(Scenario.self, forKey: .scenario),
      round: container.decode(Int.self, forKey: .round), position: container.decode(Int.self, forKey: .position),
      warmup: container.decode(Bool.self, forKey: .warmup),
      session: container.decodeIfPresent(Int.self, forKey: .session),
      machine: container.decodeIfPresent(Int.self, forKey: .machine),
      attempt: container.decodeIfPresent(Int.self, forKey: .attempt),
      offsetSeconds: container.decode(Double.self, forKey: .offsetSeconds), build: BuildMeasurement(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(arm, forKey: .arm)
    try container.encode(scenario, forKey: .scenario)
    try container.encode(round, forKey: .round)
    try container.encode(position, forKey: .position)
    try container.encode(warmup, forKey: .warmup)
    try container.encodeIfPresent(session, forKey: .session)
    try container.encodeIfPresent(machine, forKey: .machine)
    try container.encodeIfPresent(attempt, forKey: .attempt)
    try container.encode(offsetSeconds, forKey: .offsetSeconds)
    try build.encode(to: encoder)
  }
}

extension Sample {
  /// The wall time without what the builder lost by chance; `nil` if that is not known.
  package var steadySeconds: Double? {
    guard let seconds = self.seconds, let lost = self.schedule?.unusedPlaceSeconds else { return nil }
    return max(0, seconds - max(0, lost))
  }
}
