import ImportSyntax
import Testing

@Suite struct SwiftTypeTests {
  /// `User(struct): id: Int; name: String`, a line for each type.
  private func found(_ text: String) -> [String] {
    SourceTypes(swift: Array(text.utf8)).types.map { type in
      let members = type.members.map { member in
        member.attributes.map { "@\($0) " }.joined() + (member.isConditional ? "#if " : "") + member.name
          + (member.type.map { $0.isEmpty ? "" : ": \($0)" } ?? ": ?") + (member.rawValue.map { " = \($0)" } ?? "")
      }
      return "\(type.name)(\(type.kind)): " + members.joined(separator: "; ")
    }
  }

  @Test func `stored properties have the types that are written`() {
    #expect(
      found(
        """
        public struct User: Codable, Sendable {
          public let id: Int, name: String
          public private(set) var tags: [ String : Set< Int > ]? = nil  // why
          var onChange: (@Sendable (User) async throws -> Void)?
          let pair: (a: Int, b: Foundation . URL)
          weak var owner: Owner?
          let view: any View
            & Sendable
          @Published var state: State = .idle(1, 2) { didSet { print("}") } }
          lazy var cache = Cache<Int, String>()
          let size = 1.5, count = -1, title = "x", on = true
        }
        """) == [
          "User(struct): id: Int; name: String; tags: [String:Set<Int>]?; "
            + "onChange: (@Sendable(User)async throws->Void)?; pair: (a:Int,b:Foundation.URL); owner: Owner?; "
            + "view: any View&Sendable; @Published state: State; cache: ?; size: Double; count: ?; title: String; on: Bool"
        ])
  }

  @Test func `what is computed, static or made by a runtime is not stored`() {
    #expect(
      found(
        """
        final class Box<Value: Sendable>: NSObject where Value: Equatable {
          static let shared = Box(), other = 1
          class var name: String { "x" }
          @NSManaged var managed: Int
          var twice: Int { 2 * one }
          var long: Int
          {
            get { 1 }
          }
          var observed: Int = 0 {
            @MainActor willSet { }
          }
          let one = 1
          init(a: Int = { 1 }(), b: () -> Void = {}) where Value: Hashable { let local = 2; self.a = local }
          func run<T>(_ x: T) -> [Int] { struct Local { let x: Int }; return [] }
          subscript(index: Int) -> Int { get { 1 } set { } }
          deinit { }
        }
        protocol P { var x: Int { get } }
        """) == ["Box(class): observed: Int; one: Int"])
  }

  @Test func `operators in initial values are no brackets of generic arguments`() {
    #expect(
      found(
        """
        struct A {
          static let most = 1 << 20, all = 200..<300
          enum B { case c }
        }
        struct D { let e = Set<Int>(), f = 1 }
        struct G {
          let h = 1
            + half
          let i = 1
        }
        """) == ["A.B(enum): c", "A(struct): ", "D(struct): e: ?; f: Int", "G(struct): h: ?; i: Int"])
  }

  @Test func `cases have their values and raw values, without standard values`() {
    #expect(
      found(
        """
        indirect enum Event: String {
          case a, b = "bee"
          case c(id: Int = max(1, 2), _ name: [String] = ["x", "y"]), open
          case d(
            Int,  // first
            Error?
          )
          case e = -1
          static let standard: Event = .a
          var words: String { switch self { case .a: "a"; default: "b" } }
        }
        """) == ["Event(enum): a; b = \"bee\"; c: (id:Int,_ name:[String]); open; d: (Int,Error?); e = -1"])
  }

  @Test func `types within types and extensions have whole names`() {
    #expect(
      found(
        """
        enum API { struct User { let id: Int; enum Kind { case a } } }
        extension API.User { struct Address<T> { let street: T } }
        extension Array where Element == Int { final class Cursor { var index: Int } }
        """) == [
          "API.User.Kind(enum): a", "API.User(struct): id: Int", "API(enum): ", "API.User.Address(struct): street: T",
          "Array.Cursor(class): index: Int",
        ])
  }

  @Test func `what a file keeps for itself, and what is in functions, is not found`() {
    #expect(
      found(
        """
        private struct A { let x: Int }
        fileprivate extension B { struct C { let x: Int } }
        public struct D { private struct E { let x: Int }; private let y: Int }
        func f() { struct G { let x: Int } }
        let closure = { struct H { let x: Int } }
        """) == ["D(struct): y: Int"])
  }

  @Test func `conditions are told, around types and within`() {
    let text = """
      #if DEBUG
      struct A { let x: Int }
      #else
      struct A {
        let x: Int
        #if os(Linux)
          let y: Int
        #endif
      }
      #endif
      """
    #expect(found(text) == ["A(struct): x: Int", "A(struct): x: Int; #if y: Int"])
    #expect(SourceTypes(swift: Array(text.utf8)).types.map(\.isConditional) == [true, true])
  }

  @Test func `places, parameters and names that stand for others are kept`() {
    let types = SourceTypes(
      swift: Array("typealias ID = Int\n\n  public struct `Box`<A, each B: P> { associatedtype C }".utf8))
    #expect(found("import class A.B\nimport enum shared.C; import D\nstruct E {}") == ["E(struct): "])
    #expect(types.aliases == ["ID", "C"])
    #expect(types.types.map { "\($0.name) \($0.line):\($0.column) \($0.parameters)" } == ["Box 3:17 [\"A\", \"B\"]"])
  }

  @Test(arguments: [
    "struct A {", "struct", "struct A { let", "enum E { case", "struct A { let x: ", "struct A { let x: (", "@",
    "class",
    "struct A<", "extension", "struct A { let x = ", "enum E { case a( }", "}}}}", "struct A { let s = \"\\(", "`",
    "struct A { var x: [ }", "#if\nstruct A { #endif",
  ])
  func `what is cut off is no type, and ends`(text: String) {
    #expect(found(text).count < 2)
  }

  @Test func `deep nesting ends`() {
    let deep = String(repeating: "struct A { ", count: 10_000)
    #expect(found(deep).isEmpty)
    #expect(found(String(repeating: "let a: ((((", count: 10_000)).isEmpty)
  }
}
