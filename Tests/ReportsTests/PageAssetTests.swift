import CPageAssets
import Foundation
import Testing

@testable import Reports

@Suite struct PageAssetTests {
  /// One file of each kind.
  @Test func `scripts, styles and markup are embedded whole`() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../Sources/Reports/Page/Assets").standardizedFileURL
    for (name, asset) in [
      ("graph-layout.js", PageAsset.graph_layout_js), ("page.css", .page_css), ("timeline.html", .timeline_html),
    ] {
      #expect(try asset.content == Array(Data(contentsOf: folder.appending(path: name))))
    }
  }
}
