import ModuleGraph
import Reports
import Testing

struct ViolationPlaceTests {
  /// The report of a package that so many others require in different ways.
  private func text(packages count: Int) throws -> String {
    let packages = (1...count).map { number in
      Package(
        key: "P\(number)", identity: "p\(number)", name: "P\(number)", path: "P\(number)", toolsVersion: nil,
        dependencies: [PackageDependency(identity: "nio", requirement: "\(number).0.0", location: "nio")])
    }
    let check = try RuleCheck(
      ModuleGraph(packages: packages, modules: [], dependencies: []),
      rules: [Rule(id: "r", type: "no-duplicate-external")], settings: RuleSettings())
    let places = Dictionary(
      uniqueKeysWithValues: check.requirements.map { ($0, Dependency.Location(file: "\($0.package).swift", line: 4)) })
    let report = CheckReport(
      JudgedCheck(check.placing([:], places)), failsAt: .error, origin: nil, folders: .init(workspace: "/w"),
      version: "1")
    return try report.text("text")
  }

  @Test(arguments: [(6, 6, nil), (8, 6, "and 2 more")] as [(Int, Int, String?)])
  func `five further places of a violation are shown, and the others counted`(
    count: Int, shown: Int, more: String?
  ) throws {
    let text = try text(packages: count)
    #expect(text.ranges(of: ".swift:4").count == shown, "\(text)")
    #expect(more.map(text.contains) ?? !text.contains(" more"), "\(text)")
  }
}
