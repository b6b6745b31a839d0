import BuildTrace
import Testing

/// Command lines as SwiftPM 6.3's native build system and its driver write them.
@Suite struct JobTests {
  @Test(arguments: [
    (
      "swiftc -module-name Core -emit-module -emit-module-path /w/debug/Modules/Core.swiftmodule -output-file-map "
        + "/w/debug/Core.build/output-file-map.json -incremental -c @/w/debug/Core.build/sources -I /w/debug/Modules",
      Job(kind: .plan, module: "Core")
    ),
    (
      "swiftc -module-name Mac -emit-module -output-file-map /w/debug/Mac-tool.build/output-file-map.json -c",
      Job(kind: .plan, module: "Mac", isTool: true)
    ),
    (
      "swiftc -modulewrap /w/debug/Modules/Core.swiftmodule -o /w/debug/Core.build/Core.swiftmodule.o -target x",
      Job(kind: .plan, module: "Core", output: "Core.swiftmodule.o")
    ),
    (
      "swiftc -L /w/debug -o /w/debug/Mac-tool -module-name Mac -emit-executable @/w/debug/Mac-tool.product/Objects",
      Job(kind: .plan, module: "Mac", isTool: true, output: "Mac-tool")
    ),
    (
      "swift-frontend -frontend -emit-module /p/A.swift /p/B.swift -target x -module-name Core -o /w/Core.swiftmodule",
      Job(kind: .emitModule, module: "Core", output: "Core.swiftmodule")
    ),
    (
      "swift-frontend -frontend -emit-module /p/A.swift -module-name M -o /w/debug/Modules-tool/M.swiftmodule",
      Job(kind: .emitModule, module: "M", isTool: true, output: "M.swiftmodule")
    ),
    (
      "swift-frontend -frontend -c -primary-file /p/A.swift /p/B.swift -primary-file /p/C.swift -Xcc -c -module-name "
        + "Core -o /w/Core.build/A.swift.o -o /w/Core.build/C.swift.o",
      Job(kind: .compile, module: "Core", files: ["A.swift", "C.swift"])
    ),
    (
      "swift-frontend -frontend -c /p/A.swift /p/B.swift -emit-module-path /w/Core.swiftmodule -module-name Core -o a.o",
      Job(kind: .compile, module: "Core", output: "a.o")
    ),
    (
      "swift-frontend -modulewrap /w/debug/Modules/Core.swiftmodule -target x -o /w/debug/Modules/Core.o",
      Job(kind: .wrap, module: "Core", output: "Core.o")
    ),
    (
      "swift-frontend -frontend -scan-dependencies /p/A.swift -module-name Core -o /w/Core.json",
      Job(kind: .scan, module: "Core", output: "Core.json")
    ),
    ("swift-frontend -frontend -print-target-info -target x", Job(kind: .other)),
    ("swiftc -h", Job(kind: .other)),
    (
      "clang -target x -O0 -I /p/include -MD -MF /w/CShape.build/round/circle.c.d -c /p/round/circle.c -o "
        + "/w/CShape.build/round/circle.c.o",
      Job(kind: .cCompile, module: "CShape", files: ["round/circle.c"], output: "circle.c.o")
    ),
    ("clang++ -c /p/cube.cpp -o cube.cpp.o", Job(kind: .cCompile, files: ["cube.cpp"], output: "cube.cpp.o")),
    (
      "clang -pie -Xlinker -c /w/Core.build/A.swift.o @/w/App.autolink -L /w --target=x -o /w/debug/App",
      Job(kind: .link, output: "App")
    ),
    ("clang -v", Job(kind: .other)),
    ("swift-plugin-server", Job(kind: .macroPlugin)),
    (
      "swift-autolink-extract /w/App.build/a.o -o /w/App.build/App.autolink",
      Job(kind: .other, module: "App", output: "App.autolink")
    ),
    (
      "swift-autolink-extract /w/my-app.build/a.o -o /w/my-app--627C8D2A6378B3FC-testable.build/my_app.autolink",
      Job(kind: .other, module: "my_app", output: "my_app.autolink")
    ),
    (
      "swift-frontend -modulewrap /tmp/Generate-1.swiftmodule -o /tmp/Generate-2.o",
      Job(kind: .wrap, module: "Generate", output: "Generate-2.o")
    ),
    ("clang -r @/w/Core.list -o /w/Debug/Core.o", Job(kind: .link, module: "Core", output: "Core.o")),
    (
      "clang -r @/w/x.list -o /w/my-app-8C1DACD8D-testable.o",
      Job(kind: .link, module: "my_app", output: "my-app-8C1DACD8D-testable.o")
    ),
    ("gcc-13 -c a.c -o Core.build/a.c.o", Job(kind: .cCompile, module: "Core", files: ["a.c"], output: "a.c.o")),
    ("ld.lld -o /w/App", Job(kind: .link, output: "App")),
  ])
  func aCommandLineTellsItsJob(line: String, job: Job) {
    let arguments = line.split(separator: " ").map(String.init)
    #expect(Job(program: arguments[0], arguments: Array(arguments.dropFirst())) { _ in nil } == job)
  }

  @Test func aResponseFileIsReadOnlyWhereTheWordsDoNotTell() {
    let told = Job(program: "swiftc", arguments: ["-module-name", "Core", "@sources"]) { _ in
      Issue.record("read in vain")
      return nil
    }
    #expect(told.kind == .plan)
    let asked = Job(program: "swift-frontend", arguments: ["-frontend", "@words"]) { path in
      path == "words" ? Array("-c\t-primary-file \"/a b/\\\"A\\\".swift\"\n-module-name 'It''s' -o x\\ y.o".utf8) : nil
    }
    #expect(asked == Job(kind: .compile, module: "Its", files: ["\"A\".swift"], output: "x y.o"))
  }

  @Test func aListOfPrimaryFilesCounts() {
    let arguments = ["-frontend", "-c", "-filelist", "/all", "-primary-filelist", "/list", "-module-name", "Core"]
    let job = Job(program: "swift-frontend", arguments: arguments) {
      $0 == "/list" ? Array("/p/A.swift\n/p/B.swift\n".utf8) : nil
    }
    #expect(job == Job(kind: .compile, module: "Core", files: ["A.swift", "B.swift"]))
  }

  @Test(arguments: [
    "", "-o", "-module-name", "-primary-file", "-primary-filelist", "@", "-modulewrap", "-Xcc", "\u{0}",
  ])
  func aWordWithoutItsValueDoesNoHarm(word: String) {
    for program in StandIns.programs {
      _ = Job(program: program, arguments: [word]) { _ in Array("'\\".utf8) }
    }
  }
}
