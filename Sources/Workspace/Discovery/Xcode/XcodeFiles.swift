extension Path {
  /// A path in one of Xcode's files, resolved in a folder.
  /// - Returns: `nil` if it is longer than any system allows, so that endlessly nested groups are harmless.
  static func stated(_ path: String, below folder: String) -> String? {
    let whole = joined(folder, path)
    return whole.utf8.count <= 4096 ? whole : nil
  }
}
