/// Writes activity logs as Xcode does: each version from 7 on, with every construct.
package struct ActivityLogWriter {
  package let version: Int
  private var text: [UInt8]
  private var classes: [String: Int] = [:]
  /// Replaces names of classes, for those that a reader does not know.
  package var renamed: [String: String] = [:]
  /// How many flags a section has; `nil` for as many as in the version.
  package var flags: Int?
  /// Whether one more integer comes before the text of a section.
  package var hasIntegerBeforeText = false

  package init(version: Int) {
    self.version = version
    text = Array("SLF0\(version)#".utf8)
  }

  /// The serialized bytes.
  package var bytes: [UInt8] { text }

  // MARK: Values

  package mutating func integer(_ value: UInt64) { text += Array("\(value)#".utf8) }
  package mutating func null() { text.append(UInt8(ascii: "-")) }
  package mutating func list(_ count: Int) { text += Array("\(count)(".utf8) }

  package mutating func string(_ value: String?) {
    guard let value else { return null() }
    text += Array("\(value.utf8.count)\"".utf8) + Array(value.utf8)
  }

  package mutating func json(_ value: String) {
    text += Array("\(value.utf8.count)*".utf8) + Array(value.utf8)
  }

  package mutating func time(_ value: Double) {
    let digits = Array("0123456789abcdef".utf8)
    for index in 0..<8 {
      let byte = UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(8 * index))
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    text.append(UInt8(ascii: "^"))
  }

  package mutating func object(_ name: String) {
    let name = renamed[name] ?? name
    if classes[name] == nil {
      classes[name] = classes.count + 1
      text += Array("\(name.utf8.count)%".utf8) + Array(name.utf8)
    }
    text += Array("\(classes[name] ?? 0)@".utf8)
  }

  // MARK: Objects

  /// Writes a section with all within it.
  package mutating func write(_ section: LogSection) {
    // No recursion, so that any depth can be written.
    var pending: [(section: LogSection, isEnd: Bool)] = [(section, false)]
    while let (section, isEnd) = pending.popLast() {
      if isEnd {
        end(section)
      } else {
        begin(section)
        pending.append((section, true))
        pending += section.sections.reversed().map { ($0, false) }
      }
    }
  }

  private mutating func begin(_ section: LogSection) {
    object(section.name)
    integer(UInt64(section.type))
    string(section.domain)
    string(section.title)
    string(section.signature)
    time(section.start)
    time(section.stop)
    if section.sections.isEmpty { null() } else { list(section.sections.count) }
  }

  private mutating func end(_ section: LogSection) {
    if hasIntegerBeforeText { integer(0) }
    string(section.text)
    if section.messages.isEmpty { null() } else { list(section.messages.count) }
    for message in section.messages { write(message) }
    let old: [UInt64] = [section.wasCancelled ? 1 : 0, 0, section.isCached ? 1 : 0]
    for flag in (flags ?? (version >= 12 ? 4 : 3)) > 3 ? [section.endedBadly ? 1 : 0] + old : old { integer(flag) }
    string(section.subtitle)
    if let location = section.location { write(location) } else { null() }
    string(section.command)
    string("4C1B5B4C-0000-4000-8000-000000000000")
    string(section.result)
    if version >= 8 { string(section.buildSignature) }
    if version >= 11 {
      list(section.attachments.count)
      for (name, content) in section.attachments {
        object("IDEFoundation.IDEActivityLogSectionAttachment")
        string("com.apple.dt.ActivityLogSectionAttachment.\(name)")
        integer(1)
        integer(0)
        json(content)
      }
    }
    if version == 9 { integer(0) }
    if section.name == "IDEActivityLogUnitTestSection" { for field in 0..<6 { string("field \(field)") } }
  }

  private mutating func write(_ message: LogMessage) {
    object(message.name)
    string(message.title)
    null()
    integer(700_000_000)
    integer(.max)
    integer(0)
    if message.messages.isEmpty { null() } else { list(message.messages.count) }
    for inner in message.messages { write(inner) }
    integer(UInt64(message.severity))
    string("com.apple.dt.IDE.diagnostic")
    if let location = message.location { write(location) } else { null() }
    string(message.severity == 0 ? "Notice" : "Semantic Issue")
    if let location = message.location {
      list(1)
      write(location)
    } else {
      list(0)
    }
    null()
    writeFields(ofClass: message.name, at: message.location ?? LogLocation(url: ""))
  }

  private mutating func writeFields(ofClass name: String, at location: LogLocation) {
    switch name {
    case "IDEActivityLogAnalyzerResultMessage":
      string("deadcode.DeadStores")
      integer(0)
    case "IDEActivityLogAnalyzerEventStepMessage":
      integer(.max)
      string("Value stored is never read")
      integer(0)
    case "IDEActivityLogAnalyzerControlFlowStepMessage":
      integer(.max)
      write(location)
      list(1)
      object("IDEActivityLogAnalyzerControlFlowStepEdge")
      write(location)
      write(location)
    default: break
    }
  }

  private mutating func write(_ location: LogLocation) {
    object(
      location.member != nil
        ? "DVTMemberDocumentLocation" : location.line == nil ? "DVTDocumentLocation" : "DVTTextDocumentLocation")
    string(location.url)
    time(0)
    if let member = location.member { return string(member) }
    guard let line = location.line else { return }
    for value in [line, 2, line, 9] { integer(UInt64(value)) }
    integer(.max)
    integer(0)
    integer(0)
  }
}

