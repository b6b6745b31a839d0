import ImportSyntax
import Testing

struct SwiftInterfaceTests {
  private static func interface(_ text: String) -> SwiftInterface { SwiftInterface(swift: Array(text.utf8)) }

  private static func changed(_ old: String, _ new: String) -> Set<String> {
    SwiftInterface.change(from: interface(old), to: interface(new)).names
  }

  @Test(arguments: [
    ("func f() { 1 }", "func f() { 2; if a { b() } }"),
    ("struct S { func f() { 1 } }", "struct S { func f() { 2 } }"),
    ("struct S { init() {} ; deinit { a } }", "struct S { init() { x = 1 } ; deinit { b } }"),
    ("var x: Int { 1 }", "var x: Int { 2 }"),
    ("var x: Int { get { 1 } set { a } }", "var x: Int { get { 2 } set { b } }"),
    ("var x = 1 { didSet { a } }", "var x = 1 { didSet { b } }"),
    ("subscript(i: Int) -> Int { 1 }", "subscript(i: Int) -> Int { 2 }"),
    ("subscript(i: Int) -> Int { get { 1 } set { a } }", "subscript(i: Int) -> Int { get { 2 } set { b } }"),
    ("var x: Int { @inlinable get { 1 } set { a } }", "var x: Int { @inlinable get { 2 } set { b } }"),
    ("let a = 1 // one", "/* two */ let a = 1"),
    ("func f(a: () -> Int = { 1 }) { 3 }", "func f(a: () -> Int = { 1 }) { 4 }"),
    ("class C { class func f() { 1 } }", "class C { class func f() { 2 } }"),
    ("extension S { var x: Int { 1 } }", "extension S { var x: Int { .init(2) } }"),
  ]) func `a change within a body is seen by nobody else`(old: String, new: String) {
    #expect(!Self.interface(new).isVisible(from: Self.interface(old)))
    #expect(Self.changed(old, new).isEmpty)
  }

  @Test(arguments: [
    ("func f() {}", "func f(a: Int) {}", ["f"]),
    ("func f() {}", "func f() {}\nprivate func g() {}", ["f", "g"]),
    ("func f() {}\nstruct S { }", "func f() {}\nstruct S { var a = 1 }", ["S"]),
    ("struct S { }\nstruct T { }", "struct S { }\nstruct T { func g() {} }", ["T"]),
    ("struct S { }\nfunc f() {}", "struct S: P { }\nfunc f() {}", ["f", "S"]),
    ("struct S { }", "struct S { }\nextension S { func g() {} }", ["S"]),
    ("struct S { }", "struct S { }\nprivate func g() {}", ["S", "g"]),
    ("var x = 1", "var x = 2", ["x"]),
    ("let x = { 1 }()", "let x = { 2 }()", ["x"]),
    ("func f(a: () -> Int = { 1 }) { 3 }", "func f(a: () -> Int = { 2 }) { 3 }", ["f"]),
    ("var x: Int { get { 1 } }", "var x: Int { get { 1 } set { } }", ["x"]),
    ("var x: Int { @inlinable get { 1 } }", "var x: Int { @inlinable get { 1 } set { } }", ["x"]),
    (
      "struct S { subscript(i: Int) -> Int { get { 1 } } }",
      "struct S { subscript(i: Int) -> Int { get { 1 } set { } } }",
      ["S"]
    ),
    ("enum E { case a }", "enum E { case a, b }", ["E"]),
    ("protocol P { func f() }", "protocol P { func f(); func g() }", ["P"]),
    ("struct S { struct T { } }", "struct S { struct T { }; struct U { } }", ["S"]),
    ("infix operator <+>", "infix operator <+>\nprivate func g() {}", ["<+>", "g"]),
    ("func <+> (a: A, b: A) -> A { a }", "func <+> (a: A, b: A) -> A { a }\nprivate func g() {}", ["<+>", "g"]),
    (
      "struct S { static func < (a: S, b: S) -> Bool { a } }",
      "struct S { static func < (a: S, b: S) -> Bool { a } }\nvar g = 1", ["S", "<", "g"]
    ),
    (
      "struct S { static func < (a: S, b: S) -> Bool { a } }",
      "struct S { static func < (a: S, b: S) -> Bool { a }; var b: A }", ["S", "<"]
    ),
    (
      "extension S { static prefix func ..<+(a: S) {} }", "extension S { static prefix func ..<+(a: S) {} }\nvar g = 1",
      ["S", "..<+", "g"]
    ),
  ]) func `a change outside of bodies changes names`(old: String, new: String, names: [String]) {
    #expect(Self.interface(new).isVisible(from: Self.interface(old)))
    #expect(Self.changed(old, new) == Set(names))
  }

