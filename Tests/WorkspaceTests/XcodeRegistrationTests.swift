import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Workspace

/// New modules on which targets of Xcode projects depend.
struct XcodeRegistrationTests {
  private static let package = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Kit",
      products: [.library(name: "Home", targets: ["Home"])],
      targets: [.target(name: "Home")]
    )

    """

  /// As Xcode writes it; `+` begins lines that are to be added.
  private static let project = """
    // !$*UTF8*$!
    {
    \tobjectVersion = 54;
    \tobjects = {

    /* Begin PBXBuildFile section */
    \t\tAAAAAAAAAAAAAAAAAAAAAA01 /* Home in Frameworks */ = {isa = PBXBuildFile; productRef = AAAAAAAAAAAAAAAAAAAAAA02 /* Home */; };
    +\t\tFILE /* Leaflet in Frameworks */ = {isa = PBXBuildFile; productRef = PRODUCT /* Leaflet */; };
    /* End PBXBuildFile section */
    \t\tAAAAAAAAAAAAAAAAAAAAAA03 /* Frameworks */ = {
    \t\t\tisa = PBXFrameworksBuildPhase;
    \t\t\tfiles = (
    \t\t\t\tAAAAAAAAAAAAAAAAAAAAAA01 /* Home in Frameworks */,
    +\t\t\t\tFILE /* Leaflet in Frameworks */,
    \t\t\t);
    \t\t};
    \t\tAAAAAAAAAAAAAAAAAAAAAA04 = {
    \t\t\tisa = PBXGroup;
    \t\t\tchildren = (
    \t\t\t\tAAAAAAAAAAAAAAAAAAAAAA05 /* Kit */,
    \t\t\t);
    \t\t\tsourceTree = "<group>";
    \t\t};
    \t\tAAAAAAAAAAAAAAAAAAAAAA05 /* Kit */ = {isa = PBXFileReference; lastKnownFileType = wrapper; name = Kit; path = ../Kit; sourceTree = "<group>"; };
    \t\tAAAAAAAAAAAAAAAAAAAAAA06 /* Shop */ = {
    \t\t\tisa = PBXNativeTarget;
    \t\t\tbuildPhases = (
    \t\t\t\tAAAAAAAAAAAAAAAAAAAAAA03 /* Frameworks */,
    \t\t\t);
    \t\t\tname = Shop;
    \t\t\tpackageProductDependencies = (
    \t\t\t\tAAAAAAAAAAAAAAAAAAAAAA02 /* Home */,
    +\t\t\t\tPRODUCT /* Leaflet */,
    \t\t\t);
    \t\t\tproductType = "com.apple.product-type.application";
    \t\t};
    \t\tAAAAAAAAAAAAAAAAAAAAAA07 /* Project object */ = {
    \t\t\tisa = PBXProject;
    \t\t\tmainGroup = AAAAAAAAAAAAAAAAAAAAAA04;
    \t\t\ttargets = (
    \t\t\t\tAAAAAAAAAAAAAAAAAAAAAA06 /* Shop */,
    \t\t\t);
    \t\t};
    /* Begin XCSwiftPackageProductDependency section */
    \t\tAAAAAAAAAAAAAAAAAAAAAA02 /* Home */ = {
    \t\t\tisa = XCSwiftPackageProductDependency;
    \t\t\tproductName = Home;
    \t\t};
    +\t\tPRODUCT /* Leaflet */ = {
    +\t\t\tisa = XCSwiftPackageProductDependency;
    +\t\t\tproductName = Leaflet;
    +\t\t};
    /* End XCSwiftPackageProductDependency section */
    \t};
    \trootObject = AAAAAAAAAAAAAAAAAAAAAA07 /* Project object */;
    }

    """

  private static func lines(_ isAfter: Bool) -> String {
    project.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { isAfter || !$0.hasPrefix("+") }.map { $0.hasPrefix("+") ? $0.dropFirst() : $0 }.joined(separator: "\n")
  }

  private struct Outcome {
    let work: TemporaryWorkspace
    let plan: ScaffoldPlan
    let edges: [String]

    func text(_ file: String) throws -> String {
      String(decoding: try required(FileManager.default.contents(atPath: work.path + "/" + file)), as: UTF8.self)
    }
  }

  private func outcome(_ files: [String: String], makesPackages: Bool = false) async throws -> Outcome {
    let work = try TemporaryWorkspace(
      ["Kit/Package.swift": Self.package, "Kit/Sources/Home/A.swift": ""].merging(files) { $1 })
    let path = work.path + "/App/Shop.xcodeproj"
    let loader = WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: work.cache)
    let before = try await loader.load(packagePath: path)
    let app = try required(before.graph.modules.first { $0.name == "Shop" }).id
    let scaffolder = Scaffolder(
      loader: loader, packagePath: path, discovery: DiscoveryOptions(), stateFolder: work.folder + "/state")
    let module = ScaffoldRequest.NewModule(
      name: "Leaflet", kind: .regular, dependencies: [], resources: [], neighbours: ["Home"], dependents: [app])
    let request = ScaffoldRequest(
      package: "kit", makesPackages: makesPackages, modules: [module],
      files: [.init(module: "Leaflet", path: "L.swift", bytes: [])])
    let plan = try await scaffolder.plan(request, in: before)
    let after = try await scaffolder.carryOut(plan, in: before) { _ in nil }
    return Outcome(
      work: work, plan: plan, edges: after.graph.dependencies.map { "\($0.from.name) \($0.to.name)" }.sorted())
  }

  @Test func `the app gets the product as it has that of a neighbour, and nothing else changes`() async throws {
    let outcome = try await outcome(["App/Shop.xcodeproj/project.pbxproj": Self.lines(false)])
    #expect(outcome.edges == ["Shop Home", "Shop Leaflet"])
    #expect(outcome.plan.byHand.isEmpty)
    let text = try outcome.text("App/Shop.xcodeproj/project.pbxproj")
    let new = try required(
      text.firstMatch(of: /([0-9A-F]{24}) .* in Frameworks.*productRef = ([0-9A-F]{24}) .. Leaflet/))
    #expect(
      text == Self.lines(true).replacing("FILE", with: String(new.1)).replacing("PRODUCT", with: String(new.2)))
    #expect(try outcome.text("Kit/Package.swift").contains(#".library(name: "Leaflet", targets: ["Leaflet"])"#))
  }

  @Test func `a project that is generated is left alone, and the file to change is named`() async throws {
    let outcome = try await outcome([
      "App/Shop.xcodeproj/project.pbxproj": Self.lines(false), "App/project.yml": "name: Shop\n",
    ])
    #expect(outcome.edges == ["Shop Home"])
    #expect(
      outcome.plan.byHand.map(\.description) == [
        "Shop.xcodeproj: the target Shop needs the product Leaflet of the package in `../Kit`: write that into `project.yml`, from "
          + "which the project is generated."
      ])
    #expect(try outcome.text("App/Shop.xcodeproj/project.pbxproj") == Self.lines(false))
  }

  @Test func `where the app uses nothing of the package yet, the place is named`() async throws {
    let text = Self.lines(false).split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("/* Home */,") && !$0.contains("/* Home in Frameworks */,") }.joined(separator: "\n")
    let outcome = try await outcome(["App/Shop.xcodeproj/project.pbxproj": text])
    #expect(outcome.edges.isEmpty)
    #expect(
      outcome.plan.byHand.map(\.description) == [
        "Shop.xcodeproj: the target Shop needs the product Leaflet: in Xcode, File > Add Package Dependencies… > Add Local… > "
          + "`../Kit`, then the target's General > Frameworks, Libraries, and Embedded Content > + > Leaflet "
          + "(packageProductDependencies, Shop.xcodeproj/project.pbxproj:28)."
      ])
    #expect(try outcome.text("App/Shop.xcodeproj/project.pbxproj") == text)
  }

  @Test func `a package of its own is written, and is to be added to the project`() async throws {
    let outcome = try await outcome(["App/Shop.xcodeproj/project.pbxproj": Self.lines(false)], makesPackages: true)
    #expect(outcome.edges == ["Shop Home"])
    #expect(
      outcome.plan.byHand.map(\.description) == [
        "Shop.xcodeproj: the target Shop needs the product Leaflet: in Xcode, File > Add Package Dependencies… > Add Local… > "
          + "`../Leaflet`, then the target's General > Frameworks, Libraries, and Embedded Content > + > Leaflet "
          + "(packageProductDependencies, Shop.xcodeproj/project.pbxproj:29)."
      ])
    #expect(try outcome.text("Leaflet/Package.swift").contains(#".library(name: "Leaflet", targets: ["Leaflet"])"#))
  }
}
