import ModuleGraph

/// What belongs to a violation besides its message and its place.
struct ViolationDetail: Hashable, Sendable {
  /// `A → B`, or “and” for another place.
  let description: String
  let place: Dependency.Location?

  /// The same in one line of plain text, with the path from the root of the repository.
  func line(_ folders: CheckReport.Folders) -> String {
    description + (place.map { " (\(folders.inRepository($0.file)):\($0.line))" } ?? "")
  }

  /// Further ones are only counted.
  private static let mostOthers = 5

  /// What else the dependency of a finding causes, a line for each rule, and those with the same message in one.
  static func others(_ findings: [JudgedCheck.Finding], besides message: String) -> [ViolationDetail] {
    let same = findings.filter { $0.message == message && $0.violation.severity > .info }.map(\.violation.rule)
    let lines = findings.filter { $0.message != message || $0.violation.severity == .info }.map { finding in
      (finding.violation.severity > .info ? "also breaks" : "and") + " \(finding.violation.rule): \(finding.message)"
    }
    let all = (same.isEmpty ? [] : ["also breaks \(same.joined(separator: ", "))"]) + lines.prefix(mostOthers)
    let rest = lines.count - mostOthers
    return (all + (rest > 0 ? ["and \(Figures.count(rest)) more"] : [])).map {
      ViolationDetail(description: $0, place: nil)
    }
  }
}

extension Violation {
  /// The steps of its path or cycle, each with its line; or else its other places.
  var details: [ViolationDetail] {
    if dependencies.isEmpty || !requirements.isEmpty { return otherPlaceDetails }
    if path.isEmpty {
      // A cycle of packages or layers has steps from several modules; a dependency that is declared twice has not.
      return Set(dependencies.map(\.from)).count > 1 ? dependencies.map { Self.step($0.from, $0.to, $0) } : []
    }
    let isCycle = dependencies.contains { $0.from == path.last && $0.to == path.first }
    guard path.count > 2 || isCycle || amount != nil else { return [] }
    return zip(path, path.dropFirst() + (isCycle ? path.prefix(1) : [])).map { from, to in
      Self.step(from, to, dependencies.first { $0.from == from && $0.to == to })
    }
  }

  /// The places besides the first, unless they are those of the dependencies.
  var otherPlaces: [Dependency.Location] {
    dependencies.isEmpty || !requirements.isEmpty ? Array(places.dropFirst()) : []
  }

  private static func step(_ from: ModuleID, _ to: ModuleID, _ stated: Dependency?) -> ViolationDetail {
    ViolationDetail(description: "\(from.name) → \(to.name)", place: stated?.location ?? stated?.computedNear)
  }

  private static let mostPlaces = 5

  private var otherPlaceDetails: [ViolationDetail] {
    let others = otherPlaces
    return others.prefix(Self.mostPlaces).map { ViolationDetail(description: "and", place: $0) }
      + (others.count > Self.mostPlaces
        ? [ViolationDetail(description: "and \(Figures.count(others.count - Self.mostPlaces)) more", place: nil)] : [])
  }
}