  @Test func `a file that comes or goes changes all that it declares`() {
    let file = Self.interface("func f() {}\nstruct S { func g() {} }")
    #expect(SwiftInterface.change(from: nil, to: file).names == ["f", "S"])
    #expect(SwiftInterface.change(from: file, to: nil).names == ["f", "S"])
  }

  @Test(
    arguments: [
      ("extension S { func a() {} }", "extension S { func a() {}; private func b() {} }", ["S": ["a", "b"]]),
      ("extension S { func a() {} }", "extension S { func a(x: Int) {} }", ["S": ["a"]]),
      (
        "extension S { func a() {} }\nextension S { func b() {} }",
        "extension S { func a() {} }\nextension S { func b() {}; var c: Int { 1 } }", ["S": ["b", "c"]]
      ),
      (
        "extension S { func a() {} }", "extension S { func a() {}; init<T>(x: T) {}; subscript(x: Int) -> Int { x } }",
        ["S": ["a", "init", "subscript"]]
      ),
      ("extension S { func a() {} }", "extension S { func a() {}; static func < (a: S, b: S) {} }", ["S": ["a", "<"]]),
      (
        "extension S { class func a() {} }", "extension S { class func a() {}; class var b: Int { 1 } }",
        ["S": ["a", "b"]]
      ),
      ("extension [S] { func a() {} }", "extension [S] { func a() {}; func b() {} }", ["Array": ["a", "b"]]),
      ("extension R.S { func a() {} }", "extension R.S { func a() {}; func b() {} }", ["S": ["a", "b"]]),
      ("struct S { }\nextension S { func a() { 1 } }", "struct S { }\nextension S { func a() { 2 } }", [:]),
    ] as [(String, String, [String: Set<String>])])
  func `a change in an extension changes only its members`(old: String, new: String, members: [String: Set<String>]) {
    let change = SwiftInterface.change(from: Self.interface(old), to: Self.interface(new))
    #expect(change.members == members)
    #expect(change.names.isEmpty)
  }

  @Test func `an extension of a type in others belongs to the last one, and names the first one`() {
    let file = Self.interface("extension Q.R.S { func a() {} }")
    #expect(file.extensions.mapValues { $0.map(\.members) } == ["S": [["a"]]])
    #expect(file.types == ["Q": 0, "S": 0])
    #expect(Self.interface("extension Q.R.S { func a(b: B) {} }").carried == ["R.S": ["a": ["B"]]])
  }

  @Test func `what one extension uses does not count for the next`() {
    let file = Self.interface("extension A: P { }\nextension B { struct C {} }")
    #expect(file.extended == ["B"])
    #expect(file.lookedUp.isSuperset(of: ["A", "P"]) && !file.lookedUp.contains("B"))
    #expect(file.extensions.mapValues { $0.map(\.members) } == ["A": [[]], "B": [["C"]]])
  }

  @Test func `a directive before a closing brace belongs to what is in the braces`() {
    func interface(_ text: String) -> SwiftInterface { SwiftInterface(swift: Array(text.utf8)) { _ in true } }
    let (before, after) = ("var a = 1", "#if compiler(>=5)\nvar b = 1\n#endif")
    for (head, changed) in [("struct S", Set(["S"])), ("extension S", [])] {
      let states = [before, after].map { interface("\(head) {\n\($0)\n}\nfunc f() {}") }
      #expect(SwiftInterface.change(from: states[0], to: states[1]).names == changed)
    }
  }

  @Test func `imports name modules`() {
    let text = """
      @testable import A; public import struct B.C
      import D.E
      #if os(Windows)
      import F
      #endif
      func g() { h.import(I.self) }
      """
    let file = SwiftInterface(swift: Array(text.utf8)) { $0 == .query("os", argument: "Windows") ? false : nil }
    #expect(file.imports == ["A", "B", "D"])
  }

  @Test func `an import of a type declares none, and types in extensions of arrays have names`() {
    let file = Self.interface("import struct A.B\nstruct S { var a: Int { 1 } }\nextension [S] { struct I {} }")
    #expect(Set(file.types.keys) == ["S", "Array"] && file.nested.keys.map(\.path) == ["Array.I"])
    #expect(file.declaredTypes == ["S", "Array.I"])
  }

