import BuildAnalysis
import Documents
import Foundation
import TestSupport
import Testing

/// Runs that were stored before.
@Suite struct CompareCommandTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    let base = Run.example(rounds: 10)
    var head = base.slowed("App", by: 1.25)
    head.workspace.revision = "def456"
    var release = head
    release.plan.configuration = "release"
    var other = head
    other.arms = [Arm(name: "Tool", role: .combined, targets: ["Tool"], modules: [])]
    other.samples = []
    for (name, run) in [("base", base), ("head", head), ("release", release), ("other", other)] {
      try folder.write(["\(name)/run.json": try run.findings.json()])
    }
  }

  private func compare(_ words: String...) async throws -> Tool.Outcome {
    try await Tool.built("modgauge")(["compare"] + words, in: folder.path)
  }

  @Test func `two runs give a verdict for each arm, whatever form is asked for`() async throws {
    let outcome = try await compare("base", "head/run.json")
    #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("# Shop: abc123 with local changes → def456 with local changes\n"))
    #expect(outcome.output.contains("| slower"))
    let json = try await compare("base", "head", "--format", "json", "--format", "csv", "--output", "out/")
    #expect(json.exitCode == 0 && json.output == "", "\(json.errors)")
    #expect(try folder.read("out/comparison.json").contains("\"modgauge.comparison/1\""))
    #expect(try folder.read("out/comparison.csv").contains("App,clean,wall,"))
  }

  @Test func `a page shows hostile names, and runs none of them`() async throws {
    let name = "</script><script>alert(1)</script><img src=x>"
    var run = Run.example(rounds: 6)
    for index in run.arms.indices { run.arms[index].name += name }
    for index in run.samples.indices { run.samples[index].arm += name }
    run.workspace.name += name
    try folder.write(["hostile/run.json": try run.findings.json()])
    let outcome = try await compare("hostile", "hostile", "--format", "html=page.html", "--format", "github-comment")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let page = try folder.read("page.html")
    #expect(!page.contains("<script>alert") && !page.contains("<img") && page.contains("&lt;script&gt;alert"))
    #expect(outcome.output.hasPrefix("<!-- modgauge compare: Shop__script__script_alert_1___script__img_src_x_ -->\n"))
  }

  #if os(Linux)
    @Test func `a full disk is told, and a report that was there stays`() async throws {
      let device = try await compare("base", "head", "--output", "/dev/full")
      #expect(device.exitCode == 2)
      #expect(
        device.errors
          == "error: Cannot write `/dev/full`: no space is left on the disk. Name another place with --output.\n")
      // Only root may mount a small disk.
      let mounting = try await Tool.named("bash")(
        ["-c", "mkdir small && mount -t tmpfs -o size=16k none small"], in: folder.path)
      guard mounting.exitCode == 0 else { return }
      defer { umount2(folder.path + "/small", Int32(MNT_DETACH)) }
      try folder.write(["small/c.html": "earlier\n"])
      let page = try await compare("base", "head", "--format", "html=small/c.html")
      #expect(page.exitCode == 2 && page.errors.hasPrefix("error: Cannot write `small/c.html`: "), "\(page.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/small") == ["c.html"])
      #expect(try folder.read("small/c.html") == "earlier\n")
    }
  #endif

  @Test func `what cannot be compared is refused, and --force weakens the words alone`() async throws {
    let refused = try await compare("base", "release")
    #expect(refused.exitCode == 2)
    #expect(
      refused.errors
        == "error: `base` and `release` cannot be compared. Different build configurations: debug, then release. "
        + "--force shows the figures without a verdict.\n")
    let forced = try await compare("base", "release", "--force")
    #expect(forced.exitCode == 0 && forced.output.contains("not comparable") && forced.output.contains("1.250"))
  }

  @Test func `runs without a common arm, and what is no run, are errors`() async throws {
    let nothing = try await compare("base", "other", "--force")
    #expect(nothing.exitCode == 2)
    #expect(
      nothing.errors
        == "error: `base` and `other` have no arm in a common scenario: the first has App, CartApp, Search (clean), the "
        + "second Tool (clean).\n")
    #expect(try await compare("base", "out").errors.contains("There is no run in `out`"))
    #expect(try await compare("base").exitCode == 64)
  }
}
