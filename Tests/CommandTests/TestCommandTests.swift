import Foundation
import Platform
import Subprocess
import TestSupport
import Testing

/// `modgauge test` with a script in place of `swift test`: what runs, and what is skipped, needs no real build.
@Suite struct TestCommandTests {
  /// A repository, and a toolchain whose `swift test` writes its arguments and passes, or fails as told.
  private struct Tested {
    let repository: AffectedRepository
    private var toolchain: String { repository.shop.folder.path + "/toolchain" }

    init(exitCode: Int = 0) async throws {
      repository = try await AffectedRepository()
      try repository.shop.folder.write([
        ".gitignore": "/cache\n/state\n/output\n/toolchain\n/*.sqlite*\n/*.xml\n/out.txt\n"
      ])
      try await repository.commit("ignored")
      try write(exitCode: exitCode)
    }

    /// Gives the package beside the root a test module.
    func addTests() throws {
      let manifest = try repository.shop.folder.read("Shared/Package.swift")
      try repository.shop.folder.write([
        "Shared/Package.swift": manifest.replacing(
          #".target(name: "Model")]"#,
          with: #".target(name: "Model"), .testTarget(name: "ModelTests", dependencies: ["Model"])]"#),
        "Shared/Tests/ModelTests/T.swift": "import Model\n",
      ])
    }

    /// - Parameter waiting: the test module whose tests never end.
    func write(exitCode: Int, waiting: String = "none") throws {
      let real = try Tool.named("swift").path
      let failure = exitCode == 0 ? "" : "<failure message=\\\"no\\\"></failure>"
      let program = toolchain + "/usr/bin/swift"
      try repository.shop.folder.write([
        "toolchain/usr/bin/swift": """
        #!/bin/sh
        if [ "$1" != test ]; then exec \(real) "$@"; fi
        echo "$@"
        for last; do :; done
        name="$(echo "$last" | tr -d '^.\\\\')"
        [ "$name" != \(waiting) ] || exec sleep 60
        while [ "$1" != --xunit-output ]; do shift; done
        echo "<testsuites><testsuite name=\\"T\\"><testcase classname=\\"$name.C\\" name=\\"t\\" time=\\"0.5\\">\(failure)</testcase></testsuite></testsuites>" > "$2"
        exit \(exitCode)
        """
      ])
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    }

    func words(_ more: [String]) -> [String] {
      [
        "test", "--package-path", repository.shop.path, "--cache-dir", repository.shop.cache, "--toolchain", toolchain,
      ] + more
    }

    func test(_ more: String...) async throws -> Tool.Outcome { try await repository.shop.modgauge(words(more)) }
  }

  @Test func `only affected tests run, and those that passed with the same inputs do not run again`() async throws {
    let tested = try await Tested()
    let none = try await tested.test()
    #expect(none.exitCode == 0 && none.output == "")
    #expect(none.errors == "No test is affected.\n")
    let cart = "Shop/Sources/Cart/Cart.swift"
    let text = try tested.repository.shop.folder.read(cart)
    try tested.repository.shop.folder.write([cart: text + "// changed\n"])
    #expect(try await tested.test("--dry-run").output == Self.run)
    let first = try await tested.test()
    #expect(first.exitCode == 0, "\(first.errors)")
    #expect(first.output.contains(#"--test-product ShopPackageTests"#))
    #expect(first.output.contains(#"--filter ^CartTests\."#))
    let second = try await tested.test("--dry-run").output
    #expect(second.hasPrefix("skip  Shop/CartTests: passed "))
    #expect(second.hasSuffix("nothing would be built: all of these tests passed before with the same inputs\n"))
    #expect(try await tested.test().output == "")
    #expect(try await tested.test("--all", "--dry-run").output == Self.run)
    try tested.repository.shop.folder.write([cart: text + "// changed again\n"])
    #expect(try await tested.test("--dry-run").output == Self.run)
  }

  /// One test module would run, and why nobody knows how long that takes.
  private static let run = """
    run   Shop/CartTests
    expected duration: unknown: the copy is kept, so that only what changed since the last call is built

    """

