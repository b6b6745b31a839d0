#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a compiler, the linker or SwiftPM said first of why a build failed.
enum CompilerWords {
  /// The maximum length in characters.
  private static let most = 300

  /// - Parameters:
  ///   - log: the path of the build's output.
  ///   - copy: the folder of the copy, which readers do not need to see.
  /// - Returns: the first line that states an error, one of a source file first; `nil` where none does.
  static func firstError(inLog log: String, copy: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: log) else { return nil }
    let lines = String(decoding: bytes.prefix(1 << 20), as: UTF8.self).split(whereSeparator: \.isNewline)
    let errors = lines.filter { $0.contains("error: ") }
    guard let line = errors.first(where: { $0.contains(": error: ") }) ?? errors.first else { return nil }
    let words = line.replacing(copy + "/", with: "").trimmingPrefix("error: ")
    return words.count > most ? words.prefix(most) + "…" : String(words)
  }
}
