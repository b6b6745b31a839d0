import Foundation
import TestSupport
import Testing

/// `script/install.sh`, with an archive of two shell scripts in place of the programs.
@Suite struct InstallerTests {
  private let release: FakeRelease
  private var folder: TestFolder { release.folder }
  private var prefix: String { folder.path + "/prefix" }

  init() async throws { release = try await FakeRelease() }

  private func install(_ arguments: [String] = [], from: String? = nil) async throws -> Tool.Outcome {
    try await Tool.named("sh")(
      [Project.path("script/install.sh"), "--from", from ?? release.path, "--prefix", prefix] + arguments,
      environment: ["HOME": folder.path])
  }

  private func uninstall() async throws -> Tool.Outcome {
    try await Tool.named("sh")([Project.path("script/install.sh"), "--uninstall", "--prefix", prefix])
  }

  private var installed: Set<String> {
    get throws {
      guard FileManager.default.fileExists(atPath: prefix) else { return [] }
      return Set(try TestFolder.contents(of: prefix).keys.filter { !$0.hasSuffix("/") })
    }
  }

  @Test func `what is installed starts, and is gone after it was removed`() async throws {
    let outcome = try await install()
    #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("modgauge 9.9.9 is installed: \(prefix)/bin/modgauge\n"))
    #expect(try await Tool(path: prefix + "/bin/modgauge")(["--version"]).output == "9.9.9\n")
    #expect(try installed.isSuperset(of: ["share/man/man1/modgauge.1", "share/zsh/site-functions/_modgauge"]))
    #expect(try await install().exitCode == 0, "again")
    let removed = try await uninstall()
    #expect(removed.exitCode == 0 && !FileManager.default.fileExists(atPath: prefix + "/lib"), "\(removed.errors)")
    #expect(try installed.isEmpty)
    #expect(try await uninstall().errors == "error: modgauge is not installed in \(prefix)\n")
  }

  @Test func `another version replaces the first in one step`() async throws {
    _ = try await install()
    let next = try await FakeRelease(version: "10.0.0")
    #expect(try await install(from: next.path).exitCode == 0)
    #expect(try await Tool(path: prefix + "/bin/modgauge")(["--version"]).output == "10.0.0\n")
    #expect(try installed.filter { $0.hasPrefix("lib/modgauge/9.9.9") }.isEmpty)
  }

  @Test func `what a killed installation left is removed, and what another one is at is not`() async throws {
    let living = ".partial-\(ProcessInfo.processInfo.processIdentifier)"
    try folder.write([
      "prefix/lib/modgauge/installed-by-modgauge": "", "prefix/lib/modgauge/.partial-99999999/archive": "half",
      "prefix/lib/modgauge/\(living)/archive": "half",
    ])
    #expect(try await install().exitCode == 0)
    #expect(try installed.filter { $0.contains("partial") } == ["lib/modgauge/\(living)/archive"])
  }

  @Test func `an archive with another sum, or half of one, is not installed`() async throws {
    let other = String(repeating: "0", count: 64)
    let wrong = try await install(["--sha256", other])
    #expect(wrong.exitCode == 1 && wrong.errors.contains("instead of \(other); nothing is installed"))
    let bytes = try Data(contentsOf: URL(filePath: release.archive))
    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: release.archive))
    #expect(try await install().exitCode == 1)
    try FileManager.default.removeItem(atPath: release.archive)
    let missing = try await install(from: "file://" + release.path)
    #expect(missing.exitCode == 2 && missing.errors.contains("cannot be fetched"))
    #expect(try installed.isEmpty)
  }

  @Test func `a program that does not start here is not installed, and an older one stays`() async throws {
    _ = try await install()
    let broken = try await FakeRelease(version: "10.0.0", program: "echo 'GLIBC_2.99 not found' >&2; exit 1")
    let outcome = try await install(from: broken.path)
    #expect(outcome.exitCode == 2 && outcome.errors.contains("does not start here: GLIBC_2.99 not found"))
    #expect(try await Tool(path: prefix + "/bin/modgauge")(["--version"]).output == "9.9.9\n")
    #expect(try installed.filter { $0.contains("10.0.0") || $0.contains("partial") }.isEmpty)
  }

  @Test(arguments: ["bin/modgauge", "share/man/man1/modgauge.1", "lib/modgauge/theirs"])
  func `what others have made is neither replaced nor removed`(path: String) async throws {
    try folder.write(["prefix/" + path: "theirs"])
    let outcome = try await install()
    #expect(outcome.exitCode == 2 && outcome.errors.contains("this script has not made it"), "\(outcome.errors)")
    #expect(try await uninstall().exitCode == 2)
    #expect(try installed == [path] && folder.read("prefix/" + path) == "theirs")
  }

  @Test func `a link in place of the folder is not followed`() async throws {
    try folder.write(["theirs/installed-by-modgauge": "", "theirs/documents/a": "theirs", "prefix/lib/b": ""])
    try folder.link("prefix/lib/modgauge", to: folder.path + "/theirs")
    #expect(try await install().errors.contains("is a symbolic link"))
    #expect(try await uninstall().errors.contains("is a symbolic link"))
    #expect(try folder.read("theirs/documents/a") == "theirs")
  }

  @Test func `half of the script does nothing`() async throws {
    let script = try String(contentsOfFile: Project.path("script/install.sh"), encoding: .utf8)
    for share in [3, 2] {
      let half = String(script.prefix(script.count * (share - 1) / share))
      try folder.write(["half.sh": half])
      _ = try await Tool.named("sh")(["half.sh", "--from", release.path, "--prefix", prefix], in: folder.path)
      #expect(!FileManager.default.fileExists(atPath: prefix))
    }
  }

  @Test func `the step of the action takes a release from a server, builds without one, and stops at another sum`()
    async throws
  {
    let server = try await FileServer(folder: release.root)
    defer { server.stop() }
    func provide(_ variables: [String: String]) async throws -> (outcome: Tool.Outcome, said: String) {
      try folder.write(["github-output": ""])
      let environment = [
        "VERSION": "9.9.9", "RELEASES": server.address, "REPOSITORY": "owner/modgauge", "HOME": folder.path,
        "PROGRAMS": folder.path + "/programs", "GITHUB_OUTPUT": folder.path + "/github-output",
      ]
      let outcome = try await Tool(path: Project.path("script/provide-programs"))(
        [], environment: environment.merging(variables) { $1 })
      return (outcome, try folder.read("github-output"))
    }
    let provided = try await provide([:])
    #expect(provided.outcome.exitCode == 0 && provided.said == "installed=true\n", "\(provided.outcome.errors)")
    #expect(try await Tool(path: folder.path + "/programs/modgauge")(["--version"]).output == "9.9.9\n")
    let again = try await provide(["SHA256": release.sum, "RELEASES": folder.path + "/nowhere"])
    #expect(
      again.outcome.exitCode == 0 && again.said == "installed=true\n", "an earlier run left it: \(again.outcome.errors)"
    )
    let missing = try await provide(["VERSION": "1.2.3"])
    #expect(missing.outcome.exitCode == 0 && missing.said == "")
    #expect(missing.outcome.output.contains("::warning title=modgauge::Version 1.2.3 cannot be installed here"))
    #expect(try await provide(["SHA256": String(repeating: "0", count: 64)]).outcome.exitCode == 1)
  }
}
