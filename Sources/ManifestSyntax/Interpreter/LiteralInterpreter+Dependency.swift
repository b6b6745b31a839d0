extension LiteralInterpreter {
  /// An entry of the package's `dependencies`.
  mutating func packageDependency(_ expression: LiteralExpression) throws(LiteralError) -> ManifestDependency {
    let (member, list) = try member(expression, of: .packageDependency)
    guard member == "package" else { throw LiteralError(.unknownMember, line: expression.line) }
    var arguments = try LiteralArguments(list, line: expression.line)
    var name: String?
    if let expression = arguments.take("name") {
      try require(ToolsVersion(5, 2), expression.line)
      name = try string(expression)
    }
    let dependency: ManifestDependency
    if let path = arguments.take("path") {
      dependency = try folder(path, name: name, &arguments)
    } else if let url = arguments.take("url") {
      dependency = try repository(url, name: name, &arguments)
    } else if name == nil, let id = arguments.take("id") {
      try require(ToolsVersion(5, 7), expression.line)
      dependency = try registry(id, &arguments)
    } else {
      throw LiteralError(.arguments, line: expression.line)
    }
    try arguments.end()
    return dependency
  }

  private mutating func folder(
    _ expression: LiteralExpression, name: String?, _ arguments: inout LiteralArguments
  ) throws(LiteralError) -> ManifestDependency {
    let path = try string(expression)
    // A home folder depends on the user, and a path must not look like a URL.
    guard let first = path.utf8.first, first != UInt8(ascii: "~"),
      path.utf8.allSatisfy({ Self.isPlain($0) || $0 == UInt8(ascii: " ") }),
      !path.contains("@"), !path.contains(":")
    else { throw LiteralError(.dependsOnDisk, line: expression.line) }
    let absolute = PathText.joined(packageFolder, path)
    return ManifestDependency(
      identity: ManifestDependency.identity(ofLocation: absolute), name: name, source: .folder(path: absolute),
      traits: try traits(&arguments))
  }

  private mutating func repository(
    _ expression: LiteralExpression, name: String?, _ arguments: inout LiteralArguments
  ) throws(LiteralError) -> ManifestDependency {
    let url = try string(expression)
    let location = try location(ofRepository: url, line: expression.line)
    let requirement = try requirement(&arguments, line: expression.line)
    let text: String
    switch requirement {
    case .any(let words): text = words
    case .onlyUnnamed(let words):
      guard name == nil else { throw LiteralError(.arguments, line: expression.line) }
      text = words
    case .withoutTraits(let words):
      try arguments.end()
      text = words
    }
    if name != nil { try arguments.end() }
    return ManifestDependency(
      identity: ManifestDependency.identity(ofLocation: location), name: name,
      source: .repository(location: location, requirement: text),
      traits: try traits(&arguments))
  }

  /// An unchanged URL, or the absolute folder of a path.
  private mutating func location(ofRepository url: String, line: Int) throws(LiteralError) -> String {
    guard url.utf8.allSatisfy(Self.isPlain) else { throw LiteralError(.dependsOnDisk, line: line) }
    if Self.isRemote(url) { return url }
    guard let first = url.utf8.first, first != UInt8(ascii: "~"), !url.contains("@"), !url.contains(":") else {
      throw LiteralError(.dependsOnDisk, line: line)
    }
    let folder = PathText.joined(packageFolder, url)
    repositoryFolders.insert(folder)
    return folder
  }

  private mutating func registry(
    _ expression: LiteralExpression, _ arguments: inout LiteralArguments
  ) throws(LiteralError) -> ManifestDependency {
    let id = try string(expression)
    guard Self.isRegistryIdentity(id) else { throw LiteralError(.invalidValue, line: expression.line) }
    let requirement: String
    if let version = arguments.take("from") {
      requirement = try Self.range(upToNextMajor: self.version(version))
    } else if let version = arguments.take("exact") {
      requirement = "exact \(try self.version(version))"
    } else {
      requirement = try range(try arguments.required(nil))
    }
    return ManifestDependency(
      identity: id, name: nil, source: .registry(id: id, requirement: requirement), traits: try traits(&arguments))
  }

  // MARK: Requirements

  /// A requirement in the form of ``ManifestDependency``, and the overloads of `package` that accept it.
  private enum RequirementArgument {
    case any(String)
    /// The overload with `name:` does not accept it.
    case onlyUnnamed(String)
    /// The overload with `traits:` does not accept it.
    case withoutTraits(String)
  }

  private mutating func requirement(
    _ arguments: inout LiteralArguments, line: Int
  ) throws(LiteralError) -> RequirementArgument {
    if let version = arguments.take("from") { return .any(Self.range(upToNextMajor: try self.version(version))) }
    if let version = arguments.take("exact") {
      try require(ToolsVersion(5, 6), line)
      return .onlyUnnamed("exact \(try self.version(version))")
    }
    for label in ["branch", "revision"] {
      if let expression = arguments.take(label) {
        try require(ToolsVersion(5, 5), line)
        return .any("\(label) \(try string(expression))")
      }
    }
    let expression = try arguments.required(nil)
    if case .member(base: nil, let name, .some(let list)) = expression.form {
      var arguments = try LiteralArguments(list, line: expression.line)
      switch name {
      case "exact": return .withoutTraits("exact \(try self.version(try onlyArgument(&arguments)))")
      case "branch", "revision": return .withoutTraits("\(name) \(try string(try onlyArgument(&arguments)))")
      default: break
      }
    }
    return .any(try range(expression))
  }

  private func onlyArgument(
    _ arguments: inout LiteralArguments, _ label: String? = nil
  ) throws(LiteralError) -> LiteralExpression {
    let expression = try arguments.required(label)
    try arguments.end()
    return expression
  }

  /// `"1.0.0"..<"2.0.0"`, `"1.0.0"..."1.2.3"`, `.upToNextMajor(from: "1.0.0")` or `.upToNextMinor(from: "1.0.0")`.
  private mutating func range(_ expression: LiteralExpression) throws(LiteralError) -> String {
    let line = expression.line
    switch expression.form {
    case .range(let first, let last, let isClosed):
      let lower = try version(first)
      let upper = try version(last)
      // Left to SwiftPM if the order of the two versions depends on prerelease identifiers.
      guard
        lower.numbers < upper.numbers
          || (isClosed && lower.numbers == upper.numbers && lower.suffix.isEmpty && upper.suffix.isEmpty)
      else { throw LiteralError(.invalidValue, line: line) }
      let end = isClosed ? upper.numbers.withNextPatch : upper.numbers
      return "\(lower)..<\(LiteralVersion(numbers: end, suffix: upper.suffix))"
    case .member(base: nil, name: "upToNextMajor", .some(let list)):
      var arguments = try LiteralArguments(list, line: line)
      return Self.range(upToNextMajor: try version(try onlyArgument(&arguments, "from")))
    case .member(base: nil, name: "upToNextMinor", .some(let list)):
      var arguments = try LiteralArguments(list, line: line)
      let version = try version(try onlyArgument(&arguments, "from"))
      return "\(version)..<\(version.numbers.major).\(version.numbers.minor + 1).0"
    default: throw LiteralError(.wrongType, line: line)
    }
  }

  private static func range(upToNextMajor version: LiteralVersion) -> String {
    "\(version)..<\(version.numbers.major + 1).0.0"
  }

  /// `"1.2.3"`, or `Version(1, 2, 3)`.
  mutating func version(_ expression: LiteralExpression) throws(LiteralError) -> LiteralVersion {
    let list: [LiteralArgument]
    switch expression.form {
    case .string(let text):
      guard let version = LiteralVersion(text) else { throw LiteralError(.invalidValue, line: expression.line) }
      return version
    case .construction("Version", let arguments): list = arguments
    case .member(base: nil, name: "init", .some(let arguments)),
      .member(base: "Version", name: "init", .some(let arguments)):
      list = arguments
    // A version has no other members that make one; evaluating such a member would come back here.
    case .member(base: "Version", _, _): throw LiteralError(.unknownMember, line: expression.line)
    default:
      guard case .version(let version) = try infer(expression).value else {
        throw LiteralError(.wrongType, line: expression.line)
      }
      return version
    }
    let numbers = list.compactMap {
      if $0.label == nil, case .integer(let number) = $0.value.form { number } else { nil }
    }
    guard list.count == 3, numbers.count == 3 else { throw LiteralError(.arguments, line: expression.line) }
    return LiteralVersion(numbers: ToolsVersion(numbers[0], numbers[1], numbers[2]), suffix: "")
  }

  // MARK: Traits of a dependency

  /// The traits that are requested of a package.
  private mutating func traits(
    _ arguments: inout LiteralArguments
  ) throws(LiteralError) -> [ManifestDependency.TraitRequest] {
    guard let expression = arguments.take("traits") else { return [.byDefault] }
    try require(ToolsVersion(6, 1), expression.line)
    let elements = try evaluate(expression, as: .set(.single(.dependencyTrait))).elements
    let requests = elements.compactMap { element in
      if case .dependencyTrait(let request) = element.value { request } else { nil }
    }
    // SwiftPM stores them in a set, which keeps two of the same name with different conditions.
    return Array(Set(requests))
  }

  private func dependencyTraitMember(
    _ expression: LiteralExpression
  ) throws(LiteralError) -> (name: String, arguments: [LiteralArgument]?) {
    if case .member(base: "Package.Dependency", name: "Trait", let list) = expression.form { return ("init", list) }
    return try member(expression, of: .dependencyTrait)
  }

  mutating func traitRequest(_ expression: LiteralExpression) throws(LiteralError) -> ManifestDependency.TraitRequest {
    let (name, list) = try dependencyTraitMember(expression)
    switch (name, list) {
    case ("defaults", nil): return .byDefault
    case ("trait", _), ("init", _):
      var arguments = try LiteralArguments(list, line: expression.line)
      let name = try string(try arguments.required("name"))
      var traits: [String] = []
      if let condition = arguments.take("condition"), !condition.isNull {
        guard case .member(base: nil, name: "when", let list) = condition.form else {
          throw LiteralError(.wrongType, line: condition.line)
        }
        var arguments = try LiteralArguments(list, line: condition.line)
        traits = try stringSet(try arguments.required("traits")).sorted()
        try arguments.end()
      }
      try arguments.end()
      return .init(name: name, condition: traits)
    default: throw LiteralError(.unknownMember, line: expression.line)
    }
  }
}
