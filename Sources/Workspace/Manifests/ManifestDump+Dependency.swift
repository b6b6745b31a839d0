import ManifestSyntax

/// An entry of `dependencies`: `{ "fileSystem": [{ … }] }`.
struct ManifestDumpDependency: Decodable {
  let dependency: ManifestDependency

  private enum CodingKeys: String, CodingKey {
    case fileSystem, sourceControl, registry
  }

  private struct Folder: Decodable {
    let identity: String
    let nameForTargetDependencyResolutionOnly: String?
    let path: String
    let traits: [DumpedTrait]?
  }

  private struct Repository: Decodable {
    let identity: String
    let nameForTargetDependencyResolutionOnly: String?
    let location: Location
    let requirement: Requirement
    let traits: [DumpedTrait]?
  }

  private struct Registry: Decodable {
    let identity: String
    let requirement: Requirement
    let traits: [DumpedTrait]?
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let folder = try container.decodeIfPresent([Folder].self, forKey: .fileSystem)?.first {
      dependency = ManifestDependency(
        identity: folder.identity, name: folder.nameForTargetDependencyResolutionOnly,
        source: .folder(path: folder.path), traits: DumpedTrait.requests(folder.traits))
    } else if let repository = try container.decodeIfPresent([Repository].self, forKey: .sourceControl)?.first {
      dependency = ManifestDependency(
        identity: repository.identity, name: repository.nameForTargetDependencyResolutionOnly,
        source: .repository(location: repository.location.text, requirement: repository.requirement.text),
        traits: DumpedTrait.requests(repository.traits))
    } else if let registry = try container.decodeIfPresent([Registry].self, forKey: .registry)?.first {
      dependency = ManifestDependency(
        identity: registry.identity, name: nil,
        source: .registry(id: registry.identity, requirement: registry.requirement.text),
        traits: DumpedTrait.requests(registry.traits))
    } else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a package dependency of an unknown kind"))
    }
  }
}

/// `{ "name": "default", "condition": { "traits": ["T"] } }`; absent before SwiftPM 6.1.
private struct DumpedTrait: Decodable {
  struct When: Decodable {
    let traits: [String]?
  }

  let name: String
  let condition: When?

  static func requests(_ traits: [DumpedTrait]?) -> [ManifestDependency.TraitRequest] {
    guard let traits else { return [.byDefault] }
    return traits.map { .init(name: $0.name, condition: ($0.condition?.traits ?? []).sorted()) }
  }
}

/// `{ "remote": [{ "urlString": "…" }] }`, or `{ "local": ["/…"] }`.
private struct Location: Decodable {
  private struct Remote: Decodable {
    let urlString: String
  }

  private enum CodingKeys: String, CodingKey {
    case remote, local
  }

  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let remote = try container.decodeIfPresent([Remote].self, forKey: .remote)?.first {
      text = remote.urlString
    } else {
      text = try container.decode([String].self, forKey: .local).first ?? ""
    }
  }
}

/// `{ "range": [{ "lowerBound": "1.0.0", "upperBound": "2.0.0" }] }`, `exact`, `branch` or `revision`.
private struct Requirement: Decodable {
  private struct Range: Decodable {
    let lowerBound: String
    let upperBound: String
  }

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case exact, branch, revision, range
  }

  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = container.allKeys.first else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a requirement of an unknown kind"))
    }
    if key == .range {
      text = try container.decode([Range].self, forKey: .range)
        .map { "\($0.lowerBound)..<\($0.upperBound)" }.joined(separator: ", ")
    } else {
      text = try container.decode([String].self, forKey: key).map { "\(key.rawValue) \($0)" }.joined(separator: ", ")
    }
  }
}
