import Foundation
import ModuleGraph
import TestSupport
import Testing
import Workspace

/// SwiftPM lets a target import what it does not declare, and only the order of the build decides whether that works.
@Suite struct WallTests {
  @Test func `every target imports only what the manifest declares for it`() async throws {
    let project = try await Project.loaded()
    for module in project.graph.modules where module.kind != .external {
      let declared = Set(project.graph.dependencies.filter { $0.from == module.id }.map(\.to.name))
      for (file, imports) in try project.imports(of: module) {
        let undeclared = imports.filter { !declared.contains($0) && !SwiftModules.modules.contains($0) }
        #expect(undeclared.isEmpty, "\(file) imports what Package.swift does not declare for \(module.name)")
      }
    }
  }

  @Test func `every target imports whatever library the manifest declares for it`() async throws {
    let project = try await Project.loaded()
    let programs = Set(project.graph.modules.filter { $0.kind == .executable }.map(\.id))
    for module in project.graph.modules where module.kind != .external {
      let declared = project.graph.dependencies.filter { $0.from == module.id && !programs.contains($0.to) }
      let imported = Set(try project.imports(of: module).flatMap(\.modules))
      let unused = Set(declared.map(\.to.name)).subtracting(imported)
      #expect(unused.isEmpty, "Package.swift declares for \(module.name) what it never imports")
    }
  }

  @Test(arguments: PureTarget.all)
  func `a pure target imports nothing that touches the outside`(target: PureTarget) async throws {
    let project = try await Project.loaded()
    let module = try #require(project.graph.modules.first { $0.name == target.name })
    let pure = Set(PureTarget.all.map(\.name))
    for (file, imports) in try project.imports(of: module) {
      let impure = imports.filter { !pure.contains($0) && !target.allowed.contains($0) }
      #expect(impure.isEmpty, "\(file) is in the pure target \(target.name)")
    }
  }

  /// Whose functions differ from one system to another in names, types and behaviour.
  @Test func `only Platform imports the C library and swift-system`() async throws {
    let project = try await Project.loaded()
    for module in project.graph.modules
    where module.kind != .external && !["Platform", "PlatformTests"].contains(module.name) {
      for (file, imports) in try project.imports(of: module) {
        #expect(Set(imports).isDisjoint(with: SwiftModules.system), "\(file): add what it needs to Platform")
      }
    }
  }
}

/// A target that takes values and returns values.
struct PureTarget: Sendable, CustomTestStringConvertible {
  let name: String
  /// C's logarithms and exponentials, the language of templates, locks of what is computed once, Foundation for JSON.
  var allowed: Set<String> = []

  var testDescription: String { name }

  static let all = [
    PureTarget(name: "ActivityLog"), PureTarget(name: "Advice"), PureTarget(name: "ModuleGraph"),
    PureTarget(name: "BuildTrace"),
    PureTarget(name: "Synthesis", allowed: ["Mustache"]),
    PureTarget(name: "ManifestSyntax"), PureTarget(name: "ImportSyntax"),
    PureTarget(name: "BuildAnalysis", allowed: ["CMath", "Synchronization"]),
    PureTarget(name: "Foresight", allowed: ["CMath"]),
    PureTarget(name: "Documents", allowed: SwiftModules.foundation),
    PureTarget(name: "Reports", allowed: SwiftModules.foundation.union(["CMath", "CPageAssets"])),
  ]
}

/// What Swift brings along; no manifest declares it.
private enum SwiftModules {
  static let system: Set<String> = ["Darwin", "Glibc", "Musl", "System", "SystemPackage"]
  static let foundation: Set<String> = ["Foundation", "FoundationEssentials"]
  static let modules = system.subtracting(["SystemPackage"]).union(foundation)
    .union(["FoundationXML", "Synchronization", "Testing"])
}
