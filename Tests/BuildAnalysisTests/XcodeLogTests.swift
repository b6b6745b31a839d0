import ActivityLog
import TestSupport
import Testing

@testable import BuildAnalysis
@testable import BuildTrace

/// What the texts of logs say: of what kind steps are, which description and which SDKs a build used.
struct XcodeLogTests {
  private func read(_ steps: [LogSection]) -> XcodeBuildLog {
    XcodeBuildLog(ActivityLog(LogSection(root: "Build App", seconds: 10, steps).log()))
  }

  @Test func `the kind of a step is the first word of its command, without colors`() {
    let kinds = [
      ("CompileC /build/a.o normal", "CompileC"), ("  Copy\t/build/a.h", "Copy"), ("\u{1b}[1mLd\u{1b}[0m /App", "Ld"),
      (#"SwiftDriver\ Compilation\ Requirements App"#, "SwiftDriver Compilation Requirements"),
      (#"A\b c"#, #"A\b"#), ("/usr/bin/tool a", "(path)"), ("eyJhIjoxfQ", "(json)"),
    ]
    let steps = kinds.enumerated().map { LogSection($1.0, Double($0), Double($0) + 1) }
    #expect(read(steps).steps.map(\.kind) == kinds.map(\.1))
  }

  @Test func `texts are read without colors`() {
    #expect("\u{1b}[1;31merror:\u{1b}[0m no".withoutColors == "error: no" && "plain".withoutColors == "plain")
  }

  /// The signature becomes part of a path.
  @Test func `the signature of the build description is read, if it is hexadecimal`() {
    func signature(_ text: String) -> String? {
      var step = LogSection("CreateBuildDescription", 0, 1)
      step.text = "note: Building\rBuild description signature: \(text)\rBuild description path: /build/x"
      return read([step]).descriptionHash
    }
    #expect(signature("0123456789abcdef") == "0123456789abcdef")
    #expect(signature("../../0123") == nil && signature("") == nil)
  }

  @Test func `dependencies belong to the target above them, in the form of Xcode 14 and before as well`() throws {
    let text = """
      Target dependency graph (3 targets)
      App in Shop, depends on:
      Kit in Kit (explicit)
      Kit in Kit, depends on:
      Core in Core (implicit dependency via file)
      Core in Core, no dependencies
      """
    let graph = try #require(XcodeTargetGraph(text: Array(text.utf8)[...]))
    let (app, kit) = (XcodeTarget(name: "App", project: "Shop"), XcodeTarget(name: "Kit", project: "Kit"))
    #expect(graph.dependencies == [app: [kit], kit: [XcodeTarget(name: "Core", project: "Core")]])
    #expect(graph.nodes.count == 3 && graph.declared == 3)
  }

  @Test func `SDKs are those that commands and texts name with a version`() {
    var step = LogSection("CompileC -isysroot /Xcode/SDKs/iPhoneOS26.2.sdk -o a.o", 0, 1, target: "App")
    step.text = "-I /SDKs/MacOSX26.sdk/usr/include -F /SDKs/Other.sdk /SDKs/DriverKit25.0.sd"
    #expect(read([step]).sdks == ["MacOSX 26", "iPhoneOS 26.2"])
  }
}

/// Traces that SwiftPM writes.
struct SwiftPMTraceTests {
  @Test func `compilers name their module and their files`() throws {
    let events = [
      ("Compiling A.swift, Sources/Core/B.swift", "swift-frontend -c A.swift -module-name Core"),
      ("Compile fast.c (x86_64)", "clang -c fast.c -o /x/CFast.build/Objects-normal/x86_64/fast.o"),
      ("Link App (x86_64)", "clang -o App a.o"),
    ].enumerated().map { index, event in
      TraceEvent(
        name: event.0, category: "build", startMicroseconds: index, durationMicroseconds: 1, result: "success",
        commandLine: event.1)
    }
    let file = TraceEvent.File(events: events, isComplete: true, damaged: 0)
    let jobs = try #require(SwiftPMTrace(file, identifier: "t", workspace: nil)).trace.events.map(\.job)
    #expect(jobs.map(\.kind) == [.compile, .cCompile, .link])
    #expect(jobs.map(\.module) == ["Core", "CFast", "App"])
    #expect(jobs.map(\.files) == [["A.swift", "B.swift"], ["fast.c"], []])
  }
}
