#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The first error of a compiler, linker or SwiftPM in a failed build.
enum CompilerWords {
  /// The maximum length in characters.
  private static let most = 300

  /// - Parameters:
  ///   - log: the path of the build's output.
  ///   - copy: the folder of the copy, which is removed from the message.
  /// - Returns: the first line with an error, preferably one in a source file; `nil` if there is none.
  static func firstError(inLog log: String, copy: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: log) else { return nil }
    let lines = String(decoding: bytes.prefix(1 << 20), as: UTF8.self).split(whereSeparator: \.isNewline)
    let errors = lines.filter { $0.contains("error: ") }
    guard let line = errors.first(where: { $0.contains(": error: ") }) ?? errors.first else { return nil }
    let words = line.replacing(copy + "/", with: "").trimmingPrefix("error: ")
    return words.count > most ? words.prefix(most) + "…" : String(words)
  }
}
