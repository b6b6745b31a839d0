import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The resolved versions, and whether a scratch folder has exactly these.
///
/// Every arm of a package is built with the same versions: from the user's own checkouts if they match
/// `Package.resolved`, otherwise as resolved by the first warm-up. After that, nothing is resolved any more.
struct ResolvedDependencies {
  /// By package key: the scratch folder of the arm that was built first, and the copy of the workspace that it was
  /// built from.
  private(set) var settled: [String: (scratch: Scratch, copy: PrivateCopy)] = [:]
  /// The paths of the user's packages, by key.
  let originals: [String: String]

  /// Whether the next build of a package may resolve its dependencies: until one has succeeded.
  func mayResolve(_ package: String) -> Bool { settled[package] == nil }

  /// Copies the checkouts that `Package.resolved` asks for from the first arm's scratch folder or the user's own,
  /// unless they are there already.
  /// - Parameter copy: the copy from which the folder is built.
  func provide(
    _ scratch: Scratch, for package: String, resolvedIn copy: PrivateCopy
  ) throws(BenchmarkError) {
    let wanted = (try? FileTree.read((copy.packagePaths[package] ?? copy.path) + PrivateCopy.resolvedFile))
      .flatMap(PinnedVersions.init)
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

  /// Records an arm's scratch folder as the one from which others copy their checkouts.
  mutating func settle(_ package: String, in scratch: Scratch, of copy: PrivateCopy) {
    if settled[package] == nil { settled[package] = (scratch, copy) }
  }
}

extension PinnedVersions {
  /// Whether SwiftPM's state lists all of them, none being edited, and each checkout is at its revision.
  fileprivate func areCheckedOut(in scratch: Scratch) -> Bool {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: scratch.path + "/workspace-state.json")),
      let state = try? JSONDecoder().decode(State.self, from: data)
    else { return false }
    let present = state.object.dependencies.filter { $0.state.name != "fileSystem" }
    return Set(present.map(\.packageRef.key)) == Set(pins.keys) && present.allSatisfy { has($0, in: scratch) }
  }

  private func has(_ dependency: State.Dependency, in scratch: Scratch) -> Bool {
    guard let pin = pins[dependency.packageRef.key] else { return false }
    switch dependency.state.name {
    case "registryDownload": return dependency.state.version == pin.version
    case "sourceControlCheckout":
      let head = try? String(
        contentsOfFile: "\(scratch.path)/checkouts/\(dependency.subpath)/.git/HEAD", encoding: .utf8)
      return dependency.state.checkoutState?.revision == pin.revision && head == pin.revision.map { $0 + "\n" }
    default: return false
    }
  }

  /// The required parts of SwiftPM's `workspace-state.json`, versions 5 to 7.
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

      /// As ``PinnedVersions`` has it: those of a registry are written as in the manifest.
      var key: String { identity.lowercased() }
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

extension ResolvedDependencies {
  init(of workspace: LoadedWorkspace) {
    self.init(originals: Dictionary(uniqueKeysWithValues: workspace.packages.map { ($0.key, $0.path) }))
  }
}
