/// What `modgauge suggest` answers.
package enum SuggestAnswer: Report {
  /// By a recorded build.
  case recorded(SuggestionReport)
  /// By the lines of modules.
  case unrecorded(CutReport)

  package static let hasDetails = true

  package static let renderings: [Rendering<Self>] = [
    Rendering("markdown", "md") { Markdown.document($0.page) },
    .text { Text.document($0.page, $1) }.forTerminal,
    .json { answer in
      switch answer {
      case .recorded(let report): try JSON.suggestions(report)
      case .unrecorded(let report): try JSON.suggestions(report)
      }
    },
    .yaml { answer in
      switch answer {
      case .recorded(let report): report.proposals
      case .unrecorded(let report): report.proposal
      }
    },
  ]

  private var page: [Block] {
    switch self {
    case .recorded(let report): report.page
    case .unrecorded(let report): report.page
    }
  }
}
