/// A class of the serialization, whose name decides which fields its instances have.
struct ObjectClass {
  enum Kind {
    case section
    case message
    case analyzerResult
    case analyzerEvent
    case analyzerControlFlow
    case action
    case location
    case textLocation
    case memberLocation
    case attributeLocation
    case edge
    case attachment
    /// Read as what its place in the log demands.
    case unknown
  }

  /// What an object is in its place.
  enum Role {
    case section
    case message
    case location
    case attachment

    var description: String {
      switch self {
      case .section: "a section"
      case .message: "a message"
      case .location: "a location"
      case .attachment: "an attachment"
      }
    }
  }

  let name: String
  let kind: Kind
  /// How many strings its instances have besides the fields of `kind`.
  let strings: Int

  init(_ name: String) {
    self.name = name
    (kind, strings) = Self.known[name] ?? (.unknown, 0)
  }

  func fits(_ role: Role) -> Bool {
    switch kind {
    case .unknown: true
    case .section: role == .section
    case .message, .analyzerResult, .analyzerEvent, .analyzerControlFlow, .action: role == .message
    case .location, .textLocation, .memberLocation, .attributeLocation, .edge: role == .location
    case .attachment: role == .attachment
    }
  }

  private static let known: [String: (Kind, Int)] = [
    "IDEActivityLogSection": (.section, 0),
    "IDECommandLineBuildLog": (.section, 0),
    "IDEActivityLogMajorGroupSection": (.section, 0),
    "IDEActivityLogCommandInvocationSection": (.section, 0),
    "IDEActivityLogUnitTestSection": (.section, 6),
    "IDEActivityLogMessage": (.message, 0),
    "IDEDiagnosticActivityLogMessage": (.message, 0),
    "IDEClangDiagnosticActivityLogMessage": (.message, 0),
    "IDEActivityLogAnalyzerWarningMessage": (.message, 0),
    "IDEActivityLogAnalyzerResultMessage": (.analyzerResult, 0),
    "IDEActivityLogAnalyzerEventStepMessage": (.analyzerEvent, 0),
    "IDEActivityLogAnalyzerControlFlowStepMessage": (.analyzerControlFlow, 0),
    "IDEActivityLogActionMessage": (.action, 0),
    "IDEActivityLogAnalyzerControlFlowStepEdge": (.edge, 0),
    "DVTDocumentLocation": (.location, 0),
    "DVTTextDocumentLocation": (.textLocation, 0),
    "DVTMemberDocumentLocation": (.memberLocation, 1),
    "IBDocumentMemberLocation": (.attributeLocation, 0),
    "IBMemberID": (.unknown, 0),
    "IBAttributeSearchLocation": (.unknown, 0),
    "IDEActivityLogSectionAttachment": (.attachment, 0),
    "IDEFoundation.IDEActivityLogSectionAttachment": (.attachment, 0),
  ]
}
