import Documents
import Foundation
import GRDB
@testable import BuildAnalysis
@testable import RunHistory
import TestSupport
import Testing

struct RunHistoryTests {
  let folder: TestFolder
  var path: String { folder.path + "/history.sqlite" }

  init() throws {
    folder = try TestFolder()
  }

  private func history(_ schema: HistorySchema = .current) throws -> RunHistory {
    try RunHistory(at: path, creates: true, schema: schema)
  }

  private func stored(_ runs: Run...) throws -> [StoredRun] { try runs.map { try #require(try StoredRun($0)) } }

  @Test(arguments: [
    "PRAGMA user_version = -1", "UPDATE run SET samples = 'many'", "UPDATE run SET arms = -1",
    "UPDATE figure SET seconds = 1e300",
    "UPDATE figure SET rounds = 0.5", "UPDATE line SET workspace = x'ff'", "UPDATE series SET module = x'ff'",
    "UPDATE content SET head = 7", "UPDATE run SET branch = x'ff'",
  ])
  func `what another program wrote into a history is an error that names it`(sql: String) throws {
    let run = Run.example(commit: 1)
    _ = try history().add(stored(run))
    try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: sql) }
    let error = #expect(throws: HistoryError.self) {
      let history = try RunHistory(at: path, creates: false)
      for entry in try history.entries() { _ = try history.run(entry.identity) }
      _ = try history.records { _ in true }
      _ = try history.branches()
    }
    guard case .damaged? = error?.problem else { return #expect(Bool(false), "\(sql): \(String(describing: error))") }
  }

  @Test func `a run is given back as it was measured`() throws {
    var run = Run.example(commit: 1)
    run.workspace.branch = "feature/“é”\n"
    run.samples[3].modules = [ModuleSample(module: "Core", seconds: 1.5, cpuSeconds: 0.1 + 0.2)]
    let history = try history()
    #expect(try history.add(stored(run)) == addition(added: 1))
    let entry = try #require(try history.entries().first)
    #expect(try history.run(entry.identity) == run)
    #expect(entry.identity == run.identity && entry.branch == run.workspace.branch && entry.arms == 3)
    #expect(try history.entries(identity: String(entry.identity.prefix(5))) == [entry])
    #expect(try history.run("0123") == nil)
  }

  @Test func `a run is stored once, and again only with more builds`() throws {
    let whole = Run.example(commit: 1)
    var part = whole
    part.samples.removeLast(4)
    let history = try history()
    #expect(try history.add(stored(part, part)) == addition(added: 1, known: 1))
    #expect(try history.add(stored(whole)) == addition(completed: 1))
    #expect(try history.add(stored(part, whole)) == addition(known: 2))
    #expect(try history.entries().map(\.samples) == [whole.samples.count])
    #expect(try history.run(whole.identity ?? "") == whole)
  }

