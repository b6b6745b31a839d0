import Foundation
package import Testing

extension BrowserPage {
  /// What keeps people from using the page, by axe-core: each broken rule with an element that breaks it.
  package func barriers() async throws -> [String] {
    try await call("Runtime.evaluate", ["expression": try AxeCore.script()])
    let found = try await run(
      """
      const { violations } = await axe.run({ resultTypes: ["violations"] });
      return JSON.stringify(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`)));
      """)
    return try JSONDecoder().decode([String].self, from: Data(found.utf8))
  }
}

package enum AxeCore {
  private static let file = URL(filePath: #filePath).appending(path: "../../../.build/axe.min.js").standardizedFileURL

  package static let isInstalled = FileManager.default.isReadableFile(atPath: file.path())
  package static let needed: Comment = "axe-core is not installed; script/bootstrap --tests installs it"

  fileprivate static func script() throws -> String { try String(contentsOf: file, encoding: .utf8) }
}
