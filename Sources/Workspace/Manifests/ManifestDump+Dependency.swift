import ManifestSyntax

/// An entry of `dependencies`: `{ "fileSystem": [{ … }] }`.
struct DumpedDependency: Decodable {
  struct Source: Decodable {
    let identity: String
    let nameForTargetDependencyResolutionOnly: String?
    let path: String?
    let location: Location?
    let requirement: Requirement?
    let traits: [Trait]?
  }

  /// `{ "remote": [{ "urlString": "…" }] }`, or `{ "local": ["/…"] }`.
  struct Location: Decodable {
    struct Remote: Decodable {
      let urlString: String
    }

    let remote: [Remote]?
    let local: [String]?

    var text: String? { remote?.first?.urlString ?? local?.first }
  }

  /// `{ "range": [{ "lowerBound": "1.0.0", "upperBound": "2.0.0" }] }`, `exact`, `branch` or `revision`.
  struct Requirement: Decodable {
    struct Range: Decodable {
      let lowerBound: String
      let upperBound: String
    }

    let exact, branch, revision: [String]?
    let range: [Range]?

    var text: String? {
      let words: [String]? =
        range?.map { "\($0.lowerBound)..<\($0.upperBound)" } ?? exact?.map { "exact \($0)" }
        ?? branch?.map { "branch \($0)" } ?? revision?.map { "revision \($0)" }
      return words?.joined(separator: ", ")
    }
  }

  /// `{ "name": "default", "condition": { "traits": ["T"] } }`; absent before SwiftPM 6.1.
  struct Trait: Decodable {
    struct When: Decodable {
      let traits: [String]?
    }

    let name: String
    let condition: When?
  }

  let fileSystem, sourceControl, registry: [Source]?
}

extension ManifestDependency {
  init(_ dumped: DumpedDependency) throws {
    guard let source = (dumped.fileSystem ?? dumped.sourceControl ?? dumped.registry)?.first else {
      throw ManifestDump.unknown("a package dependency")
    }
    let traits = source.traits?.map {
      TraitRequest(name: $0.name, condition: ($0.condition?.traits ?? []).sorted())
    }
    var place: Source?
    if dumped.fileSystem != nil {
      place = source.path.map { .folder(path: $0) }
    } else if let requirement = source.requirement?.text {
      place =
        dumped.registry != nil
        ? .registry(id: source.identity, requirement: requirement)
        : source.location?.text.map { .repository(location: $0, requirement: requirement) }
    }
    guard let place else { throw ManifestDump.unknown("a package dependency") }
    self.init(
      identity: source.identity, name: dumped.registry == nil ? source.nameForTargetDependencyResolutionOnly : nil,
      source: place, traits: traits ?? [.byDefault])
  }
}
