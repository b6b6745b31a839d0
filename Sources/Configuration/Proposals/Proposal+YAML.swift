package import Foresight

extension Proposal {
  /// Parses a proposal: a list of changes, each with one key that says what it does.
  package init(yaml bytes: [UInt8], file: String) throws(ConfigurationError) {
    let root = try YAMLValue(bytes: bytes, file: file)
    let mapping = try root.mapping(of: ["name", "changes"])
    let list = try mapping.required("changes")
    let entries = try list.list()
    guard !entries.isEmpty else { throw list.failure(.emptyList(key: "changes")) }
    let changes = try entries.map { (entry) throws(ConfigurationError) in try entry.change() }
    self.init(name: try mapping["name"]?.text(), changes)
  }
}

extension YAMLValue {
  private static let kinds = StructureChange.Kind.allCases

  fileprivate func change() throws(ConfigurationError) -> StructureChange {
    guard isMapping else { throw failure(.severalChanges([])) }
    _ = try mapping(of: Self.kinds.map(\.rawValue))
    let pairs = try entries()
    guard pairs.count == 1, let pair = pairs.first, let kind = StructureChange.Kind(rawValue: pair.key) else {
      throw failure(.severalChanges(pairs.map(\.key)))
    }
    return try pair.value.change(kind)
  }

  private func change(_ kind: StructureChange.Kind) throws(ConfigurationError) -> StructureChange {
    switch kind {
    case .merge where isMapping:
      let mapping = try mapping(of: ["modules", "into"])
      return .merge(try mapping.required("modules").texts(), into: try mapping.required("into").text())
    case .split where isMapping:
      let mapping = try mapping(of: ["module", "into"])
      var parts: [StructureChange.Part] = []
      for (name, files) in try mapping.required("into").entries() {
        // An empty list is the rest.
        let isRest = (try? files.texts())?.isEmpty == true
        parts.append(.init(name: name, files: isRest ? [] : try files.textOrTexts()))
      }
      return .split(try mapping.required("module").text(), parts)
    case .moveFiles where isMapping:
      let mapping = try mapping(of: ["files", "from", "to"])
      return .move(
        try mapping.required("files").textOrTexts(), from: try mapping.required("from").text(),
        to: try mapping.required("to").text())
    case .cost where isMapping:
      let mapping = try mapping(of: ["module", "factor"])
      let (module, factor) = (try mapping.required("module").text(), try mapping.required("factor"))
      guard let change = StructureChange(.cost, "\(module)=\(try factor.text())") else {
        throw factor.failure(.change(key: kind.rawValue, text: try factor.text(), form: StructureChange.factorForm))
      }
      return change
    default:
      let text = try text(as: kind.form)
      guard let change = StructureChange(kind, text) else {
        throw failure(.change(key: kind.rawValue, text: Self.shortened(text), form: kind.form))
      }
      return change
    }
  }
}
