import Platform

/// The files of this program.
package enum ProgramFile {
  package static var processID: Int32 { CurrentProcess.id }

  /// The arguments after the command's name.
  package static var commandWords: [String] { Array(CommandLine.arguments.dropFirst(2)) }

  /// The path of a program in this program's folder, following symbolic links.
  package static func sibling(_ name: String) -> String {
    let path = self.path
    return "\(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])/\(name)"
  }

  /// The program that ends child processes when this one ends; `nil` if it is not installed.
  package static var recorder: String? {
    let path = sibling("modgauge-recorder")
    return FileSystem.allows(.execute, to: path) ? path : nil
  }

  private static var path: String {
    CurrentProcess.executablePath.flatMap(FileSystem.canonicalPath) ?? CommandLine.arguments[0]
  }
}
