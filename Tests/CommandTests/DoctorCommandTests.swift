import BuildAnalysis
import Foundation
import Reports
import TestSupport
import Testing

@testable import modgauge

@Suite struct DoctorCommandTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private struct Document: Decodable {
    struct Check: Decodable { let name: String, state: String, finding: String, advice: String? }
    let checks: [Check]
  }

  private func doctor(_ arguments: [String] = [], environment: [String: String] = [:]) async throws -> Tool.Outcome {
    try await Tool.built("modgauge")(
      ["doctor", "--seconds", "0", "--package-path", folder.path, "--cache-dir", folder.path + "/cache"] + arguments,
      environment: environment.merging(["XDG_STATE_HOME": folder.path + "/state"]) { first, _ in first })
  }

  private func checks(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) async throws -> [String: Document.Check] {
    let outcome = try await doctor(["--format", "json"] + arguments, environment: environment)
    #expect(try await JSONSchema.diagnosis.complaints(about: outcome.output) == "")
    let document = try JSONDecoder().decode(Document.self, from: Data(outcome.outputBytes))
    return Dictionary(document.checks.map { ($0.name, $0) }) { first, _ in first }
  }

  @Test func `everything is looked at, and what is wrong has advice`() async throws {
    let checks = try await checks()
    #expect(
      Set(checks.keys).isSuperset(of: [
        "swift", "recorder", "graphviz", "fonts", "git", "processor", "memory", "cache's disk", "sandbox", "cache",
        "runs",
        "history",
      ]))
    #expect(checks["noise"] == nil, "the machine was not observed")
    for check in checks.values { #expect((check.state == "ok") == (check.advice == nil), "\(check)") }
    #expect(checks["graphviz"]?.state == "ok" && checks["fonts"]?.state == "ok")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty, "nothing is made")
  }

  @Test func `a missing toolchain is an error, and so is the exit code`() async throws {
    let outcome = try await doctor(["--toolchain", folder.path])
    #expect(outcome.exitCode == 1 && outcome.output.contains("Install Swift from https://www.swift.org/install"))
  }

  @Test func `a damaged history is found`() async throws {
    try folder.write(["state/modgauge/history/Shop-1.sqlite": "This is text, and has been text for a long time."])
    let outcome = try await doctor()
    #expect(outcome.exitCode == 1 && outcome.output.contains("is damaged"), "\(outcome.output)")
    #expect(outcome.output.contains("0 histories in order"))
  }

  @Test(.enabled(if: getuid() != 0, "root can write everywhere"))
  func `folders that cannot be made are found before they are needed`() async throws {
    try folder.write(["closed/a": ""])
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path + "/closed")
    let checks = try await checks(
      ["--cache-dir", folder.path + "/closed/cache"], environment: ["XDG_STATE_HOME": folder.path + "/closed/state"])
    #expect(checks["cache"]?.state == "error" && checks["runs"]?.state == "error")
  }

  @Test func `pruning removes caches that modgauge made, and nothing else`() async throws {
    try folder.makeOwnFolder("cache")
    try folder.write([
      "cache/manifests/a": "12345", "cache/blobs/b": "1", "cache/tmp/other-run": "1", "theirs/manifests/a": "1",
      "state/modgauge/runs/Shop/2026/run.json": "{}",
    ])
    #expect(try await doctor(["--prune"]).errors == "removed caches: 0 MiB in \(folder.path)/cache\n")
    let left = Set(try TestFolder.contents(of: folder.path + "/cache").keys)
    #expect(left.isSuperset(of: ["CACHEDIR.TAG"]) && left.isDisjoint(with: ["manifests/a", "blobs/b"]), "\(left)")
    #expect(try folder.read("state/modgauge/runs/Shop/2026/run.json") == "{}")
    // A folder that others have made.
    let theirs = try await doctor(["--prune", "--cache-dir", folder.path + "/theirs"])
    #expect(theirs.errors == "")
    #expect(try folder.read("theirs/manifests/a") == "1")
  }

  @Test func `a clock that is set meanwhile is noticed, and one that is years behind`() {
    func reading(_ wall: Double, _ monotonic: Double, _ source: String? = "tsc") -> ClockReading {
      ClockReading(wallSeconds: wall, monotonicSeconds: monotonic, source: source)
    }
    let now = ClockReading.earliestSeconds + 1000
    #expect(Diagnosis.Check.clock(from: reading(now, 5), to: reading(now + 10, 15)).finding == "steady (tsc)")
    #expect(Diagnosis.Check.clock(from: reading(now, 5), to: reading(now + 10.5, 15)).state == .warning)
    #expect(Diagnosis.Check.clock(from: reading(0, 5), to: reading(10, 15)).state == .error)
    #expect(Diagnosis.Check.clock(from: reading(now, 5), to: reading(now + 10, 15, "hpet")).state == .warning)
  }

  @Test func `little memory, little space and much noise are warnings, and a full disk is an error`() {
    let gibibyte = 1 << 30
    #expect(Diagnosis.Check.memory(availableBytes: 8 * gibibyte, processors: 8).state == .ok)
    #expect(Diagnosis.Check.memory(availableBytes: 3 * gibibyte, processors: 8).advice?.hasSuffix("--jobs 3") == true)
    let states = [20, 5, 0].map { Diagnosis.Check.disk("disk", folder: "/", freeBytes: $0 * gibibyte).state }
    #expect(states == [.ok, .warning, .error])
    #expect(Diagnosis.Check.noise(BuildNoise(otherShare: 0.01, stolenShare: 0)).state == .ok)
    #expect(Diagnosis.Check.noise(BuildNoise(otherShare: 0.3, stolenShare: 0)).finding.contains("processes"))
    #expect(Diagnosis.Check.noise(nil).state == .warning)
    #expect(Diagnosis.Check.sandbox(refusingFolders: ["/tmp"], isFiltered: false).state == .error)
    #expect(Diagnosis.Check.fonts(.drawn(narrow: 40, wide: 40)).state == .warning)
  }
}
