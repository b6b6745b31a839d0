import ModuleGraph
import Testing

@testable import Workspace

@Suite struct FilePolicyTests {
  /// `.modgauge.yml` and what lies beside it; but a workspace may itself lie below a folder of such a name.
  @Test func `modgauge's own files are ignored within the workspace only`() {
    let policy = FilePolicy(AffectedSettings(), relativeTo: "/home/me/.modgauge-trial/Shop")
    #expect(policy.isIgnored("/home/me/.modgauge-trial/Shop/.modgauge.yml"))
    #expect(policy.isIgnored("/home/me/.modgauge-trial/Shop/App/.modgauge/templates/feature/template.yml"))
    #expect(!policy.isIgnored("/home/me/.modgauge-trial/Shop/docs/guide.md"))
  }
}
