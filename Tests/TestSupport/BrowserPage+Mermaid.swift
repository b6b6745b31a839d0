import Foundation
package import Testing

/// What Mermaid draws of a text.
package struct MermaidPicture: Sendable, Decodable {
  /// What stands in the nodes, in their order.
  package let nodes: [String]
  package let edges: Int
  package let subgraphs: [String]
}

extension BrowserPage {
  /// Lets Mermaid draw a text, with the limits of GitHub, which are its own.
  /// - Throws: what Mermaid says of a text that it cannot read.
  package func mermaid(_ text: String) async throws -> MermaidPicture {
    try await call("Runtime.evaluate", ["expression": try MermaidLibrary.script()])
    let literal = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    let found = try await run(
      """
      mermaid.initialize({ startOnLoad: false, securityLevel: "strict" });
      const { svg } = await mermaid.render("picture", \(literal));
      document.body.innerHTML = svg;
      const words = (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
      return JSON.stringify({
        nodes: words("g.node"), edges: document.querySelectorAll("path.flowchart-link").length, subgraphs: words("g.cluster-label"),
      });
      """)
    return try JSONDecoder().decode(MermaidPicture.self, from: Data(found.utf8))
  }
}

package enum MermaidLibrary {
  private static let file = URL(filePath: #filePath).appending(path: "../../../.build/mermaid.min.js")
    .standardizedFileURL

  package static let isInstalled = FileManager.default.isReadableFile(atPath: file.path())
  package static let needed: Comment = "Mermaid is not installed; script/bootstrap --tests installs it"

  fileprivate static func script() throws -> String { try String(contentsOf: file, encoding: .utf8) }
}
