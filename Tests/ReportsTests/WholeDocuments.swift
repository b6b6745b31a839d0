import Foundation
import TestSupport
import Testing

@testable import Reports

/// The report in each format for people, pages without their scripts and styles, which are files. Charts are the same in
/// every format.
func expectSnapshots<Document: Report>(
  of report: Document, named name: String, leavingOut others: Set<String> = []
) throws {
  for rendering in Document.renderings where !others.union(["json", "png"]).contains(rendering.name) {
    let text: String
    switch rendering.content {
    case .text(let render):
      do { text = try render(report, .plain) } catch { text = "\(error)" }
    case .page(let render): text = withoutAssets(try render(report, LayoutEngine.inOneRow))
    case .chart(_, let render): text = render(report)
    case .drawing: continue
    }
    try expectSnapshot(text, named: "\(name).\(rendering.name).txt")
  }
}

func withoutAssets(_ page: String) -> String {
  page.replacing(#/<style>[^<]*</style>/#, with: "<style></style>")
    .replacing(#/<script>(?:(?!<\/script>)[\s\S])*<\/script>/#, with: "<script></script>")
}
