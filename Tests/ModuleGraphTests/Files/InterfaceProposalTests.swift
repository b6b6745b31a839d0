import ModuleGraph
import Testing

@Suite struct InterfaceProposalTests {
  private typealias Declaration = FileSymbols.Declaration
  private typealias Use = FileSymbols.Use

  private func path(_ name: String) -> String { "Sources/Core/\(name).swift" }

  /// A protocol that mentions `Price`, whose file needs nothing; a protocol beside a store; and the store's files.
  private func files(priceAccess: AccessLevel = .public) -> [FileSymbols] {
    func type(_ name: String, _ kind: SymbolKind, line: Int = 1, _ access: AccessLevel = .public) -> Declaration {
      Declaration(usr: name, name: name, kind: kind, line: line, access: access)
    }
    return [
      FileSymbols(
        path: path("Paying"),
        declarations: [
          type("Paying", .protocol),
          Declaration(
            usr: "pay", name: "pay()", kind: .method, line: 2, access: .open, isRequirement: true, container: "Paying"),
        ],
        uses: [Use(usr: "Price", name: "Price", kind: .struct, line: 2, user: "pay")]),
      FileSymbols(path: path("Price"), declarations: [type("Price", .struct, priceAccess)]),
      FileSymbols(
        path: path("Storing"), declarations: [type("Storing", .protocol), type("Store", .class, line: 3)],
        uses: [Use(usr: "Helper", name: "Helper", kind: .struct, line: 4, user: "Store")]),
      FileSymbols(
        path: path("Helper"), declarations: [type("Helper", .struct, .internal)],
        uses: [Use(usr: "Price", name: "Price", kind: .struct, line: 9)]),
    ]
  }

  private func proposal(_ files: [FileSymbols], fixed: Set<String> = []) -> InterfaceProposal {
    let graph = FileGraph(module: ModuleID(package: "P", name: "Core"), folder: "Sources/Core", files)
    return InterfaceProposal(of: graph, files, fixed: fixed)
  }

  @Test func `protocols and the types that they mention move, and files that need more are to be split`() {
    let proposal = proposal(files())
    #expect(proposal.moved == [path("Paying"), path("Price")])
    #expect(proposal.declarations == ["Paying", "Price"])
    #expect(proposal.remainingUsers == [path("Helper")])
    #expect(proposal.left.map(\.file) == [path("Storing")])
    #expect(proposal.left.map(\.declarations) == [["Storing"]])
    #expect(proposal.left.map(\.reason) == [.needs("Helper", file: path("Helper"))])
  }

  @Test func `what other modules do not see stays, with what needs it`() {
    let hidden = proposal(files(priceAccess: .internal))
    #expect(hidden.moved.isEmpty)
    #expect(hidden.left.map(\.reason).contains(.hidden(["Price"])))
    let fixed = proposal(files(), fixed: [path("Price")])
    #expect(fixed.left.first { $0.file == path("Price") }?.reason == .resources)
  }

  @Test func `a user needs the interface alone if it uses nothing else`() {
    func needs(_ uses: [(String, Int)]) -> InterfaceProposal.UserNeeds {
      let uses = uses.map { Use(usr: $0.0, name: $0.0, kind: .struct, line: $0.1, module: "Core") }
      return proposal(files()).needs(of: [FileSymbols(path: "Sources/Home/Home.swift", uses: uses)])
    }
    #expect(needs([("Paying", 1), ("Price.rawValue", 2)]).others.isEmpty)
    let more = needs([("Paying", 1), ("Store", 7), ("Store", 3), ("unknown", 9)])
    #expect(more.others.map(\.declaration) == ["Store", "unknown"])
    #expect(more.others.first?.count == 2 && more.others.first?.location.line == 3)
  }
}
