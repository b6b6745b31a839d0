import Foundation
import TestSupport
import Testing

@testable import BuildRunner

/// What is said when the recorder cannot supervise a build.
@Suite struct SupervisorTests {
  private func failure(of script: String) async throws -> BenchmarkError? {
    let folder = try TestFolder()
    try folder.write(["recorder": "#!/bin/sh\n\(script)\n"])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/recorder")
    let supervisor = try Supervisor(
      recorder: folder.path + "/recorder", measurementPath: folder.path + "/measurement", temporaryFolder: folder.path)
    return await #expect(throws: BenchmarkError.self) {
      try await supervisor.run(["true"], log: "/dev/null", timeoutSeconds: nil)
    }
  }

  @Test(arguments: [
    ("kill -9 $$", "modgauge-recorder was ended by signal 9."),
    ("exit 3", "modgauge-recorder ended with exit code 3."),
    ("echo 'no room' >&2; exit 2", "no room"),
  ])
  func aRecorderThatFailsSaysHow(script: String, words: String) async throws {
    #expect(try await failure(of: script) == .recorderFailed(words: words))
  }
}
