import Foundation
import Subprocess
package import Testing

/// A browser without a window, for what only a browser can tell of a page.
package enum Browser {
  /// Without what a window needs, Chromium starts in a fifth of the CPU time.
  private static let program = ["chromium-headless-shell", "chromium"].lazy.compactMap { try? Tool.named($0) }.first
  /// Not for a campaign that runs the same tests hundreds of times (`script/soak --mutants`).
  package static let isInstalled =
    program != nil && ProcessInfo.processInfo.environment["MODGAUGE_WITHOUT_BROWSER"] == nil
  package static let needed: Comment = "Chromium is not installed; script/bootstrap --tests installs it"

  /// How a reader looks at a page.
  package struct Look: Sendable {
    package var width = 1300
    package var height = 900
    package var isDark = false
    package var isPrinted = false
    /// What follows the page's address, from `#` on.
    package var fragment = ""

    package init() {}
  }

  /// Opens a page, acts on it with a script, and gives what that script returned.
  /// - Throws: also where the browser had anything to say: an error, or what the page's policy forbids.
  package static func result(_ html: String, _ actions: String) async throws -> String {
    try await open(html) { page in
      let result = try await page.run(actions)
      try await page.expectSilence()
      return result
    }
  }

  /// Opens a page and hands it to a reader. The browser is gone when this returns.
  package static func open<Result: Sendable>(
    _ html: String, as look: Look = Look(), _ read: (BrowserPage) async throws -> Result
  ) async throws -> Result {
    let program = try #require(program, needed)
    let folder = try TestFolder()
    try folder.write(["page.html": html])
    // The browser takes commands on descriptor 3 and answers on 4, and ends when they are closed.
    let arguments = [
      "-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null", program.path,
      "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--lang=en-US",
      "--user-data-dir=\(folder.path)/profile", "about:blank",
    ]
    let outcome = try await run(
      .path("/bin/sh"), arguments: Arguments(arguments), environment: .inherit.updating(["TMPDIR": folder.path]),
      input: .inputWriter, output: .sequence, error: .discarded
    ) { execution in
      var answers = execution.standardOutput.makeAsyncIterator()
      let page = BrowserPage(
        send: { _ = try await execution.standardInputWriter.write($0) },
        receive: { try await answers.next()?.withUnsafeBytes { Array($0) } })
      try await page.open("file://\(folder.path)/page.html\(look.fragment)", as: look)
      let result = try await read(page)
      try await page.close()
      return result
    }
    return outcome.closureResult
  }
}
