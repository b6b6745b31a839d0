import ActivityLog

/// Finds the steps of a log, their targets, and which of them count.
struct XcodeStepReading {
  private(set) var steps: [XcodeStep] = []
  private(set) var targets: [XcodeTarget] = []
  private(set) var configurations: Set<String> = []
  let start: Double?
  let stop: Double?

  private let log: ActivityLog
  /// The targets in the order in which they were found.
  private var found: [XcodeTarget: Int] = [:]
  private var order: [XcodeTarget] = []
  /// Of each section, the target of the nearest group.
  private var groups: [Int32]
  /// Of each section, the nearest step around it as an index of `steps`, or -1.
  private var outer: [Int32]
  private var cached: [Bool]
  private var kinds: [String: String] = [:]

  init(_ log: ActivityLog) {
    self.log = log
    let root = log.sections.first
    start = root?.start.flatMap { $0.isFinite ? $0 : nil }
    stop = root?.stop.flatMap { $0.isFinite ? $0 : nil }
    groups = Array(repeating: -1, count: log.sections.count)
    outer = Array(repeating: -1, count: log.sections.count)
    cached = Array(repeating: false, count: log.sections.count)
    for index in log.sections.indices { visit(index) }
    findUnnamed()
    excludeWrappers()
    sortTargets()
  }

  private mutating func visit(_ index: Int) {
    let section = log.sections[index]
    let parent = section.parent
    cached[index] = section.wasFetchedFromCache || parent.map { cached[$0] } ?? false
    groups[index] = parent.map { groups[$0] } ?? -1
    outer[index] = parent.map { outer[$0] } ?? -1
    if section.type == 2, isStep(section) {
      let isNested = outer[index] >= 0
      append(section, index, isNested: isNested)
      outer[index] = Int32(steps.count - 1)
    } else if section.type == 1 {
      let (title, subtitle) = (log.text(section.title), log.text(section.subtitle))
      let target =
        XcodeTarget(groupTitle: title, subtitle: subtitle)
        ?? localized(section).map { XcodeTarget(name: $0, project: nil) }
      guard let target else { return }
      groups[index] = Int32(number(of: target))
      for part in subtitle.split(separator: " | ") where part.hasPrefix("Configuration ") {
        configurations.insert(String(part.dropFirst("Configuration ".count)))
      }
    }
  }

  private func isStep(_ section: ActivityLog.Section) -> Bool {
    Self.stepDomain.utf8.elementsEqual(log.bytes[section.domain.range])
  }

  private static let stepDomain = "com.apple.dt.IDE.BuildLogSection"
  private static let targetDomain = "Xcode.IDEActivityLogDomainType.target."

  /// The name of a target's group whose title is in another language, by its signature: `NAME-` and 28 letters.
  private func localized(_ section: ActivityLog.Section) -> String? {
    guard log.bytes[section.domain.range].starts(with: Self.targetDomain.utf8) else { return nil }
    let signature = log.bytes[section.signature.range]
    guard let dash = signature.lastIndex(of: UInt8(ascii: "-")), signature.endIndex - dash == 29,
      signature[(dash + 1)...].allSatisfy({ (0x61...0x7a).contains($0) })
    else { return nil }
    return signature[..<dash].text
  }

  private mutating func number(of target: XcodeTarget) -> Int {
    if let number = found[target] { return number }
    found[target] = order.count
    order.append(target)
    return order.count - 1
  }

  private mutating func append(_ section: ActivityLog.Section, _ index: Int, isNested: Bool) {
    let command = log.bytes[section.commandDetails.range]
    let word = XcodeStepClass.kind(of: command.isEmpty ? log.bytes[section.signature.range] : command)
    let kind = kinds[word] ?? word
    kinds[kind] = kind
    var target: Int? = groups[index] >= 0 ? Int(groups[index]) : nil
    // Children of earlier builds may stand in a step of another target than the one that they name.
    if target == nil, outer[index] >= 0 { target = steps[Int(outer[index])].target }
    if target == nil, let named = XcodeTarget(command: command.firstLine) { target = number(of: named) }
    let span = span(of: section)
    let (begin, end) = (section.start ?? .nan, section.stop ?? .nan)
    let isStale = start.map { end < $0 } ?? false || stop.map { begin > $0 } ?? false
    steps.append(
      XcodeStep(
        section: index, kind: kind, target: target, isNested: isNested, isJob: !isNested,
        isStale: span != nil && isStale, isCached: cached[index], wasCancelled: section.wasCancelled, span: span,
        metrics: metrics(of: section)))
  }

  private func span(of section: ActivityLog.Section) -> ClosedRange<Double>? {
    guard let begin = section.start, let end = section.stop, begin.isFinite, end.isFinite, begin <= end else {
      return nil
    }
    let zero = start ?? begin
    return (begin - zero)...(end - zero)
  }

  private func metrics(of section: ActivityLog.Section) -> TaskMetrics? {
    for index in section.attachments {
      let attachment = log.attachments[index]
      guard log.bytes[attachment.identifier.range].endOfLast(".TaskMetrics") == attachment.identifier.range.upperBound,
        let metrics = TaskMetrics(json: log.bytes[attachment.content.range])
      else { continue }
      return metrics
    }
    return nil
  }

  /// Names the targets of steps that neither their group nor their command names.
  private mutating func findUnnamed() {
    var projects: [String: Set<String>] = [:]
    for target in order { target.project.map { _ = projects[target.name, default: []].insert($0) } }
    for index in steps.indices {
      if let target = steps[index].target {
        guard order[target].project == nil, let project = projects[order[target].name]?.only else { continue }
        steps[index].target = number(of: XcodeTarget(name: order[target].name, project: project))
      } else {
        let signature = log.bytes[log.sections[steps[index].section].buildSignature.range]
        guard let name = XcodeTarget.name(signature: signature) else { continue }
        steps[index].target = number(of: XcodeTarget(name: name, project: projects[name]?.only))
      }
    }
  }

  /// The drivers of Swift before Xcode 14 are wrappers, whose steps count in their place.
  private mutating func excludeWrappers() {
    for index in steps.indices where steps[index].isNested {
      guard let parent = log.sections[steps[index].section].parent else { continue }
      let around = Int(outer[parent])
      guard around >= 0, !steps[around].isNested, steps[around].kind == "CompileSwiftSources" else { continue }
      steps[around].isJob = false
      steps[index].isJob = true
    }
  }

  private mutating func sortTargets() {
    let used = Set(steps.compactMap(\.target)).union(groups.lazy.filter { $0 >= 0 }.map(Int.init))
    let sorted = used.sorted { order[$0] < order[$1] }
    targets = sorted.map { order[$0] }
    let places = Dictionary(sorted.enumerated().map { ($1, $0) }) { first, _ in first }
    for index in steps.indices { steps[index].target = steps[index].target.flatMap { places[$0] } }
  }
}
