#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ShadowToolchain {
  /// How long a shadow that nobody uses is kept, in seconds: 30 days.
  private static let keptSeconds = 30.0 * 24 * 3600

  static func folder(in cacheFolder: String) -> String { cacheFolder + "/shadows" }

  /// Removes the shadows that were not used for 30 days, whose toolchain or recorder is mostly gone, and those that were
  /// never finished. One that cannot be removed stays.
  ///
  /// Only for the holder of the machine's lock: nobody else makes or uses one then.
  /// - Parameter cacheFolder: as that of `init`.
  package static func prune(in cacheFolder: String) {
    let folder = folder(in: cacheFolder)
    let files = FileManager.default
    for name in (try? FileTree.names(in: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      guard let used = try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date else { continue }
      guard name.hasSuffix(partialSuffix) || used.timeIntervalSinceNow < -keptSeconds else { continue }
      // Under another name first, so that nobody finds half of it.
      let partial = name.hasSuffix(partialSuffix) ? path : path + partialSuffix
      if partial != path { try? files.moveItem(atPath: path, toPath: partial) }
      try? files.removeItem(atPath: partial)
    }
  }
}
