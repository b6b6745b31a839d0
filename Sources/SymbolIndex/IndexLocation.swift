/// The location of an index, and the current location of the sources that it describes.
package struct IndexLocation: Hashable, Sendable {
  /// The store's folder, absolute.
  package let path: String
  /// If a copy of the sources was compiled: the folder of the copy, and the folder that was copied. Both are absolute.
  package let copy: String?
  package let original: String?

  package init(path: String, copy: String? = nil, of original: String? = nil) {
    (self.path, self.copy, self.original) = (path, copy, original)
  }

  /// The current location of a compiled file.
  func place(of path: String) -> String {
    guard let copy, let original, path.hasPrefix(copy + "/") else { return path }
    return original + path.dropFirst(copy.count)
  }
}