/// A section to write.
package struct LogSection {
  package var name = "IDEActivityLogSection"
  package var type = 2
  package var domain = "com.apple.dt.IDE.BuildLogSection"
  package var title: String
  package var signature: String?
  package var start: Double
  package var stop: Double
  package var sections: [LogSection] = []
  package var text: String?
  package var messages: [LogMessage] = []
  package var wasCancelled = false
  package var isCached = false
  package var endedBadly = false
  package var subtitle: String?
  package var location: LogLocation?
  package var command: String?
  package var result: String?
  package var buildSignature: String?
  package var attachments: [(String, String)] = []

  /// The start of the logs that tests write, in seconds since 2001.
  package static let zero = 790_000_000.0

  /// A root.
  package init(root title: String, seconds: Double, isCommandLine: Bool = true, _ sections: [LogSection]) {
    name = isCommandLine ? "IDECommandLineBuildLog" : "IDEActivityLogSection"
    type = 0
    domain = "Xcode.IDEActivityLogDomainType.BuildLog"
    self.title = title
    signature = title
    (start, stop) = (Self.zero, Self.zero + seconds)
    self.sections = sections
    result = "Build succeeded"
  }

  /// A step.
  /// - Parameters:
  ///   - command: its first line.
  ///   - cpu: user time in seconds; `nil` for a step without metrics.
  package init(
    _ command: String, _ start: Double, _ stop: Double, target: String? = nil, project: String = "App",
    cpu: Double? = nil, isInProcess: Bool = false, _ sections: [LogSection] = []
  ) {
    name = "IDEActivityLogCommandInvocationSection"
    title = command
    signature = command
    (self.start, self.stop) = (Self.zero + start, Self.zero + stop)
    self.sections = sections
    self.command = target.map { "\(command) (in target '\($0)' from project '\(project)')\r    cd /src" } ?? command
    let wall = Int(((stop - start) * 1e6).rounded())
    if isInProcess {
      attachments = [("TaskMetrics", Self.metrics(user: wall, system: wall, wall: wall, peak: 0))]
    } else if let cpu {
      attachments = [
        ("TaskMetrics", Self.metrics(user: Int((cpu * 1e6).rounded()), system: 0, wall: wall, peak: 50_000_000))
      ]
    }
  }

  /// A group of the steps of a target, as the IDE writes it.
  package init(target: String, project: String, _ start: Double, _ stop: Double, _ sections: [LogSection]) {
    type = 1
    domain = "Xcode.IDEActivityLogDomainType.target.product-type.framework"
    title = "Build target \(target)"
    subtitle = "Project \(project) | Configuration Debug | Destination My Mac | SDK macOS 26.0"
    (self.start, self.stop) = (Self.zero + start, Self.zero + stop)
    self.sections = sections
  }

  private static func metrics(user: Int, system: Int, wall: Int, peak: Int) -> String {
    #"{"utime":\#(user),"maxRSS":\#(peak),"stime":\#(system),"wcStartTime":790000000000000,"wcDuration":\#(wall)}"#
  }

  /// The log with this section as its root.
  package func log(version: Int = 12) -> [UInt8] {
    var writer = ActivityLogWriter(version: version)
    writer.write(self)
    return writer.bytes
  }
}

/// A message to write.
package struct LogMessage {
  package var name = "IDEDiagnosticActivityLogMessage"
  package var title: String
  package var severity: Int
  package var messages: [LogMessage] = []
  package var location: LogLocation?

  package init(_ title: String, severity: Int = 0, at location: LogLocation? = nil, _ messages: [LogMessage] = []) {
    self.title = title
    self.severity = severity
    self.location = location
    self.messages = messages
  }
}

/// A place to write.
package struct LogLocation {
  package var url: String
  package var line: Int?
  package var member: String?

  package init(url: String, line: Int? = nil, member: String? = nil) {
    self.url = url
    self.line = line
    self.member = member
  }
}
