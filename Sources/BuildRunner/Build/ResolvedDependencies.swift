import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The versions that SwiftPM has settled on, and whether a scratch folder has just these.
///
/// Every arm of a package is built with one set of them: from the user's own checkouts where those are what
/// `Package.resolved` asks for, else resolved by the first warm-up. From then on nothing is resolved any more.
struct ResolvedDependencies {
  /// By package key: the scratch folder of the arm that was built first, and the copy of the workspace that it was built
  /// from.
  private var settled: [String: (scratch: Scratch, copy: PrivateCopy)] = [:]
  /// Where the user's packages are, by key.
  let originals: [String: String]

  init(originals: [String: String]) {
    self.originals = originals
  }

  /// Whether the next build of a package may resolve its dependencies: until one has succeeded.
  func mayResolve(_ package: String) -> Bool { settled[package] == nil }

  /// Gives a scratch folder the checkouts that another has for the same package, unless it has them already.
  /// - Parameter copy: what the folder is built from.
  func provide(
    _ scratch: Scratch, for package: String, resolvedIn copy: PrivateCopy
  ) throws(BenchmarkError) {
    let wanted = Pins(at: (copy.packagePaths[package] ?? copy.path) + PrivateCopy.resolvedFile)
    let sources = [settled[package]?.scratch, originals[package].map { Scratch(path: $0 + "/.build") }].compactMap {
      $0
    }
    guard let wanted, !wanted.areCheckedOut(in: scratch) else { return }
    guard let source = sources.first(where: { $0.path != scratch.path && wanted.areCheckedOut(in: $0) }) else { return }
    try scratch.takeDownloads(from: source)
    if let former = settled[package]?.copy.path, former != copy.path {
      try scratch.movePackages(from: former, to: copy.path)
    }
  }

  /// Remembers an arm's scratch folder as the one that others take their checkouts from.
  mutating func settle(_ package: String, in scratch: Scratch, of copy: PrivateCopy) {
    if settled[package] == nil { settled[package] = (scratch, copy) }
  }
}

/// What a `Package.resolved` asks for: a revision or a version for each identity.
private struct Pins {
  private let pins: [String: Pin]

  private struct Pin: Hashable {
    let revision: String?
    let version: String?
  }

  /// - Returns: `nil` where there is none, or one of a version that is not known here (up to SwiftPM 5.5).
  init?(at path: String) {
    struct File: Decodable {
      let pins: [Entry]

      struct Entry: Decodable {
        let identity: String
        let state: State
      }
      struct State: Decodable {
        let revision: String?
        let version: String?
      }
    }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)),
      let file = try? JSONDecoder().decode(File.self, from: data)
    else { return nil }
    pins = Dictionary(
      file.pins.map { ($0.identity, Pin(revision: $0.state.revision, version: $0.state.version)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether SwiftPM remembers each of them there, none that is being edited, and each checkout is at its revision.
  func areCheckedOut(in scratch: Scratch) -> Bool {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: scratch.path + "/workspace-state.json")),
      let state = try? JSONDecoder().decode(State.self, from: data)
    else { return false }
    let present = state.object.dependencies.filter { $0.state.name != "fileSystem" }
    return Set(present.map(\.packageRef.identity)) == Set(pins.keys) && present.allSatisfy { has($0, in: scratch) }
  }

  private func has(_ dependency: State.Dependency, in scratch: Scratch) -> Bool {
    guard let pin = pins[dependency.packageRef.identity] else { return false }
    switch dependency.state.name {
    case "registryDownload": return dependency.state.version == pin.version
    case "sourceControlCheckout":
      let head = try? String(
        contentsOfFile: "\(scratch.path)/checkouts/\(dependency.subpath)/.git/HEAD", encoding: .utf8)
      return dependency.state.checkoutState?.revision == pin.revision && head == pin.revision.map { $0 + "\n" }
    default: return false
    }
  }

  /// What is needed of SwiftPM's `workspace-state.json`, versions 5 to 7.
  private struct State: Decodable {
    let object: Object

    struct Object: Decodable {
      let dependencies: [Dependency]
    }
    struct Dependency: Decodable {
      let packageRef: Reference
      let state: Kind
      let subpath: String
    }
    struct Reference: Decodable {
      let identity: String
    }
    struct Kind: Decodable {
      let name: String
      let version: String?
      let checkoutState: Checkout?
    }
    struct Checkout: Decodable {
      let revision: String
    }
  }
}
