/// Why a file of Xcode's cannot be read.
struct XcodeFileError: Error, Hashable, Sendable {
  /// Half a sentence, without a full stop.
  let reason: String
}

extension Path {
  /// A path that Xcode states below another.
  /// - Returns: `nil` where it is longer than any system's paths, so that groups within groups without end cost nothing.
  static func stated(_ path: String, below folder: String) -> String? {
    let whole = joined(folder, path)
    return whole.utf8.count <= 4096 ? whole : nil
  }
}
