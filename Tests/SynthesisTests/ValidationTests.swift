import Synthesis
import Testing

@Suite struct ValidationTests {
  typealias Module = WorkspaceDescription.Module

  private func message(
    _ modules: [Module], name: String = "W", packages: WorkspaceDescription.Packages = .one
  ) -> String? {
    do {
      try WorkspaceDescription(name: name, packages: packages, modules: modules).validate()
      return nil
    } catch {
      return error.description
    }
  }

  private func library(_ name: String, _ dependencies: [String] = [], lines: Int = 100) -> Module {
    Module(name: name, kind: .library, lines: lines, dependencies: dependencies)
  }

  @Test func aValidDescriptionComesBackInOrderOfDependency() throws {
    #expect(message(example().modules) == nil)
    let modules = [library("B", ["A"]), library("C"), library("A", ["C"])]
    #expect(try WorkspaceDescription(name: "W", modules: modules).validate().map(\.name) == ["C", "A", "B"])
  }

  @Test(arguments: [
    ("a b", "the module name “a b” must be letters, digits and _, and start with a letter or _"),
    ("9a", "the module name “9a” must be letters, digits and _, and start with a letter or _"),
    ("", "the module name “” must be letters, digits and _, and start with a letter or _"),
    ("../x", "the module name “../x” must be letters, digits and _, and start with a letter or _"),
    ("Ähm", "the module name “Ähm” must be letters, digits and _, and start with a letter or _"),
    ("__", "the module name “__” must be letters, digits and _, and start with a letter or _"),
    ("class", "the module name “class” is a keyword of Swift"),
    ("Swift", "the module name “Swift” is taken by Swift, its toolchain or its standard library"),
    ("foundation", "the module name “foundation” is taken by Swift, its toolchain or its standard library"),
    ("String", "the module name “String” is taken by Swift, its toolchain or its standard library"),
    (
      String(repeating: "a", count: 65),
      "the module name “\(String(repeating: "a", count: 65))” is longer than 64 characters"
    ),
  ])
  func namesThatCannotBeModulesAreRefused(name: String, expected: String) {
    #expect(message([library(name)]) == expected)
  }

  @Test func dependenciesMustBeOtherLibraries() {
    #expect(
      message([library("Core"), library("App", ["Cor"])])
        == "App depends on Cor, which is not a module of this workspace; did you mean “Core”?")
    #expect(
      message([library("Core"), library("App", ["Zzzzzz"])])
        == "App depends on Zzzzzz, which is not a module of this workspace")
    #expect(message([library("Core", ["Core"])]) == "Core depends on itself")
    #expect(message([library("Core"), library("App", ["Core", "Core"])]) == "App names its dependency Core twice")
    #expect(
      message([Module(name: "App", kind: .executable, lines: 50), library("Core", ["App"])])
        == "Core depends on App, which is an executable; only libraries can be depended on")
    #expect(
      message([Module(name: "T", kind: .test, lines: 50), library("Core", ["T"])])
        == "Core depends on T, which is a test; only libraries can be depended on")
    #expect(
      message([library("X", ["A"]), library("A", ["B"]), library("B", ["C"]), library("C", ["A"])])
        == "the dependencies form a cycle: A → B → C → A")
  }

  @Test func sampleAppsAreExecutablesAboveTheirFeature() {
    let nfc = library("NFC")
    #expect(
      message([nfc, Module(name: "S", kind: .executable, lines: 40, dependencies: ["NFC"], sampleAppOf: "NFX")])
        == "S is the sample app of NFX, which is not a library of this workspace; did you mean “NFC”?")
    #expect(
      message([nfc, Module(name: "S", kind: .executable, lines: 40, sampleAppOf: "NFC")])
        == "S is the sample app of NFC, but NFC is not among its dependencies")
    #expect(
      message([nfc, Module(name: "S", kind: .library, lines: 90, dependencies: ["NFC"], sampleAppOf: "NFC")])
        == "S is a sample app, so its kind must be executable, not library")
  }

  @Test func onlyExecutablesAreInAppPackages() {
    #expect(
      message([library("Core"), Module(name: "Kit", kind: .library, lines: 100, isAppPackage: true)])
        == "Kit has an app package, so its kind must be executable, not library")
  }

  @Test func librariesProvideWhatTheirDependenciesDeclare() {
    func provider(_ names: [String], dependencies: [String]) -> Module {
      Module(name: "P", kind: .library, lines: 200, dependencies: dependencies, provides: names)
    }
    let core = Module(name: "Core", kind: .library, lines: 200, contracts: [.service: 2])
    #expect(message([core, provider(["Core"], dependencies: ["Core"])]) == nil)
    let expected = "P provides Core, which must be among its dependencies and have `services` or `view-builders`"
    #expect(message([core, provider(["Core"], dependencies: [])]) == expected)
    #expect(message([library("Core"), provider(["Core"], dependencies: ["Core"])]) == expected)
    #expect(
      message([Module(name: "A", kind: .executable, lines: 90, contracts: [.service: 1])])
        == "A declares or provides protocols for other modules, so its kind must be library, not executable")
  }

  @Test func sizesStayInTheirBounds() {
    #expect(message([library("A", lines: 83)]) == "A has 83 lines; with its dependencies it can have 84 to 200000")
    #expect(message([library("A", lines: 84)]) == nil)
    #expect(
      message([library("A", lines: 200_001)]) == "A has 200001 lines; with its dependencies it can have 84 to 200000")
    #expect(
      message([Module(name: "A", kind: .library, lines: 100, files: 3)])
        == "A has 3 files; with its lines it can have 1 to 2")
    #expect(message([Module(name: "A", kind: .library, lines: 100, files: 2)]) == nil)
    #expect(
      message((0..<26).map { library("A\($0)", lines: 200_000) })
        == "5200000 lines in all are more than the 5000000 that are allowed")
    #expect(message((0..<10_001).map { library("A\($0)") }) == "10001 modules are more than the 10000 that are allowed")
  }

  @Test func theFolderIsNotCalledLikeAPackageInIt() throws {
    #expect(throws: SynthesisError.folder("core", package: "Core")) { try example(packages: .each).checkFolder("core") }
    #expect(throws: SynthesisError.folder("qrdemo.swiftpm", package: "QRDemo.swiftpm")) {
      try example(hasDemo: true).checkFolder("qrdemo.swiftpm")
    }
    try example(packages: .each).checkFolder("App")
    try example(packages: .one).checkFolder("Core")
    #expect(
      SynthesisError.folder("core", package: "Core").description
        == "SwiftPM would treat the folder core and the package Core in it as the same package; choose "
        + "a folder with another name")
  }

  @Test func theWorkspaceItselfIsChecked() {
    #expect(message([]) == "a workspace needs at least one module")
    #expect(
      message([library("A")], name: "a\"b")
        == "the workspace's name “a\"b” must be letters, digits, - and _, and start with a letter")
    #expect(message([library("A"), library("A")]) == "there are two modules named A")
    #expect(message([library("Core"), library("core")]) == "the module names Core and core differ only in case")
    #expect(
      message([Module(name: "A", kind: .library, layer: "x\ny", lines: 100)])
        == "the layer “x\ny” of A must be letters, digits, spaces, - and _, at most 64")
    #expect(
      message([library("A")], packages: .each)
        == "the package at the root would be empty: it needs a module besides those in packages of their own")
    let apps = [
      library("A"), Module(name: "B", kind: .executable, lines: 40, dependencies: ["A"], isAppPackage: true),
    ]
    #expect(message(apps) == nil && message(apps, packages: .each)?.hasPrefix("the package at the root would") == true)
  }
}
