/// The position of a machine among several that share the rounds of a plan.
package struct ShardPosition: Sendable, Hashable {
  /// Counted from 1.
  package let index: Int
  package let count: Int

  /// - Returns: `nil` unless `index` is between 1 and `count`.
  package init?(index: Int, count: Int) {
    guard count > 0, (1...count).contains(index) else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Parses `2/4`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
    self.init(index: index, count: count)
  }

  /// The number of rounds for this machine. Rounds are not divided, since compared builds must run on the same machine.
  package func rounds(of all: Int) -> Int { all / count + (index <= all % count ? 1 : 0) }

  package var description: String { "\(index)/\(count)" }
}

extension ShardPosition {
  /// The environment variables by which a CI service tells a job its position among parallel jobs.
  package struct Service: Sendable, Hashable {
    package let name: String
    fileprivate let index: String
    fileprivate let count: String
    /// The number of the first job; `nil` if a variable contains it.
    fileprivate let first: Int?

    /// All known services. The first one with both variables set is used. GitHub's matrix jobs have no such variables;
    /// a workflow sets the first ones itself.
    package static let all = [
      Service(name: "MODGAUGE_JOB_INDEX", index: "MODGAUGE_JOB_INDEX", count: "MODGAUGE_JOB_TOTAL", first: 0),
      Service(name: "GitLab", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
      Service(name: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0),
      Service(
        name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT", first: 0),
      Service(name: "Slurm", index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT", first: nil),
    ]
  }

  package enum Detection: Sendable, Hashable {
    case found(ShardPosition, Service)
    /// The variables are set, but their values are invalid.
    case invalid(Service, index: String, count: String)
  }

  /// - Returns: `nil` if no service is detected.
  package static func detected(in variables: [String: String]) -> Detection? {
    for service in Service.all {
      guard let index = variables[service.index], let count = variables[service.count] else { continue }
      let found = service.first.map { place(index, count, first: $0) } ?? slurm(index, count, variables)
      guard let found else { return .invalid(service, index: index, count: count) }
      return .found(found, service)
    }
    return nil
  }

  private static func place(_ index: String, _ count: String, first: Int) -> ShardPosition? {
    guard let index = Int(index), let count = Int(count) else { return nil }
    return ShardPosition(index: index - first + 1, count: count)
  }

  /// A Slurm array may start at any index and have a step, but no gaps: `--array=1-4`, `--array=0-6:2`.
  private static func slurm(_ index: String, _ count: String, _ variables: [String: String]) -> ShardPosition? {
    let step = variables["SLURM_ARRAY_TASK_STEP"].flatMap { Int($0) } ?? 1
    guard let index = Int(index), let count = Int(count),
      let least = variables["SLURM_ARRAY_TASK_MIN"].flatMap({ Int($0) }),
      let greatest = variables["SLURM_ARRAY_TASK_MAX"].flatMap({ Int($0) }),
      step > 0, (index - least).isMultiple(of: step), (greatest - least) / step + 1 == count
    else { return nil }
    return ShardPosition(index: (index - least) / step + 1, count: count)
  }
}
