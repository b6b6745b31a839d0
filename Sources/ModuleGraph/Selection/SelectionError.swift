/// Why a selection of modules is invalid.
package enum SelectionError: Error, Hashable, CustomStringConvertible {
  /// A word that matches nothing in the workspace. `flag` is the option that it was given to, if any.
  case unknown(word: String, subject: Subject, flag: String?, nearest: [String])
  /// A name that several modules have, although one is needed.
  case ambiguous(word: String, candidates: [String])
  /// A module of the workspace that the selection leaves out.
  case leftOut(word: String)
  /// Layers were asked for, but none are configured.
  case noLayers(flag: String)
  /// The selection contains no module.
  case nothingLeft

  /// What the word was expected to name.
  package enum Subject: String, Sendable {
    case module, package, layer
    /// Of a module whose files are shown instead of modules.
    case file, folder

    fileprivate var owner: String { [.file, .folder].contains(self) ? "module" : "workspace" }
  }

  package var description: String {
    switch self {
    case .unknown(let word, let subject, let flag, let nearest):
      let place = flag.map { "\($0): n" } ?? "N"
      return "\(place)o \(subject) of the \(subject.owner) matches “\(word)”.\(nearest.suggestion)"
    case .ambiguous(let word, let candidates):
      return "“\(word)” is the name of several modules; say which: \(candidates.joined(separator: ", "))."
    case .leftOut(let word):
      return "“\(word)” is in the workspace, but the selection options exclude it; remove one of them."
    case .noLayers(let flag):
      return "\(flag) requires layers; define them under `layers:` in .modgauge.yml."
    case .nothingLeft:
      return "The selection is empty; remove one of its options, or add --include-tests, --include-external or "
        + "--include-snippets."
    }
  }
}
