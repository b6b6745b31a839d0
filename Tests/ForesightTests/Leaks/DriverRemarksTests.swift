@testable import BuildAnalysis
import Foresight
import Foundation
import ModuleGraph
import Testing

/// What drivers of Swift 6.3.1 printed in builds with one job: App → Feat, Side → Core. Core has `alpha` and the type `Box` in
/// A.swift and `beta` in B.swift; F1.swift uses `alpha`, F2.swift uses `beta`, S.swift uses `Box`.
struct DriverRemarksTests {
  private static func remarks(_ name: String) throws -> DriverRemarks {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Traces/remarks-\(name).log")
    return DriverRemarks(log: String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n"))
  }

  private static func change(_ name: String) throws -> PrivateChange {
    PrivateChange(
      of: ModuleID(package: "chain", name: "Core"), path: "Sources/Core/A.swift", remarks: try remarks(name),
      cpuSeconds: ["Core": 4, "Feat": 2, "Side": 1], total: 10)
  }

  @Test(arguments: ["native", "swiftbuild"])
  func `a private function has every file compiled that uses a name of the module`(system: String) throws {
    let change = try Self.change("\(system)-private")
    #expect(change.declarations == ["hidden1"])
    #expect(change.neighbours.isEmpty)
    #expect(change.dependents.map(\.module) == ["Feat", "Side"])
    #expect(change.dependents.map(\.cpuSeconds) == [2, 1])
    #expect(change.leakedCPUSeconds == 3)
    #expect(change.dependents.map { $0.files.map(\.file) } == [["F1.swift", "F2.swift"], ["S.swift"]])
    #expect(change.dependents.map { $0.files.map(\.uses) } == [[["alpha"], ["beta"]], [["Box"]]])
    #expect(change.dependents.flatMap(\.files).allSatisfy { $0.isByModule })
  }

  @Test(arguments: ["native", "swiftbuild"])
  func `a private member has those compiled that use the type`(system: String) throws {
    let change = try Self.change("\(system)-member")
    #expect(change.declarations == ["Box"])
    #expect(change.dependents.map(\.module) == ["Side"])
    let file = try #require(change.dependents.first?.files.first)
    #expect((file.file, file.uses, file.isByModule) == ("S.swift", ["Box"], false))
  }

  @Test func `modules are named as the compiler names them`() throws {
    #expect(try Self.remarks("native-private").drivers.map(\.module).sorted() == ["Core", "Feat", "Side"])
    // Feat's driver ran and compiled nothing.
    #expect(try Self.remarks("native-member").drivers.filter { $0.compiled.isEmpty }.map(\.module) == ["Feat"])
    let modules = Set(try Self.remarks("swiftbuild-private").drivers.map(\.module))
    #expect(modules == ["Core", "Feat", "Side", "App"])
  }

  @Test(arguments: [
    ("/a/Core.build/primary.priors", "Core"), ("/a/Core-tool.build/primary.priors", "Core"),
    ("/a/my_tool.build/primary.priors", "my_tool"), ("/a/Objects-normal/x86_64/my-app-primary.priors", "my_app"),
    ("/a/App-1DA2DD44-testable-primary.priors", "App"),
  ]) func `a driver is that of its module`(path: String, module: String) {
    let log: [Substring] = ["remark: Incremental compilation: Read dependency graph '\(path)'"]
    let remarks = DriverRemarks(log: log)
    #expect(remarks.drivers.map(\.module) == [module])
  }

  /// Names that Swift 6.3.1 gave to the types of a module Core, as `swift demangle` reads them.
  @Test(arguments: [
    ("4Core5StoreV", "Store"), ("$s4Core5StoreV4NodeO", "Store.Node"), ("4CoreAAV", "Core"),
    ("4CoreAAVAAV", "Core.Core"),
    ("4CoreAAV3ExtV", "Core.Ext"), ("4Core0A5StoreV", "CoreStore"),
    ("4CoreAAVAAV0A5StoreO0bA0C", "Core.Core.CoreStore.StoreCore"),
    ("SS", "String"), ("Sy", "StringProtocol"), ("$sSS5IndexV", "String.Index"), ("s5ErrorP", "Error"),
    ("SqsRi_zRi0_zrlE", "Optional"), ("4Core5StoreV3AppE", "Store"), ("4Core5StoreV@29a1bd42", "Store"),
    ("So8NSObjectC", "NSObject"), ("S", "S"), ("S9", "S9"), ("SSS", "SSS"),
    ("4Core10URLSessionV0B4TaskV", "URLSession.URLSessionTask"), ("4Core13my_core_ThingV", "my_core_Thing"),
    ("4Core003dxtV", "4Core003dxtV"), ("4CoreABV", "4CoreABV"), ("4Core", "4Core"),
    ("4Core0Z5StoreV", "4Core0Z5StoreV"),
    ("4Core99999999999999999999V", "4Core99999999999999999999V"), ("4CoreA", "4CoreA"), ("4Core0", "4Core0"), ("", ""),
  ]) func `types are named as in source code`(mangled: String, name: String) throws {
    let log: [Substring] = [
      "remark: Incremental compilation: Read dependency graph '/a/Core.build/primary.priors'",
      "remark: Incremental compilation: New definition: interface of type '\(mangled)' in A.swift",
    ]
    #expect(try #require(DriverRemarks(log: log).drivers.first).changes.map(\.definition.name) == [name])
  }

  @Test func `what was not recorded has no cost`() throws {
    let change = PrivateChange(
      of: ModuleID(package: "chain", name: "Core"), path: "Sources/Core/A.swift",
      remarks: try Self.remarks("native-private"), cpuSeconds: ["Feat": 2], total: nil)
    #expect(change.leakedCPUSeconds == nil)
  }

  @Test func `files of the same module are neighbours, and no leak`() {
    let words = [
      "Read dependency graph '/a/Core.build/primary.priors'", "Scheduling changed input {compile: A.o <= A.swift}",
      "Fingerprint changed for existing interface of top-level name 'f' in A.swift",
      "Fingerprint changed for existing interface of top-level name 'f' in A.swift",
      "Queuing because of dependencies discovered later:  {compile: B.o <= Sub/B.swift}",
    ]
    let remarks = DriverRemarks(log: words.map { "remark: Incremental compilation: \($0)"[...] })
    #expect(remarks.drivers.map { $0.changes.map(\.isNew) } == [[false]], "said twice")
    #expect(remarks.drivers.map { $0.compiled.map(\.reason) } == [[.changed, .otherFile]])
    let change = PrivateChange(
      of: ModuleID(package: "chain", name: "Core"), path: "Sources/Core/A.swift", remarks: remarks, cpuSeconds: [:],
      total: nil)
    #expect(change.declarations == ["f"] && change.neighbours.map(\.file) == ["B.swift"])
    #expect(change.dependents == [] && change.leakedCPUSeconds == 0)
  }

  @Test(arguments: [
    "", "remark: Incremental compilation: ", "remark: Incremental compilation: Traced: ",
    "remark: Incremental compilation: Read dependency graph '",
    "remark: Incremental compilation: New definition: type ''",
    "remark: Incremental compilation: Invalidated externally; will queue  {compile: <= }",
  ]) func `other words are passed over`(line: String) {
    _ = DriverRemarks(log: [
      "remark: Incremental compilation: Read dependency graph '/a/B.build/primary.priors'", line[...],
    ])
  }
}
