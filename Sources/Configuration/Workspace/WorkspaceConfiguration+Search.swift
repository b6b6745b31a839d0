#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension WorkspaceConfiguration {
  /// Finds the configuration of a workspace: in its folder, or in one of the folders that contain it, up to and
  /// including the top of its git repository, the home folder or `/`.
  /// - Parameters:
  ///   - folder: absolute, without symbolic links.
  ///   - home: the home folder, likewise.
  /// - Returns: the file's absolute path; `nil` if there is none.
  /// - Complexity: O(depth of the folder).
  package static func file(around folder: String, home: String?) -> String? {
    var place = folder == "/" ? "" : folder
    while true {
      let candidate = "\(place)/\(fileName)"
      if FileManager.default.fileExists(atPath: candidate) { return candidate }
      guard place != home, !FileManager.default.fileExists(atPath: place + "/.git"),
        let slash = place.utf8.lastIndex(of: UInt8(ascii: "/"))
      else { return nil }
      place = String(place[..<slash])
    }
  }
}
