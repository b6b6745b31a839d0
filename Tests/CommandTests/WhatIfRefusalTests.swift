import Foundation
import TestSupport
import Testing

/// What `modgauge what-if` reads and refuses.
@Suite struct WhatIfRefusalTests {
  private typealias Recorded = WhatIfCommandTests.Recorded

  @Test(arguments: ["--proposal -", "--proposal /dev/stdin", "--proposal <(cat)"])
  func `a proposal can come from standard input and from a pipe`(words: String) async throws {
    let recorded = try await Recorded()
    func outcome(of proposal: String) async throws -> Tool.Outcome {
      let script = #"printf "$1" | "$0" what-if --package-path "$2" --cache-dir "$3" "$4" --format markdown "#
      return try await Tool.named("bash")([
        "-c", script + words, Tool.built("modgauge").path, proposal, recorded.shop.path, recorded.shop.cache,
        recorded.folder,
      ])
    }
    let read = try await outcome(of: #"changes:\n  - cut: Cart -> Core\n"#)
    #expect(read.exitCode == 0 && read.output.contains("\n- cut Cart → Core\n"), "\(read.errors)")
    let wrong = try await outcome(of: #"changes:\n  - cut: Cart\n"#)
    let name = words.hasSuffix("-") ? "standard input" : words.hasSuffix("stdin") ? "/dev/stdin" : "/dev/fd/"
    #expect(wrong.exitCode == 2 && wrong.errors.hasPrefix("error: \(name)"), "\(wrong.errors)")
    #expect(wrong.errors.contains(":2: “cut” must be A->B, not “Cart”"), "\(wrong.errors)")
  }

  @Test func `a factor out of range is refused with the range`() async throws {
    let recorded = try await Recorded()
    let refused = try await recorded.whatIf(["--cost", "Cart=×-1"])
    #expect(refused.exitCode == 64)
    #expect(
      refused.errors.contains("--cost must be MODULE=×0.5, with a factor from 0 to 1000000, not “Cart=×-1”."),
      "\(refused.errors)")
    let most = try await recorded.whatIf(["--cost", "Cart=×1000000", "--format", "markdown"])
    #expect(most.output.contains("\n- cost of Cart × 1,000,000\n"), "\(most.output)\(most.errors)")
  }

  @Test func `one build that is named twice is refused`() async throws {
    let recorded = try await Recorded()
    try FileManager.default.copyItem(atPath: recorded.folder, toPath: recorded.folder + "2")
    let refused = try await recorded.whatIf([recorded.folder + "2", "--cut", "Cart->Core"])
    #expect(refused.exitCode == 2)
    #expect(
      refused.errors
        == "error: `\(recorded.folder)2` and `\(recorded.folder)` are recordings of the same build, which would "
        + "count twice. Name each build once.\n")
  }

  @Test func `nothing is materialized within the workspace`() async throws {
    let recorded = try await Recorded()
    try recorded.shop.folder.link("link", to: "Shop/Sources")
    let inside = ["Shop/new", "Shop", "Shared/Sources/deep/new", "link/new"]
    for place in inside {
      let folder = "\(recorded.shop.folder.path)/\(place)"
      let refused = try await recorded.whatIf(["--add", "shop-app->Core", "--materialize", folder])
      #expect(refused.exitCode == 2 && refused.output.isEmpty)
      #expect(
        refused.errors.contains("which is part of the workspace: what is written there would be taken for its sources"),
        "\(refused.errors)")
      #expect(place == "Shop" || !FileManager.default.fileExists(atPath: folder))
    }
    let file = try await recorded.whatIf([
      "--add", "shop-app->Core", "--materialize", recorded.folder + "/trace.jsonl/new",
    ])
    #expect(
      file.exitCode == 2
        && file.errors.contains("trace.jsonl` is not a folder. Name another folder."),
      "\(file.errors)")
    let beside = try await recorded.whatIf([
      "--add", "shop-app->Core", "--materialize", recorded.shop.path + "-new", "--format", "text",
    ])
    #expect(beside.exitCode == 0, "\(beside.errors)")
  }

  /// What is replaced in the trace, and what the refusal says.
  @Test(arguments: [
    (#"{"schema":"modgauge.supervised/1","#, #"{"schema":"#, "parts of the trace were lost"),
    (#"{"schema":"modgauge.supervised/1","#, "", "the end of the build was not recorded"),
    (#""startNanoseconds":2000000000"#, #""startNanoseconds":-5"#, "parts of the trace were lost"),
    (#""userMicroseconds":900000"#, #""userMicroseconds":1e999"#, "parts of the trace were lost"),
    (#""userMicroseconds":900000"#, #""userMicroseconds":900000000"#, "used more CPU time than the processors had"),
    (#""process":12,"#, #""process":12,"parent":99,"#, "the processes that started 1 process are missing"),
    (#""endNanoseconds":4000000000"#, #""endNanoseconds":9000000000"#, "outside the time of the build"),
    (#""exitCode":0,"survivors""#, #""exitCode":1,"survivors""#, "the build failed"),
    ("modgauge.trace/1", "modgauge.trace/7", #"the record's schema is "modgauge.trace/7""#),
    (#""module":"Search""#, #""module":"Stranger""#, "the build compiled Stranger"),
  ])
  func `a damaged recording is refused`(text: String, other: String, words: String) async throws {
    let recorded = try await Recorded()
    var trace = try recorded.shop.folder.read("recorded/trace.jsonl")
    let place = try #require(trace.range(of: text))
    trace.replaceSubrange(other.isEmpty ? place.lowerBound..<trace.endIndex : place, with: other)
    try recorded.shop.folder.write(["recorded/trace.jsonl": trace])
    let refused = try await recorded.whatIf(["--cut", "Cart->Core"])
    #expect(refused.exitCode == 2 && refused.output.isEmpty, "\(refused.output)")
    #expect(refused.errors.contains(words) && refused.errors.contains("modgauge record"), "\(refused.errors)")
  }
}