  @Test(
    arguments: [
      "extension S { private final class I { let i: A } }", "extension S.T { fileprivate enum I { case i(A) } }",
      "private extension S { struct I { let i: A } }", "private extension [S] { struct I { let i: A } }",
      "extension S { private(set) var a = 1; private struct I { let i: A } }",
      "struct S { private struct I { let i: A } }", "struct S { private enum J { struct I { let i: A } } }",
    ])
  func `no other file depends on a type in another one that it does not see`(old: String) {
    let (before, after) = (Self.interface(old), Self.interface(old.replacing("A", with: "B")))
    #expect(before.all != after.all)
    #expect(SwiftInterface.change(from: before, to: after).isEmpty)
    #expect(before.nested.keys.allSatisfy { $0.name != "I" } && before.carried.keys.allSatisfy { !$0.hasSuffix("I") })
    #expect(before.lookedUp.contains("A"))
  }

  @Test func `values consist of types that only their file sees`() {
    let old =
      "struct S { enum T { private struct I { let i: A }; private case i(I) }; private var t: T?; private struct J {} }"
    let (before, after) = (Self.interface(old), Self.interface(old.replacing("A", with: "B")))
    let change = SwiftInterface.change(from: before, to: after)
    #expect(change.names == [] && change.nested.map(\.path) == ["T.I"])
    #expect(before.stored == ["S": ["T"], "S.T": ["I"], "T.I": ["A"]])
    #expect(Set(before.nested.keys.map(\.path)) == ["S.T", "T.I"])
  }

  @Test(
    arguments: [
      ("extension S { private(set) var a = 1; struct I { let i: A } }", "S"),
      ("private import M\nextension S { struct I { let i: A } }", "S"),
      ("private extension T { }\nextension S { struct I { let i: A } }", "S"),
      ("extension S { private struct J {}; struct I { let i: A } }", "S"),
      ("extension S.T { struct I { private struct J {}; let i: A } }", "T"),
      ("struct S { struct I { let i: A } }", "S"), ("struct S { enum T { struct I { let i: A } } }", "T"),
    ])
  func `a type in another one changes alone`(old: String, parent: String) {
    let change = SwiftInterface.change(from: Self.interface(old), to: Self.interface(old.replacing("A", with: "B")))
    #expect(change.nested.map(\.path) == ["\(parent).I"])
    #expect(change.names == [] && change.members == [:])
    let head = SwiftInterface.change(
      from: Self.interface(old), to: Self.interface(old.replacing("struct I", with: "struct I: P")))
    #expect(!head.isEmpty && head.nested.allSatisfy { $0.name != "I" })
  }

