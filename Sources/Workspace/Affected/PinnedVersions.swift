#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The versions in a `Package.resolved`.
package struct PinnedVersions: Hashable, Sendable {
  /// A version, or where there is none a branch and a commit, by the package's identity.
  package let versions: [String: String]
  /// Where each package comes from.
  private let locations: [String: String]

  package static let none = PinnedVersions(versions: [:], locations: [:])

  private init(versions: [String: String], locations: [String: String]) {
    (self.versions, self.locations) = (versions, locations)
  }

  /// Reads the formats 1 to 3.
  /// - Returns: `nil` if the bytes have another form.
  package init?(_ bytes: [UInt8]) {
    struct File: Decodable {
      struct Entry: Decodable {
        let identity: String?
        let location: String?
        let repositoryURL: String?
        let state: State
      }
      struct State: Decodable {
        let version: String?
        let branch: String?
        let revision: String?
      }
      struct Object: Decodable { let pins: [Entry] }

      let pins: [Entry]?
      let object: Object?
    }
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)), let pins = file.pins ?? file.object?.pins
    else { return nil }
    var (versions, locations): ([String: String], [String: String]) = ([:], [:])
    for pin in pins {
      let location = pin.location ?? pin.repositoryURL ?? ""
      let identity = pin.identity ?? PinnedVersions.identity(ofLocation: location)
      let revision = pin.state.revision.map { String($0.prefix(10)) }
      // A tag that was moved has another revision.
      versions[identity.lowercased()] = [pin.state.version ?? pin.state.branch, revision].compactMap { $0 }
        .joined(separator: " ")
      locations[identity.lowercased()] = location
    }
    self.init(versions: versions, locations: locations)
  }

  /// The last part of a URL without `.git`, as SwiftPM names packages.
  private static func identity(ofLocation location: String) -> String {
    let name = location.split(separator: "/").last.map(String.init) ?? location
    return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
  }

  /// The packages whose pins differ, with the versions in words, as in `1.2.0 → 1.3.0`.
  package func changes(since base: PinnedVersions) -> [String: String] {
    var changes: [String: String] = [:]
    for identity in Set(versions.keys).union(base.versions.keys) {
      let (before, after) = (base.versions[identity], versions[identity])
      guard before != after || base.locations[identity] != locations[identity] else { continue }
      let short = [before, after].map { words in words.map { $0.prefix { $0 != " " } } }
      changes[identity] =
        switch (short[0], short[1]) {
        case (nil, let new?): "new: \(new)"
        case (let old?, nil): "\(old), removed"
        case (let old?, let new?) where old != new: "\(old) → \(new)"
        default: before == after ? "from another location" : "\(before ?? "") → \(after ?? "")"
        }
    }
    return changes
  }
}

extension PinnedVersions {
  /// The packages that depend on a package, directly or not, according to the manifests in folders of checkouts. One
  /// counts as a dependency if a manifest's text contains its identity, so that none is missed.
  /// - Parameter folders: such as `.build/checkouts`, absolute.
  /// - Returns: by identity, itself included; `nil` if the checkout of a pinned package is missing.
  /// - Complexity: O(pins · bytes of the manifests).
  package func dependents(inCheckouts folders: [String]) -> [String: Set<String>]? {
    var texts: [String: String] = [:]
    for folder in folders {
      for name in FolderEntries(of: folder).map(\.name) where texts[name.lowercased()] == nil {
        let place = "\(folder)/\(name)"
        let manifests = FolderEntries(of: place).map(\.name).filter {
          $0.hasPrefix("Package") && $0.hasSuffix(".swift")
        }
        let text = manifests.compactMap { try? FileBytes.read("\(place)/\($0)") }
          .map { String(decoding: $0, as: UTF8.self).lowercased() }
        if !text.isEmpty { texts[name.lowercased()] = text.joined() }
      }
    }
    guard versions.keys.allSatisfy({ texts[$0] != nil }) else { return nil }
    var dependents: [String: Set<String>] = [:]
    for identity in versions.keys {
      var (reached, pending): (Set<String>, [String]) = ([identity], [identity])
      while let next = pending.popLast() {
        for (name, text) in texts where versions[name] != nil && !reached.contains(name) && text.contains(next) {
          reached.insert(name)
          pending.append(name)
        }
      }
      dependents[identity] = reached
    }
    return dependents
  }
}
