#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

enum Folder {
  /// Where an entry's name begins; it is longer in memory than the type says, so that a copy could cut it.
  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

  /// The names in a folder, unordered.
  static func entries(of path: String) throws(RecorderError) -> [String] {
    guard let folder = opendir(path) else { throw .system(doing: "list '\(path)'", code: errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = UnsafeRawPointer(entry) + nameOffset
      names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
    }
    return names
  }
}