  @Test func `what failed once with the same inputs is never skipped`() async throws {
    let tested = try await Tested(exitCode: 1)
    try tested.repository.shop.folder.write(["Shop/Sources/Cart/New.swift": "\n"])
    let results = tested.repository.shop.folder.path + "/results.sqlite"
    #expect(try await tested.test("--results", results).exitCode == 1)
    try tested.write(exitCode: 0)
    #expect(try await tested.test("--results", results).exitCode == 0)
    #expect(try await tested.test("--results", results, "--dry-run").output == Self.run)
  }

  /// Two packages, of which one passes at once, and the other one never ends.
  @Test func `packages run side by side, and what ended before a kill is remembered`() async throws {
    let tested = try await Tested()
    try tested.addTests()
    try tested.repository.shop.folder.write(["Shared/Sources/Model/New.swift": "\n"])
    let (folder, results) = (tested.repository.shop.folder.path, tested.repository.shop.folder.path + "/results.sqlite")
    try tested.write(exitCode: 0, waiting: "CartTests")
    let words = tested.words(["--results", results])
    // What a package prints comes after its results are stored.
    let output = try FileDescriptor.open(
      folder + "/out.txt", .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: .ownerReadWrite)
    let result = try await Subprocess.run(
      .path(FilePath(Tool.built("modgauge").path)), arguments: Arguments(words),
      environment: .inherit.updating(["XDG_STATE_HOME": folder + "/state"]),
      input: .none, output: .fileDescriptor(output, closeAfterSpawningProcess: true), error: .discarded
    ) { execution in
      while try !tested.repository.shop.folder.read("out.txt").contains("ModelTests") {
        try await Task.sleep(for: .milliseconds(20))
      }
      try? execution.send(signal: .kill)
    }
    #expect(result.terminationStatus == .signaled(Signal.kill.rawValue))
    let left = try await tested.test("--results", results, "--dry-run").output
    #expect(left.hasPrefix("run   Shop/CartTests\nskip  shared/ModelTests: "), "\(left)")
    try tested.write(exitCode: 3)
    let junit = folder + "/all.xml"
    let failed = try await tested.test("--all", "--results", results, "--junit", junit)
    #expect(failed.exitCode == 3)
    for module in ["CartTests", "ModelTests"] {
      #expect(failed.output.contains("--filter ^\(module)\\."))
      #expect(try tested.repository.shop.folder.read("all.xml").contains("classname=\"\(module).C\""))
    }
  }

  @Test func `a damaged file of results proves nothing and is kept`() async throws {
    let tested = try await Tested()
    try tested.repository.shop.folder.write(["Shop/Sources/Cart/New.swift": "\n", "results.sqlite": "junk\n"])
    let results = tested.repository.shop.folder.path + "/results.sqlite"
    let junit = tested.repository.shop.folder.path + "/all.xml"
    let outcome = try await tested.test("--results", results, "--junit", junit)
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.contains("warning: earlier results are unknown, so that all tests run: "))
    #expect(try tested.repository.shop.folder.read("results.sqlite") == "junk\n")
    #expect(try tested.repository.shop.folder.read("all.xml").contains(#"<testcase classname="CartTests.C""#))
  }

  @Test func `the last commits show what a selection would have done`() async throws {
    let repository = try await AffectedRepository()
    try repository.shop.folder.write(["Shop/Sources/Unrelated/New.swift": "\n"])
    try await repository.commit("unrelated")
    try repository.shop.folder.write(["Shop/Sources/Cart/New.swift": "\n"])
    try await repository.commit("cart")
    let outcome = try await repository.affected("--replay", "10")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("The last 2 commits of main: 1 of 2 runs of a test module"))
    #expect(outcome.output.contains("Sources/Cart/New.swift"))
    #expect(outcome.output.contains("unknown without a recorded build"))
    let json = try await repository.affected("--replay", "10", "--format", "json").output
    #expect(try await JSONSchema.affectedReplay.complaints(about: json) == "")
  }
}
