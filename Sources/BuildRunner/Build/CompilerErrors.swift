import Workspace

/// The first error message of a compiler, the linker, SwiftPM or a test in a failed build.
enum CompilerErrors {
  /// The maximum length in characters.
  private static let most = 300
  /// The number of bytes of a log that are searched.
  private static let longest = 1 << 24

  /// - Parameters:
  ///   - log: the path of the build's output.
  ///   - copy: the folder of the copy, which readers do not need to see.
  ///   - isTested: whether tests were run, whose own output may look like an error.
  /// - Returns: the first line with an error, preferably in a source file; `nil` if there is none.
  static func firstError(inLog log: String, copy: String, ofTests isTested: Bool = false) -> String? {
    guard let bytes = try? FileTree.read(log) else { return nil }
    let lines = String(decoding: bytes.prefix(longest), as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = isTested ? testError(in: lines) : buildError(in: lines) else { return nil }
    let words = line.replacing(copy + "/", with: "").trimmingPrefix("error: ").trimmingPrefix("✘ ")
    return words.count > most ? words.prefix(most) + "…" : String(words)
  }

  private static func buildError(in lines: [Substring]) -> Substring? {
    let errors = lines.filter { $0.contains("error: ") && !SwiftPMMessages.isCommand($0) }
    return errors.first { $0.contains(#/:\d+: error: /#) } ?? errors.first { $0.contains(": error: ") } ?? errors.first
  }

  /// The compiler and XCTest put the source location in front of the message, Swift Testing in the middle. A crash is
  /// reported last, by the program and then by SwiftPM.
  private static func testError(in lines: [Substring]) -> Substring? {
    lines.first { $0.contains(#/:\d+: error: /#) || $0.contains(" recorded an issue at ") }
      ?? lines.last { $0.contains("Fatal error: ") } ?? lines.last { $0.hasPrefix("error: ") }
  }
}
