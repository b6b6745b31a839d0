import ManifestSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The versions in a `Package.resolved`.
package struct PinnedVersions: Hashable, Sendable {
  package struct Pin: Hashable, Sendable {
    /// Where there is none, a branch.
    package let version: String?
    package let revision: String?
    let location: String
    /// A tag that was moved has another revision.
    var words: String { [version, revision.map { String($0.prefix(10)) }].compactMap { $0 }.joined(separator: " ") }
  }

  /// By the package's identity.
  package let pins: [String: Pin]

  package static let none = PinnedVersions(pins: [:])

  private init(pins: [String: Pin]) { self.pins = pins }

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
    let all = pins.map { pin -> (String, Pin) in
      let location = pin.location ?? pin.repositoryURL ?? ""
      let identity = pin.identity ?? ManifestDependency.identity(ofLocation: location)
      let version = pin.state.version ?? pin.state.branch
      return (identity.lowercased(), Pin(version: version, revision: pin.state.revision, location: location))
    }
    self.init(pins: Dictionary(all) { $1 })
  }

  /// The packages whose pins differ, with the versions in words, as in `1.2.0 → 1.3.0`.
  package func changes(since base: PinnedVersions) -> [String: String] {
    var changes: [String: String] = [:]
    for identity in Set(pins.keys).union(base.pins.keys) {
      let (old, new) = (base.pins[identity], pins[identity])
      let (before, after) = (old?.words, new?.words)
      guard before != after || old?.location != new?.location else { continue }
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
    guard pins.keys.allSatisfy({ texts[$0] != nil }) else { return nil }
    let users = pins.keys.map { identity in
      (identity, pins.keys.filter { texts[$0]?.contains(identity) ?? false })
    }
    let direct = Dictionary(uniqueKeysWithValues: users)
    return Dictionary(uniqueKeysWithValues: pins.keys.map { ($0, Set([$0]).closed { direct[$0] ?? [] }) })
  }
}
