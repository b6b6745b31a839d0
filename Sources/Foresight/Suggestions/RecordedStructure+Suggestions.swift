import BuildAnalysis
import ModuleGraph

extension RecordedStructure {
  /// Suggests changes of the structure that make builds shorter.
  ///
  /// A rough model ranks changes on or near the longest chains of modules, and merges of modules that cost more than
  /// they save. The best candidates are replayed, and combined to a plan by a beam search.
  /// - Parameters:
  ///   - goal: which builds should become shorter.
  ///   - most: the maximum number of suggestions.
  /// - Complexity: at most 1,200 replays, and fewer for builds with more than 2,500 pieces of work.
  package func suggestions(
    for goal: Suggestions.Goal = .clean, facts: RefactoringFacts = RefactoringFacts(), most: Int = 10
  ) -> Suggestions {
    var search = SuggestionSearch(self, facts: facts, goal: goal)
    let (singles, best) = search.run()
    let order = best.map { search.order(of: $0) } ?? []
    let writer = SuggestionWriter(search: search)
    let found = writer.suggestions(singles, most: most)
    let (steps, gain) = writer.plan(of: order)
    let untouched = search.untouched(except: writer.modules(of: singles))
    let divided = Set((found + steps).flatMap { dividedModules(of: $0.structure) })
    return Suggestions(
      goal: goal, recordings: 1, measuredSeconds: measuredSeconds, seconds: search.goal.secondsBefore,
      relativeError: relativeError, leastGain: search.leastGain, suggestions: found.map(\.suggestion),
      plan: steps.map(\.suggestion), planGain: gain, untouched: untouched,
      divided: divided.sorted { $0.module < $1.module },
      changesBefore: goal == .changes ? search.goal.distribution(unchanged) : nil,
      changesAfter: goal == .changes ? steps.last.map { search.goal.distribution($0.structure) } : nil,
      commits: goal == .changes && !facts.commits.isEmpty ? facts.commits.count : nil, candidates: search.candidates,
      replays: search.replays)
  }
}

/// Creates suggestions from the results of a search.
private struct SuggestionWriter {
  let search: SuggestionSearch

  private var recorded: RecordedStructure { search.recorded }

  typealias Step = (suggestion: Suggestion, structure: ProposedStructure)

  /// The suggestions whose whole interval is a gain, changes of manifests alone first. Overlapping merges are omitted.
  func suggestions(_ trials: [SuggestionSearch.Trial], most: Int) -> [Step] {
    var taken: [Set<String>] = []
    var found: [Step] = []
    let sorted = trials.filter(\.isManifestAlone) + trials.filter { !$0.isManifestAlone }
    for trial in sorted where found.count < most {
      let merged = trial.merged
      guard merged.isEmpty || taken.allSatisfy({ $0.isDisjoint(with: merged) }), let step = trial.steps.first else {
        continue
      }
      let suggestion = suggestion([step], Proposal(step.changes), from: nil, to: trial.structure)
      guard suggestion.gain.low > 0, suggestion.gain.value >= search.leastGain else { continue }
      if !merged.isEmpty { taken.append(merged) }
      found.append((suggestion, trial.structure))
    }
    return found
  }

  /// The steps of a plan, and their total gain; none unless the whole interval is a gain.
  func plan(of order: [[Candidate]]) -> (steps: [Step], gain: Forecast.Estimate) {
    var steps: [Step] = []
    for index in order.indices {
      let proposal = Proposal(order[...index].flatMap { $0.flatMap(\.changes) })
      guard let next = try? recorded.proposed(proposal) else { return ([], .none) }
      let parts = order[index].map { part in
        var part = part
        part.isFollowUp = (try? recorded.proposed(Proposal(part.changes))) == nil
        return part
      }
      steps.append((suggestion(parts, proposal, from: steps.last?.structure, to: next), next))
    }
    guard let last = steps.last else { return ([], .none) }
    let gain = gain(from: nil, to: last.structure, recorded.bounded(last.structure))
    return gain.low > 0 ? (steps, gain) : ([], .none)
  }

  private func suggestion(
    _ parts: [Candidate], _ proposal: Proposal, from former: ProposedStructure?, to structure: ProposedStructure
  ) -> Suggestion {
    let unchanged = recorded.build(recorded.unchanged)
    let before = former.map { recorded.build($0) } ?? unchanged
    let critical = recorded.path(of: before, after: unchanged).pieces.compactMap(\.module?.name)
    let parts = parts.map { part in
      var part = part
      part.isOnCriticalPath = part.changes.contains { $0.concerns(critical) }
      return part
    }
    let after = recorded.bounded(structure)
    return Suggestion(
      parts: parts, proposal: proposal, gain: gain(from: former, to: structure, after),
      seconds: search.goal.isClean ? after.seconds : search.goal.seconds(structure),
      rebuiltBefore: search.goal.meanCPUSeconds(former ?? recorded.unchanged, before),
      rebuiltAfter: search.goal.meanCPUSeconds(structure, after.build),
      clean: Suggestion.CleanBuild(
        seconds: after.seconds, gain: recorded.gain(to: after), assumptions: recorded.assumptions(of: structure)))
  }

  /// The gain from one structure to another, in seconds: for clean builds, that of the forecast; for builds after
  /// changes, with an interval by the error of the rough build.
  /// - Parameters:
  ///   - former: the structure before; `nil` for the recorded one.
  ///   - build: the clean build of the structure.
  private func gain(
    from former: ProposedStructure?, to structure: ProposedStructure, _ build: BoundedBuild
  ) -> Forecast.Estimate {
    if search.goal.isClean { return recorded.gain(from: former.map(recorded.bounded), to: build) }
    let value = (former.map(search.goal.seconds) ?? search.goal.secondsBefore) - search.goal.seconds(structure)
    let rest = search.goal.roughError * abs(value)
    return Forecast.Estimate(value: value, low: value - rest, high: value + rest)
  }

  /// The recorded modules that some changes split, merge or put behind an interface.
  func modules(of trials: [SuggestionSearch.Trial]) -> Set<ModuleID> {
    var found: Set<ModuleID> = []
    for change in trials.flatMap(\.changes) {
      let words: [String] =
        switch change {
        case .split(let word, _), .interface(let word): [word]
        case .merge(let words, _): words
        default: []
        }
      for word in words { if let id = try? recorded.unchanged.module(word) { found.insert(id) } }
    }
    return found
  }
}

extension StructureChange {
  /// Whether it concerns modules or the dependency between two of a path.
  /// - Parameter path: compiled names, what is built first coming first.
  fileprivate func concerns(_ path: [String]) -> Bool {
    func name(_ word: String) -> String { Module.compiledName(ModuleID(word)?.name ?? word) }
    switch self {
    case .cut(let from, let to):
      return zip(path, path.dropFirst()).contains { $0 == name(to) && $1 == name(from) }
    case .split(let word, _), .interface(let word): return path.contains(name(word))
    case .merge(let words, _): return words.contains { path.contains(name($0)) }
    default: return false
    }
  }
}

extension Forecast.Estimate {
  fileprivate static var none: Self { Self(value: 0, low: 0, high: 0) }
}

extension SuggestionSearch.Trial {
  fileprivate var isManifestAlone: Bool { steps.allSatisfy { $0.reason == .unused } }

  /// The names of the modules that it merges.
  fileprivate var merged: Set<String> {
    Set(
      changes.flatMap { change -> [String] in
        if case .merge(let words, _) = change { words } else { [] }
      })
  }
}
