extension ModuleContext {
  /// The declaration that uses every dependency, so that no dependency is unused.
  /// - Parameters:
  ///   - inputs: a public model of each dependency, in the order of the dependencies.
  ///   - assembly: statements with which an executable puts together what modules provide and others ask for.
  /// - Returns: a struct, a type with `main`, or a test case.
  mutating func entrance(inputs: [Model], assembly: [String]) -> Declaration {
    switch module.kind {
    case .library: environment(inputs)
    case .executable: launcher(inputs, assembly: assembly)
    case .test: testCase(inputs)
    }
  }

  /// A public struct with a property for each dependency, an initializer, and a description.
  private mutating func environment(_ inputs: [Model]) -> Declaration {
    let (name, _) = newName("Environment")
    let parts = inputs.map { (name: Self.propertyName($0.module), type: $0.name) }
    var lines = ["/// What \(module.name) starts from.", "public struct \(name): Equatable, Sendable {"]
    lines += ["  /// What the user reads above everything else.", "  public let title: String"]
    lines += parts.map { "  public let \($0.name): \($0.type)" }
    lines += ["", "  /// Makes an environment; what is left out is a placeholder.", "  public init("]
    lines += parts.map { "    \($0.name): \($0.type) = .placeholder(1)," }
    lines += ["    title: String = \"\(module.name)\"", "  ) {", "    self.title = title"]
    lines += parts.map { "    self.\($0.name) = \($0.name)" }
    lines += ["  }", "", "  /// A line for each part.", "  public var summary: String {", "    var lines = [title]"]
    lines += parts.map { "    lines.append(\($0.name).summary)" }
    lines += ["    lines.append(\"\\(lines.count) lines\")", "    return lines.joined(separator: \"\\n\")", "  }", "}"]
    return Declaration(lines)
  }

  private mutating func launcher(_ inputs: [Model], assembly: [String]) -> Declaration {
    let (name, _) = newName("Launcher")
    var lines = ["/// Starts \(module.name).", "@main", "struct \(name) {", "  static func main() {"]
    lines.append("    var lines = [\"\(module.name)\"]")
    for input in inputs {
      let value = Self.propertyName(input.module)
      lines.append("    let \(value) = \(input.name).placeholder(\(random.number(in: 1...9)))")
      lines.append("    lines.append(\"\(input.module): \\(\(value).summary)\")")
    }
    lines += assembly.map { "    \($0)" }
    return Declaration(
      lines + ["    lines.append(\"ready\")", "    print(lines.joined(separator: \"\\n\"))", "  }", "}"])
  }

  /// Test methods that check a model against its placeholder.
  mutating func testCase(_ inputs: [Model]) -> Declaration {
    let (name, _) = newName("Tests")
    var lines = ["final class \(name): XCTestCase {"]
    for input in inputs {
      let number = random.number(in: 1...9)
      lines += [
        "  func testPlaceholderOf\(input.name)() {",
        "    let value = \(input.name).placeholder(\(number))",
        "    XCTAssertEqual(value, .placeholder(\(number)))",
        "    XCTAssertEqual(value.summary, \(input.name).placeholder(\(number)).summary)",
        "    XCTAssertFalse(value.summary.isEmpty)",
        "  }",
        "",
      ]
    }
    lines += ["  func testNothingIsLeft() {", "    XCTAssertTrue([Int]().isEmpty)", "  }", "}"]
    return Declaration(lines)
  }

  /// `DesignSystem` → `designSystemInput`, `NFC` → `nfcInput`, `APIClient` → `apiClientInput`: never a keyword, and
  /// unique for names that differ in more than case.
  static func propertyName(_ module: String) -> String { lowerCamelCase(module) + "Input" }

  static func lowerCamelCase(_ name: String) -> String {
    let letters = Array(name)
    var head = letters.prefix { $0.isUppercase }.count
    if head > 1, head < letters.count, letters[head].isLowercase { head -= 1 }
    return letters.prefix(head).map { $0.lowercased() }.joined() + String(letters.dropFirst(head))
  }
}
