#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ShadowToolchain {
  /// How long an unused shadow toolchain is kept, in seconds: 30 days.
  private static let keptSeconds = 30.0 * 24 * 3600

  static func folder(in cacheFolder: String) -> String { cacheFolder + "/shadows" }

  /// Removes shadow toolchains that were not used for 30 days, mostly since their toolchain or recorder is gone, and
  /// incomplete ones. One that cannot be removed is kept.
  ///
  /// The caller must hold the machine's lock, so that nobody else creates or uses one.
  /// - Parameter cacheFolder: the same as for `init`.
  package static func prune(in cacheFolder: String) {
    let folder = folder(in: cacheFolder)
    let files = FileManager.default
    for name in (try? FileTree.folders(in: folder)) ?? [] where isOwn(name) {
      let path = "\(folder)/\(name)"
      guard let used = try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date else { continue }
      guard name.hasSuffix(partialSuffix) || used.timeIntervalSinceNow < -keptSeconds else { continue }
      // Renamed first, so that nobody finds an incomplete one.
      let partial = name.hasSuffix(partialSuffix) ? path : path + partialSuffix
      if partial != path { try? files.moveItem(atPath: path, toPath: partial) }
      try? FileTree.remove(partial)
    }
  }

  /// Whether a shadow, or an incomplete one, has such a name.
  private static func isOwn(_ name: String) -> Bool {
    let whole = name.hasSuffix(partialSuffix) ? name.dropLast(partialSuffix.count) : name[...]
    return whole.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }
    }
  }
}