  @Test func `figures follow the commits, by machine, toolchain and how a thing is built`() throws {
    let history = try history()
    var other = Run.example(commit: 5)
    for index in other.arms.indices { other.arms[index].arguments = ["-Xswiftc", "-O"] }
    _ = try history.add(
      stored(
        .example(commit: 3, seconds: 30), .example(commit: 1, seconds: 10), .example(commit: 2, seconds: 20),
        .example(commit: 4, machine: "Another CPU"), other))
    let records = try history.records { $0.arm == "App" }
    #expect(
      records.map(\.line.machine) == ["Another CPU, 2 cores, 16 GiB, Linux"]
        + Array(repeating: "Example CPU, 2 cores, 16 GiB, Linux", count: 2))
    #expect(records.map(\.series.setup) == ["", "", "-Xswiftc -O"])
    try #require(records.count > 1)
    let seconds = records[1].points.map(\.figure.seconds)
    #expect(seconds.count == 3 && seconds == seconds.sorted() && seconds[0] < 11 && seconds[2] > 30)
    var filter = HistoryFilter()
    filter.revision = String(repeating: "0", count: 39) + "2"
    #expect(try history.records(filter) { _ in true }.map(\.points.count) == [1, 1, 1])
    #expect(try history.records(last: 2) { $0.arm == "App" }.map(\.points.count) == [1, 1])
  }

  @Test func `what was built in turns, and systems of other versions, are never on one line`() throws {
    let history = try history()
    var (wished, inTurns, updated) = (
      Run.example(commit: 2), Run.example(commit: 3), Run.example(commit: 4)
    )
    wished.plan.turns = .auto
    inTurns.plan.turns = .auto
    for index in inTurns.samples.indices { inTurns.samples[index].turns = .signals }
    (updated.environment.os, updated.environment.kernel) = ("Linux 7.1", "Linux 7")
    _ = try history.add(stored(.example(commit: 1), wished, inTurns, updated))
    let records = try history.records { $0.arm == "App" }
    #expect(records.map(\.series.setup) == ["", "in turns", ""] && records.map(\.points.count) == [2, 1, 1])
    #expect(records.last?.line.machine == "Example CPU, 2 cores, 16 GiB, Linux 7.1")
    var same = updated
    same.environment.os = "Linux 7.2"
    #expect(same.identity == updated.identity, "or a run would be imported twice")
  }

  @Test func `of a run of two states the head's builds are figures, and the whole run is kept`() throws {
    let history = try history()
    let run = Run.comparing(.example(commit: 1, seconds: 10), .example(commit: 2, seconds: 30))
    var undated = run
    (undated.started, undated.plan.seed) = (nil, 8)
    _ = try history.add(stored(run, undated))
    let records = try history.records { _ in true }
    #expect(records.map(\.series.arm) == ["App", "CartApp", "Search"])
    try #require(!records.isEmpty)
    #expect(records[0].points.allSatisfy { $0.figure.seconds >= 30 && $0.figure.rounds == 3 })
    #expect(try history.run(run.identity ?? "") == run)
    var filter = HistoryFilter()
    filter.before = "2026-02"
    #expect(try history.prune(filter, keeping: 0, isTrial: true) == 2)
  }

  @Test func `several may add at once`() async throws {
    let path = path
    try await withThrowingTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          let history = try RunHistory(at: path, creates: true)
          for commit in 0..<12 {
            let run = Run.example(commit: 1 + commit + 4 * writer)
            _ = try history.add([StoredRun(run)].compactMap { $0 })
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try history().entries().count == 24)
    try history().check()
  }

  @Test func `pruning leaves the newest of each line, and no more room than they need`() throws {
    let history = try history()
    for commit in 1...20 {
      var run = Run.example(commit: commit)
      run.environment.kernel = "Linux \(commit)"
      _ = try history.add(stored(run, .example(commit: commit, machine: "Another CPU")))
    }
    let size = try fileSize
    #expect(try history.prune(HistoryFilter(), keeping: 3, isTrial: true) == 34)
    #expect(try history.entries().count == 40)
    var filter = HistoryFilter()
    filter.before = "2026-01-12"
    #expect(try history.prune(filter, keeping: 0, isTrial: false) == 20)
    #expect(try history.prune(HistoryFilter(), keeping: 3, isTrial: false) == 14)
    let left = try history.entries()
    #expect(left.count == 6 && left.allSatisfy { ($0.committed ?? "") > "2026-01-18" })
    for entry in left { #expect(try history.run(entry.identity)?.identity == entry.identity) }
    #expect(try fileSize <= size)
    try history.check()
  }

  @Test func `the newest are those of the newest commits, then those that were started last`() throws {
    let history = try history()
    var runs = (1...3).map { Run.example(commit: $0) }
    // The older a commit, the later it was built.
    for (index, day) in [28, 27, 26].enumerated() { runs[index].started = "2026-03-\(day)T12:00:00Z" }
    var again = Run.example(commit: 3)
    again.started = "2026-03-25T12:00:00Z"
    for run in [again] + runs { _ = try history.add(stored(run)) }
    #expect(try history.prune(HistoryFilter(), keeping: 2, isTrial: false) == 2)
    #expect(Set(try history.entries().map(\.identity)) == [runs[2].identity, again.identity])
    #expect(try history.prune(HistoryFilter(), keeping: 1, isTrial: false) == 1)
    #expect(try history.entries().map(\.identity) == [runs[2].identity])
  }

  private func rows(of table: String, at path: String) throws -> Int? {
    try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
  }

  private var fileSize: Int {
    get throws {
      // What was written is in the log until somebody brings it into the file.
      try DatabaseQueue(path: path).writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      return try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
  }
}

extension RunHistoryTests {
  @Test func `a newer history is refused and stays as it is`() throws {
    let newer = HistorySchema(steps: HistorySchema.current.steps + ["CREATE TABLE more (id INTEGER PRIMARY KEY)"])
    _ = try history(newer).add(stored(.example(commit: 1)))
    let before = try TestFolder.contents(of: folder.path)
    let error = #expect(throws: HistoryError.self) { try history() }
    #expect(
      error?.description
        == "`\(path)` was written by a newer modgauge: it has version \(newer.version), and this one reads up to version "
        + "\(newer.version - 1). "
        + "Nothing in it was changed. Update modgauge, or name another file.")
    #expect(try TestFolder.contents(of: folder.path) == before)
    #expect(try history(newer).entries().count == 1)
  }

  @Test func `an older history is brought forward, and a copy of it is kept`() throws {
    _ = try history().add(stored(.example(commit: 1)))
    let newer = HistorySchema(steps: HistorySchema.current.steps + ["CREATE TABLE more (id INTEGER PRIMARY KEY)"])
    _ = try history(newer).add(stored(.example(commit: 2)))
    #expect(try RunHistory(at: path + ".version-\(newer.version - 1)", creates: false).entries().count == 1)
    #expect(try history(newer).entries().count == 2)
  }

  @Test func `a history of which no copy can be made stays an older one`() throws {
    // The copy's name would be longer than those of files can be.
    let path = folder.path + "/" + String(repeating: "h", count: 235)
    _ = try RunHistory(at: path, creates: true).add(stored(.example(commit: 1)))
    let newer = HistorySchema(steps: HistorySchema.current.steps + ["CREATE TABLE more (id INTEGER PRIMARY KEY)"])
    #expect(throws: HistoryError.self) { try RunHistory(at: path, creates: false, schema: newer) }
    #expect(try RunHistory(at: path, creates: false).entries().count == 1)
  }

  @Test func `a step that fails leaves the older history`() throws {
    _ = try history().add(stored(.example(commit: 1)))
    let broken = HistorySchema(
      steps: HistorySchema.current.steps + ["CREATE TABLE more (id INTEGER PRIMARY KEY); CREATE TABLE run (id)"])
    #expect(throws: HistoryError.self) { try history(broken) }
    #expect(try history().entries().count == 1)
  }

  /// A step that takes a tenth of a second or so.
  private static let slow = HistorySchema(
    steps: HistorySchema.current.steps + [
      """
      CREATE TABLE more AS WITH RECURSIVE numbers(number) AS
        (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 100000) SELECT number FROM numbers;
      """
    ])

  /// `script/soak` makes all of them.
  @Test func `a migration that is killed leaves the older history or the newer one, and is repeated`() async throws {
    let count = Campaign.isWhole ? 50 : 4
    for number in 0..<count {
      let path = folder.path + "/\(number).sqlite"
      _ = try RunHistory(at: path, creates: true).add(stored(.example(commit: 1)))
      let delay = UInt32(number * 120_000 / count)
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = delay as UInt32] in
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        _ = try RunHistory(at: path, creates: false, schema: Self.slow)
        sleep(60)
      }
      let history = try RunHistory(at: path, creates: false, schema: Self.slow)
      try history.check()
      #expect(try history.entries().count == 1, "after a kill at \(delay) µs")
      #expect(try rows(of: "more", at: path) == 100_000)
      #expect(
        try RunHistory(at: path + ".version-\(HistorySchema.current.version)", creates: false).entries().count == 1)
    }
  }

  @Test(arguments: [0, 1, 2])
  func `a damaged history is refused, and a copy is kept and named`(place: Int) throws {
    for commit in 1...12 { _ = try history().add(stored(.example(commit: commit))) }
    _ = try fileSize
    var bytes = try Data(contentsOf: URL(filePath: path))
    let start = [0, 100, bytes.count / 2][place]
    for index in start..<min(bytes.count, start + 3 * 4096) where index < start + 90 || place == 2 {
      bytes[index] = 0x5A
    }
    try bytes.write(to: URL(filePath: path))
    let error = #expect(throws: HistoryError.self) { try RunHistory(at: path, creates: true).check() }
    let copy = try #require(error?.copy)
    #expect(error?.description.contains("Nothing in it was changed, and a copy is kept as `\(copy)`.") == true)
    #expect(try Data(contentsOf: URL(filePath: copy)) == bytes)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  @Test func `a file of another program is refused and stays as it is`() throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE theirs (id INTEGER PRIMARY KEY)") }
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: HistoryError.self) { try history() }
    #expect(
      error?.description
        == "`\(path)` is not a modgauge history. Name another file.")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func `a history that is not there is made only to be written`() throws {
    let error = #expect(throws: HistoryError.self) { try RunHistory(at: path, creates: false) }
    #expect(
      error?.description
        == "There is no history at `\(path)`. `modgauge bench` and `modgauge test` create it; or name another file."
    )
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `nothing is added where no room is left`() throws {
    let history = try history()
    _ = try history.add(stored(.example(commit: 1)))
    let pages = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
    let many = try (2...200).map { commit in
      var run = Run.example(commit: commit)
      run.samples[0].reason = (0..<200).map { _ in String(UInt64.random(in: 0...UInt64.max)) }.joined()
      return try #require(try StoredRun(run))
    }
    try history.limit(pages: pages + 20)
    let error = #expect(throws: HistoryError.self) { try history.add(many) }
    #expect(
      error?.description
        == "No space is left for the history `\(path)`. Nothing in it was lost; free some space, and try again.")
    #expect(try history.entries().count == 1)
    try history.check()
  }

  private func addition(added: Int = 0, completed: Int = 0, known: Int = 0) -> HistoryAddition {
    var addition = HistoryAddition()
    (addition.added, addition.completed, addition.known) = (added, completed, known)
    return addition
  }
}

extension RunHistoryTests {
  @Test func `a test that passed and failed with the same inputs is no proof`() throws {
    let folder = try TestFolder()
    let history = try RunHistory(at: folder.path + "/history.sqlite", creates: true)
    func result(_ fingerprint: String, _ passed: Bool, _ finished: String) -> TestResult {
      TestResult(
        fingerprint: fingerprint, module: "P/CartTests", passed: passed, tests: 3, seconds: 1.5, finished: finished,
        place: "ci", revision: nil)
    }
    try history.add([
      result("a", true, "2026-01-01T00:00:00Z"), result("b", true, "2026-01-02T00:00:00Z"),
      result("b", false, "2026-01-03T00:00:00Z"), result("a", true, "2026-01-04T00:00:00Z"),
    ])
    #expect(try history.passed(["P/CartTests": "a"])["P/CartTests"]?.finished == "2026-01-04T00:00:00Z")
    #expect(try history.passed(["P/CartTests": "b"]).isEmpty)
    #expect(try history.passed(["P/CartTests": "c"]).isEmpty)
    #expect(try history.passed(["P/SearchTests": "a"]).isEmpty)
    #expect(try history.testSeconds() == ["P/CartTests": 1.5])
  }
}
