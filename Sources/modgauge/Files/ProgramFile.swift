#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// This program as a file, and what lies beside it.
enum ProgramFile {
  static var processID: Int32 { getpid() }

  /// What was said after the command's name.
  static var commandWords: [String] { Array(CommandLine.arguments.dropFirst(2)) }

  /// The path of a program in the folder of this one, links followed.
  static func sibling(_ name: String) -> String {
    let path = self.path
    return path[..<(path.lastIndex(of: "/") ?? path.startIndex)] + "/" + name
  }

  /// The program that ends our children with us; absent where it was not installed.
  static var recorder: String? {
    let path = sibling("modgauge-recorder")
    return access(path, X_OK) == 0 ? path : nil
  }

  private static var path: String {
    #if canImport(Darwin)
      var size = UInt32(PATH_MAX)
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return CommandLine.arguments[0] }
      let invoked = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      let invoked = "/proc/self/exe"
    #endif
    guard let resolved = realpath(invoked, nil) else { return CommandLine.arguments[0] }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
