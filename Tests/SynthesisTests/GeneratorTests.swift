import Testing

@testable import Synthesis

@Suite struct GeneratorTests {
  @Test func theSameDescriptionGivesTheSameBytes() throws {
    let first = try synthesize(example())
    #expect(try synthesize(example()) == first)
    #expect(first.count >= 10)
  }

  /// Would differ on a machine whose standard library hashes or formats in another way, or after a change of the generator.
  /// Change it on purpose only: every workspace that was synthesized before changes with it.
  @Test func theBytesAreTheSameEverywhere() throws {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for file in try synthesize(example()) {
      for byte in Array(file.path.utf8) + file.bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }
    #expect(String(hash, radix: 16) == "c7d3ed7b70fc63fd")
  }

  /// Of four protocols, each feature provides two and asks for the others, and the app puts all of them in.
  @Test func contractsAreDeclaredProvidedAskedForAndPutIn() throws {
    let files = try synthesize(example(hasContracts: true))
    func text(_ module: String) -> String { files.sources(of: module).map(\.text).joined() }
    let declared = text("Core").matches(of: #/public protocol (\w+(?:Service|ViewBuilder)):/#).map { String($0.1) }
    #expect(declared.count == 4 && declared.count { $0.hasSuffix("ViewBuilder") } == 1)
    for provider in ["NFC", "QR"] {
      let provided = declared.filter { text(provider).contains("struct \(provider)\($0): \($0) {") }
      #expect(provided.count == 2 && provided.allSatisfy { text("App").contains(" = \(provider)\($0)()") })
    }
    #expect(text("NFC").contains("struct NFCCoreServicesRequests") && text("App").contains("QRCoreServicesRequests("))
  }

  @Test func `contracts go in turn to all libraries that provide them, and each asks for those of the others`() {
    let providers = ["A", "B", "C"]
    let core = WorkspaceDescription.Module(name: "Core", kind: .library, lines: 300, contracts: [.service: 4])
    let others = providers.map {
      WorkspaceDescription.Module(
        name: $0, kind: .library, lines: 200, dependencies: ["Core"], provides: ["Core"])
    }
    var contracts = Contracts(WorkspaceDescription(name: "Three", modules: [core] + others))
    contracts.declare((1...4).map { Contract(name: "S\($0)", module: "Core", kind: .service) }, in: "Core")
    let provided = providers.map { contracts.provided(by: $0, of: "Core").map(\.name) }
    #expect(provided == [["S1", "S4"], ["S2"], ["S3"]])
    let requested = providers.map { contracts.requested(by: $0, of: "Core").map { $0.map(\.name) } }
    #expect(requested == [[["S2", "S3"]], [["S1", "S3", "S4"]], [["S1", "S2", "S4"]]])
    #expect(contracts.provided(by: "D", of: "Core").isEmpty)
  }

  @Test func anotherSeedChangesEveryModule() throws {
    let first = try synthesize(example(seed: 1))
    let second = try synthesize(example(seed: 2))
    for module in example().modules {
      #expect(!first.sources(of: module.name).isEmpty)
      #expect(first.sources(of: module.name) != second.sources(of: module.name), "\(module.name)")
    }
  }

  @Test func twoNamesGiveDifferentCode() throws {
    let files = try synthesize(
      WorkspaceDescription(
        name: "Two",
        modules: ["Alpha", "Gamma"].map { .init(name: $0, kind: .library, lines: 300) }))
    let alpha = files.sources(of: "Alpha").map { $0.text.split(separator: "Alpha").joined() }
    let gamma = files.sources(of: "Gamma").map { $0.text.split(separator: "Gamma").joined() }
    #expect(alpha.count == 2 && gamma.count == 2)
    #expect(alpha != gamma)
  }

  @Test func aModuleDoesNotChangeWithItsNeighbours() throws {
    let whole = try synthesize(example())
    let alone = try synthesize(WorkspaceDescription(name: "Alone", modules: [example().modules[0]]))
    #expect(!alone.sources(of: "Core").isEmpty)
    #expect(alone.sources(of: "Core") == whole.sources(of: "Core"))
  }

  @Test(arguments: WorkspaceDescription.Packages.allCases)
  func pathsAreSortedAndDifferAlsoWhereCaseIsIgnored(packages: WorkspaceDescription.Packages) throws {
    let paths = try synthesize(example(packages: packages)).map(\.path)
    #expect(paths == paths.sorted())
    #expect(Set(paths.map { $0.lowercased() }).count == paths.count)
  }

  @Test(arguments: [84, 150, 151, 999, 20_000])
  func aModuleHasAboutTheLinesAndExactlyTheFilesThatWereAskedFor(lines: Int) throws {
    let module = WorkspaceDescription.Module(name: "Sized", kind: .library, lines: lines)
    let sources = try synthesize(WorkspaceDescription(name: "W", modules: [module])).sources(of: "Sized")
    #expect(sources.count == max(1, lines / 150))
    let actual = sources.reduce(0) { $0 + $1.lineCount }
    #expect(abs(actual - lines) <= max(10, lines * 3 / 100), "\(actual) lines")
  }

  /// The smallest sizes that the validation lets through still hold what uses every dependency.
  @Test(arguments: WorkspaceDescription.Module.Kind.allCases)
  func theSmallestModuleOfAKindHasItsSize(kind: WorkspaceDescription.Module.Kind) throws {
    for count in [0, 1, 2, 40] {
      let libraries = (0..<count).map { WorkspaceDescription.Module(name: "L\($0)", kind: .library, lines: 90) }
      let fewest = WorkspaceDescription.Module(
        name: "Small", kind: kind, lines: 1, dependencies: libraries.map(\.name)
      ).fewestLines
      for seed in 1...20 as ClosedRange<UInt64> {
        let module = WorkspaceDescription.Module(
          name: "Small", kind: kind, lines: fewest + 10, files: 2, dependencies: libraries.map(\.name))
        let files = try synthesize(WorkspaceDescription(name: "W", seed: seed, modules: libraries + [module]))
        let actual = files.sources(of: "Small").reduce(0) { $0 + $1.lineCount }
        #expect(abs(actual - fewest - 10) <= 10, "\(kind) with \(count) dependencies, seed \(seed): \(actual)")
      }
    }
  }

  /// Each import is of a stated dependency, and each dependency's types are named: without it the module cannot compile.
  @Test(arguments: WorkspaceDescription.Packages.allCases)
  func everyDependencyIsImportedAndUsed(packages: WorkspaceDescription.Packages) throws {
    let description = example(packages: packages)
    let files = try synthesize(description)
    for module in description.modules {
      let text = files.sources(of: module.name).map(\.text).joined()
      let imports = Set(text.split(separator: "\n").filter { $0.hasPrefix("import ") }.map { String($0.dropFirst(7)) })
      #expect(imports.subtracting(["XCTest"]) == Set(module.dependencies), "\(module.name)")
      for dependency in module.dependencies {
        let publicTypes = publicTypes(in: files.sources(of: dependency))
        #expect(!publicTypes.isEmpty)
        #expect(
          publicTypes.contains { text.contains($0 + ".") || text.contains(": " + $0) }, "\(module.name) → \(dependency)"
        )
        guard module.kind == .library else { continue }
        let published = text.split(separator: "\n").filter { $0.contains("public let") }
        #expect(
          published.contains { line in publicTypes.contains { line.contains($0) } }, "\(module.name) → \(dependency)")
      }
    }
  }

  @Test func aThousandModulesAreFine() throws {
    let modules = (0..<1000).map { number in
      WorkspaceDescription.Module(
        name: "M\(number)", kind: .library, lines: 100, dependencies: number == 0 ? [] : ["M\(number - 1)"])
    }
    #expect(try synthesize(WorkspaceDescription(name: "Chain", modules: modules)).count == 1002)
  }

  private func publicTypes(in files: [SynthesizedFile]) -> [String] {
    files.flatMap { $0.text.split(separator: "\n") }.compactMap { line in
      let words = line.split { " :<".contains($0) }
      guard words.count > 2, words[0] == "public", words[1] == "struct" || words[1] == "enum" else { return nil }
      return String(words[2])
    }
  }
}
