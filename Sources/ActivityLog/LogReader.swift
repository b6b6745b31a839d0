/// Builds the tree of a log without recursion, so that sections may be nested to any depth.
struct LogReader {
  /// What was read.
  struct Content {
    var version: UInt64?
    var sections: [ActivityLog.Section] = []
    var messages: [ActivityLog.Message] = []
    var attachments: [ActivityLog.Attachment] = []
    var rootClass: String?
    var damage: ActivityLog.Damage?
    var unknowns: [UnknownKey: Int] = [:]
  }

  struct UnknownKey: Hashable {
    let kind: ActivityLog.Unknown.Kind
    let name: String
  }

  /// An object whose fields are being read.
  private struct Frame {
    /// The list whose elements are next, or the fields after them.
    enum Part {
      case subsections
      case messages
      case submessages
    }

    let index: Int
    let objectClass: ObjectClass
    var part: Part
    /// How many elements of the list are left.
    var remaining: UInt64 = 0
  }

  private let bytes: UnsafeRawBufferPointer
  var tokens: TokenReader
  var content = Content()
  /// The class of each number, from 1 on.
  private var classes: [ObjectClass] = []
  private var frames: [Frame] = []

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    tokens = TokenReader(bytes)
  }

  private static let mostBytes = Int(UInt32.max) - 1

  mutating func read() {
    do throws(ActivityLog.Damage) {
      guard bytes.count <= Self.mostBytes else {
        throw damage("the log is larger than 4 GiB, and ends for this version")
      }
      guard !bytes.isEmpty else { throw damage("the log is empty") }
      guard tokens.skip("SLF0") else { throw damage("this is not an activity log: it does not start with SLF0") }
      content.version = try integer("the version")
      guard let root = try objectClass(in: .section) else { throw damage("there is no section") }
      content.rootClass = root.name
      try begin(section: root)
      while !frames.isEmpty { try step() }
    } catch {
      content.damage = error
    }
    for frame in frames {
      if frame.part == .submessages { continue }
      content.sections[frame.index].end = content.sections.count
      if frame.part == .messages { closeMessages(of: frame.index) }
    }
  }

  /// Reads the next element of the innermost object, or its last fields.
  private mutating func step() throws(ActivityLog.Damage) {
    let top = frames.count - 1
    if frames[top].remaining > 0 {
      frames[top].remaining -= 1
      switch frames[top].part {
      case .subsections:
        try skipIntegers(before: "a section")
        if let found = try objectClass(in: .section) { try begin(section: found) }
      case .messages, .submessages:
        if let found = try objectClass(in: .message) { try begin(message: found) }
      }
      return
    }
    let frame = frames[top]
    switch frame.part {
    case .subsections: try readText(top)
    case .messages:
      closeMessages(of: frame.index)
      try readTail(of: frame.index, frame.objectClass)
      _ = frames.popLast()
    case .submessages:
      try finish(message: frame.index, frame.objectClass)
      _ = frames.popLast()
    }
  }

  // MARK: Sections

  private mutating func begin(section objectClass: ObjectClass) throws(ActivityLog.Damage) {
    let index = content.sections.count
    var section = ActivityLog.Section()
    section.parent = frames.last?.index
    content.sections.append(section)
    frames.append(Frame(index: index, objectClass: objectClass, part: .subsections))
    content.sections[index].type = try integer("the type of a section")
    content.sections[index].domain = try text("the domain of a section")
    content.sections[index].title = try text("the title of a section")
    content.sections[index].signature = try text("the signature of a section")
    content.sections[index].start = try double("the start of a section")
    content.sections[index].stop = try double("the end of a section")
    frames[frames.count - 1].remaining = try count("the sections of a section")
  }

  private mutating func readText(_ top: Int) throws(ActivityLog.Damage) {
    let index = frames[top].index
    content.sections[index].end = content.sections.count
    try skipIntegers(before: "a text")
    content.sections[index].text = try text("the text of a section")
    frames[top].part = .messages
    content.sections[index].messages = content.messages.count..<content.messages.count
    frames[top].remaining = try count("the messages of a section")
  }

  private mutating func closeMessages(of index: Int) {
    content.sections[index].messages = content.sections[index].messages.lowerBound..<content.messages.count
  }

  private mutating func readTail(of index: Int, _ objectClass: ObjectClass) throws(ActivityLog.Damage) {
    try readFlags(of: index)
    content.sections[index].subtitle = try text("the subtitle of a section")
    content.sections[index].location = try location()?.url ?? .none
    content.sections[index].commandDetails = try text("the command of a section")
    content.sections[index].identifier = try text("the identifier of a section")
    content.sections[index].result = try text("the result of a section")
    let version = content.version ?? 0
    if version >= 8 { content.sections[index].buildSignature = try text("the build signature of a section") }
    if version >= 11 { try readAttachments(of: index) }
    if version == 9 { _ = try integer("the last field of a section") }
    for _ in 0..<objectClass.strings { _ = try text("a field of \(objectClass.name)") }
    content.sections[index].isWhole = true
  }

  /// Reads as many flags as there are: three, or from version 12 on a new one and then these three.
  private mutating func readFlags(of index: Int) throws(ActivityLog.Damage) {
    var flags: [UInt64] = []
    while case .integer(let flag) = try tokens.peek() {
      _ = try tokens.next()
      if flags.count < 8 { flags.append(flag) }
    }
    guard flags.count >= 3 else { throw damage("fewer than three flags of a section") }
    if flags.count > 4 { note(.field, "after the flags of a section") }
    if flags.count > 3 { content.sections[index].endedBadly = flags[0] != 0 }
    let old = flags.count > 3 ? flags[1...] : flags[0...]
    content.sections[index].wasCancelled = old[old.startIndex] != 0
    content.sections[index].wasFetchedFromCache = old[old.startIndex + 2] != 0
  }

  private mutating func readAttachments(of index: Int) throws(ActivityLog.Damage) {
    let first = content.attachments.count
    content.sections[index].attachments = first..<first
    var remaining = try count("the attachments of a section")
    while remaining > 0 {
      remaining -= 1
      guard let found = try objectClass(in: .attachment) else { continue }
      for _ in 0..<found.strings { _ = try text("a field of \(found.name)") }
      let identifier = try text("the identifier of an attachment")
      _ = try integer("the version of an attachment")
      _ = try integer("the version of an attachment")
      let json = try text("the content of an attachment")
      note(attachment: identifier)
      content.attachments.append(ActivityLog.Attachment(identifier: identifier, content: json))
      content.sections[index].attachments = first..<content.attachments.count
    }
  }

  private mutating func note(attachment identifier: ActivityLog.Text) {
    let name = bytes[identifier.range]
    let last = name.lastIndex(of: UInt8(ascii: ".")).map { name[($0 + 1)...] } ?? name
    let isKnown = Self.knownAttachments.contains { $0.utf8.elementsEqual(last) }
    if !isKnown { note(.attachment, String(decoding: last.prefix(Self.longestName), as: UTF8.self)) }
  }

  private static let knownAttachments = ["TaskMetrics", "BuildOperationMetrics", "BuildOperationTaskMetrics"]
  private static let longestName = 80

  // MARK: Messages

  private mutating func begin(message objectClass: ObjectClass) throws(ActivityLog.Damage) {
    let index = content.messages.count
    var message = ActivityLog.Message()
    if let frame = frames.last {
      message.parent = frame.part == .submessages ? frame.index : nil
      message.section = frame.part == .submessages ? content.messages[frame.index].section : frame.index
    }
    content.messages.append(message)
    frames.append(Frame(index: index, objectClass: objectClass, part: .submessages))
    content.messages[index].title = try text("the title of a message")
    _ = try text("the short title of a message")
    for _ in 0..<3 { _ = try integer("the time or range of a message") }
    frames[frames.count - 1].remaining = try count("the messages of a message")
  }

  private mutating func finish(message index: Int, _ objectClass: ObjectClass) throws(ActivityLog.Damage) {
    content.messages[index].severity = try integer("the severity of a message")
    _ = try text("the type of a message")
    content.messages[index].location = try location()
    _ = try text("the category of a message")
    try skipLocations()
    _ = try text("the description of a message")
    switch objectClass.kind {
    case .analyzerResult:
      _ = try text("a field of a message")
      _ = try integer("a field of a message")
    case .analyzerEvent:
      _ = try integer("a field of a message")
      _ = try text("a field of a message")
      _ = try integer("a field of a message")
    case .analyzerControlFlow:
      _ = try integer("a field of a message")
      _ = try location()
      try skipLocations()
    case .action: _ = try text("a field of a message")
    default: break
    }
  }

  private mutating func skipLocations() throws(ActivityLog.Damage) {
    var remaining = try count("the locations of a message")
    while remaining > 0 {
      remaining -= 1
      _ = try location()
    }
  }

  /// - Returns: `nil` for null.
  private mutating func location() throws(ActivityLog.Damage) -> ActivityLog.Location? {
    guard let found = try objectClass(in: .location) else { return nil }
    if found.kind == .edge {
      _ = try location()
      _ = try location()
      return nil
    }
    var location = ActivityLog.Location()
    location.url = try text("the file of a location")
    _ = try double("the time of a location")
    switch found.kind {
    case .textLocation:
      location.line = try integer("the line of a location")
      location.column = try integer("the column of a location")
      for _ in 0..<5 { _ = try integer("the range of a location") }
    case .memberLocation: for _ in 0..<found.strings { _ = try text("the member of a location") }
    case .attributeLocation: try skipAttribute()
    case .unknown: try skipNumbers(of: found)
    default: break
    }
    return location
  }

  /// The member and the attribute of a location in an older document of Interface Builder.
  private mutating func skipAttribute() throws(ActivityLog.Damage) {
    if try objectClass(in: .location) != nil { _ = try text("the member of a location") }
    if try objectClass(in: .location) != nil {
      _ = try integer("the attribute of a location")
      _ = try integer("the attribute of a location")
      _ = try text("the attribute of a location")
    }
  }

  private mutating func skipNumbers(of found: ObjectClass) throws(ActivityLog.Damage) {
    while true {
      switch try tokens.peek() {
      case .integer, .double: _ = try tokens.next()
      default: return
      }
    }
  }

  // MARK: Values

  /// Reads the class of the object that comes next.
  /// - Returns: `nil` for null.
  private mutating func objectClass(in role: ObjectClass.Role) throws(ActivityLog.Damage) -> ObjectClass? {
    while true {
      let position = tokens.position
      switch try tokens.next() {
      case .null: return nil
      case .className(let name):
        classes.append(ObjectClass(String(decoding: bytes[name.range].prefix(Self.longestName), as: UTF8.self)))
      case .instance(let number):
        guard number >= 1, number <= UInt64(classes.count) else {
          throw tokens.damage("an instance of a class that the log does not name", position)
        }
        let found = classes[Int(number) - 1]
        if found.kind == .unknown { note(.class, found.name) }
        guard found.fits(role) else {
          throw tokens.damage("an instance of \(found.name), where \(role.description) should be,", position)
        }
        return found
      default: throw tokens.damage("a value where \(role.description) should begin", position)
      }
    }
  }

  private mutating func skipIntegers(before what: String) throws(ActivityLog.Damage) {
    while case .integer = try tokens.peek() {
      _ = try tokens.next()
      note(.field, "before \(what)")
    }
  }

  private mutating func integer(_ what: @autoclosure () -> String) throws(ActivityLog.Damage) -> UInt64 {
    let position = tokens.position
    guard case .integer(let value) = try tokens.next() else { throw unexpected("an integer", what(), position) }
    return value
  }

  private mutating func double(_ what: @autoclosure () -> String) throws(ActivityLog.Damage) -> Double {
    let position = tokens.position
    guard case .double(let value) = try tokens.next() else { throw unexpected("a time", what(), position) }
    return value
  }

  private mutating func text(_ what: @autoclosure () -> String) throws(ActivityLog.Damage) -> ActivityLog.Text {
    let position = tokens.position
    switch try tokens.next() {
    case .string(let text), .json(let text): return text
    case .null: return .none
    default: throw unexpected("a text", what(), position)
    }
  }

  private mutating func count(_ what: @autoclosure () -> String) throws(ActivityLog.Damage) -> UInt64 {
    let position = tokens.position
    switch try tokens.next() {
    case .array(let count): return count
    case .null: return 0
    default: throw unexpected("a list", what(), position)
    }
  }

  private func unexpected(_ kind: String, _ what: String, _ position: Int) -> ActivityLog.Damage {
    tokens.damage("\(what) is not \(kind)", position)
  }

  private func damage(_ reason: String) -> ActivityLog.Damage { tokens.damage(reason, tokens.position) }

  private mutating func note(_ kind: ActivityLog.Unknown.Kind, _ name: String) {
    content.unknowns[UnknownKey(kind: kind, name: name), default: 0] += 1
  }
}