  @Test func `declarations carry the types in their heads, and types those that they inherit from and store`() {
    let text = """
      struct S: P, Equatable where T: Q { let a: A; static let o = O(); func f(x: B) -> [C] { D() }; init(j: J) {} }
      extension S: R { var k: K { 1 } }
      enum E { case e(F), g }
      protocol L: _M { var n: N { get } }
      var h = H()
      func i() {}
      """
    let file = Self.interface(text)
    #expect(
      file.carried == [
        "S": ["a": ["A"], "o": ["O"], "f": ["B", "C"], "init": ["J"], "k": ["K"]], "E": ["e": ["F"]], "L": ["n": ["N"]],
        "": ["h": ["H"]],
      ])
    #expect(file.stored == ["S": ["A"], "E": ["F"], "L": ["N"]])
    #expect(file.heads == ["S": ["P", "Equatable", "R"], "L": ["_M"]])
    #expect(file.inherited == ["L": ["_M"]])
  }

  @Test func `values do not consist of what is static, whatever modifiers stand between`() {
    #expect(Self.interface("struct S { static private let a: A; private static let b: B }").stored == [:])
  }

  @Test(arguments: ["(A", "A /* B", "A ||", "os(", "(A ||\nB)"])
  func `tokens go on in the line after a condition`(condition: String) {
    #expect(Self.interface("#if \(condition)\nstruct S {}\n#endif").declaredTypes == ["S"])
  }

  @Test func `variables carry their property wrappers, and the functions that are called in their initial values`() {
    let file = Self.interface(
      "struct S { @W(min: 1) private var a = 1; func f() { g() }; var b = h(i: j()).k(L()) }\nlet c = { d() }()")
    #expect(file.carried == ["S": ["a": ["W"], "b": ["h", "j", "L"]], "": ["c": ["d"]]])
    #expect(file.stored == ["S": ["W", "h", "j", "L"]])
  }

  @Test func `what has a dot before it, and variables and labels of the file, are not looked up`() {
    let file = Self.interface("func f(a: A) { let b = c; a.d(e: b) { _ = G.H } + i }")
    #expect(file.lookedUp == ["func", "f", "A", "let", "c", "_", "H", "+", "i"] && file.extended == ["G"])
  }

  @Test(
    arguments: [
      ("#if os(Windows)\nimport B\n#endif", "#if os(Windows)\nimport C\n#endif", false),
      (
        "#if os(Windows)\nfunc a() {}\n#else\nfunc b() {}\n#endif", "#if os(Windows)\n#else\nfunc b() {}\n#endif", false
      ),
      ("#if os(Windows)\n#else\nfunc b() {}\n#endif", "#if os(Windows)\n#else\nfunc c() {}\n#endif", true),
      ("#if os(Windows)\n#endif\nfunc a() {}", "#if os(Windows) || os(macOS)\n#endif\nfunc a() {}", true),
      ("#if A\nfunc a() {}\n#endif", "#if A\nfunc b() {}\n#endif", true),
      ("func a() {}", "func a() {}\n#if os(Windows)\nfunc b() {}\n#endif", true),
      (
        "#if A\n#if os(Windows)\na\n#else\nb\n#endif\n#endif", "#if A\n#if os(Windows)\nc\n#else\nb\n#endif\n#endif",
        false
      ),
    ])
  func `inactive branches do not count, but conditions do`(old: String, new: String, isVisible: Bool) {
    func interface(_ text: String) -> SwiftInterface {
      SwiftInterface(swift: Array(text.utf8)) { condition in
        if case .query("os", let name) = condition { name == "Linux" } else { nil }
      }
    }
    #expect((interface(old).file != interface(new).file) == isVisible)
  }

  @Test func `names in interpolations are mentioned, and members and functions are accessed`() {
    let file = Self.interface(#"let text = "no \(a.b(c: "\(d)")) no" + e.f + g"#)
    #expect(file.mentioned == ["let", "text", "a", "b", "c", "d", "e", "f", "g", "+"])
    #expect(file.accessed == ["a", "b", "c", "d", "f"])
    #expect(Self.interface("let x: [Int]? = \"\"").implied == ["Array", "Optional", "String", "UnsafeMutablePointer"])
    #expect(Self.interface("let x = \"no \\\\(a)\"").mentioned == ["let", "x"])
    #expect(Self.interface(##"let x = #"\(a) \\#(b)"#"##).mentioned == ["let", "x", "b"])
  }

  @Test func `names are mentioned wherever they stand`() {
    #expect(
      Self.interface("func f() { a(b.c) } // d\nlet e = \"g\"").mentioned == ["func", "f", "a", "b", "c", "let", "e"])
  }

  @Test func `operators are mentioned where they are used, not the brackets of generic arguments`() {
    func operators(_ text: String) -> Set<String> {
      Self.interface(text).mentioned.filter { $0.first?.isLetter == false }
    }
    #expect(operators("func f(a: Array<Set<Int>>) -> [A] { a.b }") == [])
    #expect(operators("let a = b < c || d<+>e // + f") == ["<", "||", "<+>"])
    #expect(operators("for i in 0..<n { x += -i/* % */ }") == ["..<", "+=", "-"])
  }

  @Test(arguments: ["}", "{", "func", "struct {", "class func", "var x { get", "#if A\nstruct S {\n#endif", "((("])
  func `what does not compile is read to its end`(text: String) { _ = Self.interface(text) }

  @Test func `declared types have the names of those around them, and extended ones are none`() {
    let text = """
      struct Cart: Codable { enum Item { case a; class Node { class func make() {} ; class var none: Int { 1 } } } }
      extension Cart { actor Store {} }
      extension Array where Element == Cart { struct Slice<T> {} }
      func make() { struct Local {} }
      """
    #expect(
      Self.interface(text).declaredTypes == ["Cart", "Cart.Item", "Cart.Item.Node", "Cart.Store", "Array.Slice"])
  }
}

extension SwiftInterface {
  /// Whether other files could see the change from another state.
  fileprivate func isVisible(from old: SwiftInterface) -> Bool {
    file != old.file || types != old.types || extensions != old.extensions
  }
}
