import Foundation

/// A terminal that no one sits at, made by util-linux's `script`.
package enum PseudoTerminal {
  #if os(Linux)
    package static let isInstalled = (try? Tool.named("script")) != nil
  #else
    package static let isInstalled = false
  #endif

  /// Runs a program of this package with a terminal as its standard streams.
  /// - Returns: what the terminal was sent, by either stream.
  package static func output(
    of program: String, _ words: [String], columns: Int, environment: [String: String] = [:]
  ) async throws -> String {
    let quoted = ([Tool.built(program).path] + words).map { "'\($0.replacing("'", with: #"'\''"#))'" }
    let command = "stty cols \(columns) rows 50; \(quoted.joined(separator: " "))"
    let outcome = try await Tool.named("script")(
      ["--quiet", "--return", "--command", command, "/dev/null"],
      environment: ["TERM": "xterm", "NO_COLOR": ""].merging(environment) { $1 })
    return outcome.output
  }
}
