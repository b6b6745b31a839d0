#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// All that SwiftPM says about a manifest, by what it concerns. ``Manifest`` has only what the graph needs.
struct ManifestMeaning: Sendable {
  /// What concerns the whole package, by its key: the tools version, platforms, language modes, traits.
  fileprivate let settings: [String: JSONValue]
  /// By identity.
  fileprivate let dependencies: [String: JSONValue]
  /// By name, like the targets.
  fileprivate let products: [String: JSONValue]
  fileprivate let targets: [String: JSONValue]

  /// - Parameters:
  ///   - dump: the output of `swift package dump-package`.
  ///   - copy: the copy of the package that it was evaluated in, which absolute paths in it lead into.
  /// - Returns: `nil` if the bytes are no such output.
  init?(dump: [UInt8], movedOutOf copy: String?) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(dump)),
      case .object(let all) = (copy.map { value.leading(outOf: $0) } ?? value).withSortedSets
    else { return nil }
    dependencies = all["dependencies"]?.byName { $0.first("identity") } ?? [:]
    products = all["products"]?.byName { $0["name"] } ?? [:]
    targets = all["targets"]?.byName { $0["name"] } ?? [:]
    settings = all.filter { !["dependencies", "products", "targets", "packageKind"].contains($0.key) }
  }
}

extension ManifestMeaning {
  /// What concerns the package and some of its targets, in a form that is the same wherever the workspace is.
  /// - Parameter base: the workspace's folder, absolute.
  func text(about names: Set<String>, relativeTo base: String) -> String {
    let parts = [settings, dependencies, products, targets.filter { names.contains($0.key) }]
    return parts.map { JSONValue.object($0).text(relativeTo: base) }.joined(separator: "\n")
  }
}

/// How what a manifest states differs between two states.
package struct ManifestDifference: Hashable, Sendable {
  /// The changed keys of what concerns the whole package, sorted.
  package private(set) var settings: [String] = []
  /// The identities of the packages that it depends on in another way, sorted.
  package private(set) var dependencies: [String] = []
  /// The changed products, without new ones, sorted.
  package private(set) var products: [String] = []
  /// The changed keys of targets by name, sorted; new targets have none.
  package private(set) var targets: [String: [String]] = [:]

  init(from base: ManifestMeaning, to head: ManifestMeaning) {
    settings = Self.keys(base.settings, head.settings)
    dependencies = Self.keys(base.dependencies, head.dependencies)
    products = Self.keys(base.products, head.products).filter { base.products[$0] != nil }
    for name in Self.keys(base.targets, head.targets) {
      guard let target = head.targets[name] else { continue }
      targets[name] = base.targets[name].map { Self.keys($0.fields, target.fields) } ?? []
    }
  }

  package var isEmpty: Bool { settings.isEmpty && dependencies.isEmpty && products.isEmpty && targets.isEmpty }

  private static func keys(_ base: [String: JSONValue], _ head: [String: JSONValue]) -> [String] {
    Set(base.keys).union(head.keys).filter { base[$0] != head[$0] }.sorted()
  }
}

/// Any JSON.
private enum JSONValue: Hashable, Sendable, Decodable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSONValue].self) {
      self = .list(list)
    } else if let object = try? container.decode([String: JSONValue].self) {
      self = .object(object)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  var fields: [String: JSONValue] { if case .object(let fields) = self { fields } else { [:] } }

  subscript(key: String) -> String? { if case .text(let text)? = fields[key] { text } else { nil } }

  /// The first text with a key, at any depth.
  func first(_ key: String) -> String? {
    switch self {
    case .object(let fields):
      self[key] ?? fields.sorted { $0.key < $1.key }.lazy.compactMap { $0.value.first(key) }.first
    case .list(let list): list.lazy.compactMap { $0.first(key) }.first
    default: nil
    }
  }

  /// The elements of a list by their names; those of one name in their order.
  func byName(_ name: (JSONValue) -> String?) -> [String: JSONValue] {
    guard case .list(let list) = self else { return [:] }
    return Dictionary(grouping: list) { name($0) ?? "" }.mapValues { $0.count == 1 ? $0[0] : .list($0) }
  }

  /// Unambiguous, with sorted keys.
  func text(relativeTo base: String) -> String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .text(let text): String(reflecting: text.hasPrefix("/") ? Path.relative(text, to: base) : text)
    case .list(let list): "[" + list.map { $0.text(relativeTo: base) }.joined(separator: ",") + "]"
    case .object(let fields):
      "{"
        + fields.sorted { $0.key < $1.key }.map { "\(String(reflecting: $0.key)):\($0.value.text(relativeTo: base))" }
        .joined(separator: ",") + "}"
    }
  }

  /// SwiftPM writes the elements of sets in another order each time.
  var withSortedSets: JSONValue {
    switch self {
    case .list(let list): .list(list.map(\.withSortedSets))
    case .object(let fields):
      .object(
        Dictionary(
          uniqueKeysWithValues: fields.map { key, value in
            guard ["traits", "enabledTraits", "platformNames"].contains(key), case .list(let list) = value else {
              return (key, value.withSortedSets)
            }
            return (key, .list(list.map(\.withSortedSets).sorted { $0.order < $1.order }))
          }))
    default: self
    }
  }

  /// Orders the elements of a set.
  private var order: String {
    switch self {
    case .text(let text): text
    case .object: self["name"] ?? ""
    default: ""
    }
  }

  func leading(outOf copy: String) -> JSONValue {
    switch self {
    case .text(let text): .text(text.remainder(below: copy).map { "/" + $0 } ?? text)
    case .list(let list): .list(list.map { $0.leading(outOf: copy) })
    case .object(let fields): .object(fields.mapValues { $0.leading(outOf: copy) })
    default: self
    }
  }
}
