package import ActivityLog

/// What one of Xcode's activity logs says about a build: its steps, by target.
///
/// All times are seconds from the log's start.
package struct XcodeBuildLog: Sendable {
  /// The serialization's version.
  package let version: Int
  /// The start in seconds since 2001-01-01 UTC; `nil` if the log has none.
  package let startTime: Double?
  /// From the log's start to its end; `nil` if the log lacks either.
  package let seconds: Double?
  /// The log's own identifier; empty if it has none.
  package let identifier: String
  /// The title, such as `Build App`; localized.
  package let title: String
  /// How the build ended, in Xcode's words; localized. `nil` if the log does not say it.
  package let result: String?
  package let scheme: String?
  /// The workspace's or the project's name.
  package let container: String?
  /// As in `Debug`; `nil` if the log does not say it, or its targets have different ones.
  package let configuration: String?
  /// In the order of the log.
  package let steps: [XcodeStep]
  /// The targets of the steps, sorted.
  package let targets: [XcodeTarget]
  /// Messages by severity, without those within others.
  package let diagnostics: XcodeDiagnostics
  /// From the log's text; `nil` if it is not there.
  package let graph: XcodeTargetGraph?
  /// The hash of the build description, which names the file with the graph in DerivedData.
  package let descriptionHash: String?
  /// As in `iPhoneOS 26.2`, sorted.
  package let sdks: [String]
  /// Whether the log was read to its end.
  package let isComplete: Bool
  /// Why it was not; `nil` if it was.
  package let damage: ActivityLog.Damage?
  /// Whether a step or the build as a whole failed.
  package let hasFailed: Bool

  package let action: Action

  package enum Action: String, Sendable {
    case build
    case packageResolution = "the resolution of packages"
    case test = "a test run"
    case launch = "the launch of a program"
    case other = "another action"
  }

  /// - Complexity: O(bytes of the log).
  package init(_ log: ActivityLog) {
    let root = log.sections.first
    let reading = XcodeStepReading(log)
    version = Int(clamping: log.version ?? 0)
    startTime = reading.start
    seconds = reading.stop.flatMap { stop in reading.start.map { stop - $0 } }.flatMap { $0 >= 0 ? $0 : nil }
    action = Action(domain: root.map { log.text($0.domain) } ?? "")
    title = root.map { log.text($0.title).withoutColors } ?? ""
    result = root.flatMap { $0.result.isEmpty ? nil : log.text($0.result) }
    steps = reading.steps
    targets = reading.targets
    diagnostics = XcodeDiagnostics(log, steps: reading.steps)
    let notes = XcodeNotes(log, steps: reading.steps)
    graph = notes.graph
    descriptionHash = notes.descriptionHash
    sdks = notes.sdks
    let subject = XcodeSubject(title: title, log)
    scheme = subject.scheme
    container = subject.container
    configuration = subject.configuration ?? reading.configurations.only
    isComplete = log.isComplete
    damage = log.damage
    let words = ["succeeded": false, "failed": true, "cancelled": true, "canceled": true, "stopped": true]
    let said = result.flatMap { $0.split(separator: " ").last }.flatMap { words[String($0)] }
    // In another language, what else the log says must do; a build may succeed with errors in its log.
    hasFailed = said ?? (root?.endedBadly == true || diagnostics.errors > 0)
    identifier = root.map { log.text($0.identifier) } ?? ""
  }
}

extension XcodeBuildLog.Action {
  fileprivate init(domain: String) {
    let endings = [
      (".BuildLog", Self.build), (".PackageLog", .packageResolution), (".DebugLog", .launch), (".LaunchLog", .launch),
    ]
    let isTest = domain.hasSuffix("UnitTest") || domain.hasSuffix("TestLog")
    self = isTest ? .test : endings.first { domain.hasSuffix($0.0) }?.1 ?? .other
  }
}

/// One step of a build: usually one process.
package struct XcodeStep: Sendable {
  /// The index of its section in the log.
  package let section: Int
  /// The first word of its command, such as `CompileC`.
  package let kind: String
  /// The index of its target in `XcodeBuildLog.targets`; `nil` for a step of no target.
  package internal(set) var target: Int?
  /// Whether it is within another step.
  package let isNested: Bool
  /// Whether it stands for a piece of work that no other step counts.
  package internal(set) var isJob: Bool
  /// Of an earlier build: it ended before the log's start, or started after its end.
  package let isStale: Bool
  /// Whether it was fetched from a cache, or something around it was.
  package let isCached: Bool
  package let wasCancelled: Bool
  /// Seconds from the log's start; `nil` if the times are missing, no numbers, or in the wrong order.
  package let span: ClosedRange<Double>?
  package let metrics: TaskMetrics?

  package var stepClass: XcodeStepClass { XcodeStepClass(kind: kind) }
  /// Whether it has a share of the build's time.
  package var isFresh: Bool { !isStale && span != nil }
}

/// Numbers of messages; those within other messages are not counted.
package struct XcodeDiagnostics: Sendable, Hashable {
  package let errors: Int
  package let warnings: Int
  /// Warnings of the steps of each target, by its index.
  package let warningsByTarget: [Int: Int]

  init(_ log: ActivityLog, steps: [XcodeStep]) {
    let messages = log.messages.filter { $0.parent == nil }
    let warned = messages.filter { $0.severity == 1 }
    let targets = Dictionary(steps.map { ($0.section, $0.target) }) { first, _ in first }
    (errors, warnings) = (messages.count { $0.severity == 2 }, warned.count)
    warningsByTarget = Dictionary(warned.compactMap { targets[$0.section] ?? nil }.map { ($0, 1) }, uniquingKeysWith: +)
  }
}

extension Collection where Element: Hashable {
  /// The only element; `nil` if there are others, or none.
  var only: Element? { count == 1 ? first : nil }
}
