import Foundation
import TestSupport
import Testing

/// A browser without a window, for what only a browser can tell of a page.
enum Browser {
  static let isInstalled = (try? Tool.named("chromium")) != nil
  static let needed: Comment = "chromium is not installed; script/bootstrap --tests installs it"

  /// Opens a page, acts on it with a script, and gives what that script returned.
  static func result(_ page: String, _ actions: String) async throws -> String {
    let folder = try TestFolder()
    let script = "<script>document.title = (() => { \(actions) })();</script></body>"
    try folder.write(["page.html": page.replacing("</body>", with: script)])
    let browser = try Tool.named("chromium")
    let outcome = try await browser([
      "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile",
      "--window-size=1300,900", "--dump-dom", "file://\(folder.path)/page.html",
    ])
    let title = outcome.output.firstMatch(of: #/<title>(.*?)<\/title>/#)?.1
    return String(title ?? "no title: \(outcome.errors)")
  }
}
