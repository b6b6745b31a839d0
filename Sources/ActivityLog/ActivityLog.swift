/// One of Xcode's activity logs: a tree of sections, with their messages and attachments.
///
/// A log is read from the bytes of its `SLF` serialization, which is what an `.xcactivitylog` file contains once it is
/// decompressed. Reading never fails: what could be read before a damage stays, and ``damage`` says what is missing.
/// Texts are ranges of the bytes, which ``text(_:)`` decodes when they are needed.
package struct ActivityLog: Sendable {
  /// The serialized bytes.
  package let bytes: [UInt8]
  /// The version of the serialization, such as 12; `nil` if the bytes do not begin as a log does.
  package let version: UInt64?
  /// In the order of the log: a section comes before those within it. The first is the root.
  package let sections: [Section]
  /// In the order of the log: a message comes before those within it.
  package let messages: [Message]
  /// In the order of the log.
  package let attachments: [Attachment]
  /// The class of the root, such as `IDECommandLineBuildLog`; `nil` if there is no root.
  package let rootClass: String?
  /// Why, and where, reading ended early; `nil` if the log was read to its end.
  package let damage: Damage?
  /// What this version does not know and read past, with how often; sorted.
  package let unknowns: [Unknown]

  /// Whether the log was read to its end.
  package var isComplete: Bool { damage == nil && !sections.isEmpty }

  /// Reads a log.
  /// - Parameter bytes: a decompressed log; at most 4 GiB are read.
  /// - Complexity: O(bytes), in time and in memory.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let content = bytes.withUnsafeBytes { buffer in
      var reader = LogReader(buffer)
      reader.read()
      return reader.content
    }
    version = content.version
    sections = content.sections
    messages = content.messages
    attachments = content.attachments
    rootClass = content.rootClass
    damage = content.damage
    unknowns = content.unknowns.map { Unknown(kind: $0.key.kind, name: $0.key.name, count: $0.value) }.sorted {
      ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name)
    }
  }
}

extension ActivityLog {
  /// A part of the log's bytes: the content of a string.
  package struct Text: Hashable, Sendable {
    let start: UInt32
    let count: UInt32

    static let none = Text(start: 0, count: .max)

    /// Whether the field was null.
    package var isNull: Bool { count == .max }
    /// Whether the field was null or had no characters.
    package var isEmpty: Bool { count == 0 || isNull }
    /// The positions of its bytes; empty for null.
    package var range: Range<Int> { isNull ? 0..<0 : Int(start)..<Int(start) + Int(count) }
  }

  /// A section: a build, a group of steps, or a step.
  package struct Section: Sendable {
    /// The section around it; `nil` for the root.
    package internal(set) var parent: Int?
    /// One more than the index of the last section within it; of a damaged log, those that were read.
    package internal(set) var end = 0
    /// 0 for a root, 1 for a group, 2 for a step, 3 for a test.
    package internal(set) var type: UInt64 = .max
    package internal(set) var domain = Text.none
    package internal(set) var title = Text.none
    package internal(set) var signature = Text.none
    /// Seconds since 2001-01-01 UTC; `nil` if it was not read. May be no number.
    package internal(set) var start: Double?
    package internal(set) var stop: Double?
    package internal(set) var text = Text.none
    /// Indices of its messages, with those within them.
    package internal(set) var messages = 0..<0
    package internal(set) var wasCancelled = false
    package internal(set) var wasFetchedFromCache = false
    /// From version 12 on: whether it failed or was cancelled.
    package internal(set) var endedBadly = false
    package internal(set) var subtitle = Text.none
    package internal(set) var location = Text.none
    /// The command, if the section is a step.
    package internal(set) var commandDetails = Text.none
    package internal(set) var identifier = Text.none
    /// Such as "Build succeeded"; localized.
    package internal(set) var result = Text.none
    /// From version 8 on: hexadecimal.
    package internal(set) var buildSignature = Text.none
    package internal(set) var attachments = 0..<0
    /// Whether it was read to its last field.
    package internal(set) var isWhole = false
  }

  /// A diagnostic or a note of a section.
  package struct Message: Sendable {
    /// The message around it; `nil` if it is directly in its section.
    package internal(set) var parent: Int?
    package internal(set) var section = 0
    package internal(set) var title = Text.none
    /// 0 for a notice, 1 for a warning, 2 for an error; `nil` if it was not read.
    package internal(set) var severity: UInt64?
    package internal(set) var location: Location?
  }

  /// A place in a file.
  package struct Location: Sendable {
    package internal(set) var url = Text.none
    /// As the log has them; `nil` if it has none.
    package internal(set) var line: UInt64?
    package internal(set) var column: UInt64?
  }

  /// Data beside a section.
  package struct Attachment: Sendable {
    /// Such as `com.apple.dt.ActivityLogSectionAttachment.TaskMetrics`.
    package internal(set) var identifier = Text.none
    /// JSON.
    package internal(set) var content = Text.none
  }

  /// Why reading a log ended before the log did.
  package struct Damage: Error, Equatable, CustomStringConvertible {
    /// What is wrong, as a clause.
    package let reason: String
    /// The position in the decompressed bytes.
    package let byte: Int

    package var description: String { "\(reason) at byte \(byte)" }
  }

  /// Something that this version does not know.
  package struct Unknown: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case attachment
      case `class`
      case field
    }

    package let kind: Kind
    /// The name of the class, the last part of the attachment's identifier, or where the field was.
    package let name: String
    package let count: Int
  }

  /// Decodes a text. Bytes that are no UTF-8 become replacement characters.
  package func text(_ text: Text) -> String {
    bytes.withUnsafeBytes { String(decoding: $0[text.range], as: UTF8.self) }
  }
}
