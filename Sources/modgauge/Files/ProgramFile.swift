import Platform

/// This program as a file, and what lies beside it.
enum ProgramFile {
  static var processID: Int32 { CurrentProcess.id }

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
    return FileSystem.allows(.execute, to: path) ? path : nil
  }

  private static var path: String {
    CurrentProcess.executablePath.flatMap(FileSystem.canonicalPath) ?? CommandLine.arguments[0]
  }
}
