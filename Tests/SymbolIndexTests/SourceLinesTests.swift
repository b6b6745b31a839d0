import ModuleGraph
import Testing

@testable import SymbolIndex

struct SourceLinesTests {
  /// The column is that of the caret.
  @Test(
    arguments: [
      ("struct ^A {}", nil), ("public struct ^A {}", .public), ("  package static func ^f() {}", .package),
      ("private(set) var ^a = 1", nil), ("public private(set) var ^a = 1", .public), ("open class ^C {}", .open),
      ("@inlinable internal func ^f()", .internal), ("fileprivate let ^a: Int", .fileprivate),
      ("public let ^a = 1, b = 2", .public), ("let publicName = 1; var ^a", nil), ("@public func ^f()", nil),
    ] as [(String, AccessLevel?)])
  func `the access of a declaration is the word before it on its line`(line: String, access: AccessLevel?) throws {
    let column = try #require(line.utf8.firstIndex(of: UInt8(ascii: "^")))
    let lines = SourceLines(Array("import A\n\(line.replacing("^", with: ""))\n".utf8))
    let place = line.utf8.distance(from: line.startIndex, to: column) + 1
    #expect(lines.access(beforeLine: 2, column: place) == access)
    #expect(lines.access(beforeLine: 9, column: place) == nil)
  }

  @Test(
    arguments: [
      ("s:7NIOCore7ChannelP", "NIOCore"), ("s:SS", "Swift"), ("s:s8SendableP", "Swift"), ("c:@F@printf", nil),
      ("s:", nil),
      ("s:99A", nil), ("", nil),
    ] as [(String, String?)])
  func `a compiler's name begins with its module`(usr: String, module: String?) {
    #expect(ForeignModules.module(inUSR: usr) == module)
  }

  @Test func `a toolchain without the library is a clear error`() throws {
    let error = try #require(
      #expect(throws: IndexError.self) { try IndexLibrary(ofToolchain: "/no/toolchain") })
    #expect("\(error)".contains("/no/toolchain/lib/libIndexStore") && "\(error)".contains("--toolchain"))
  }
}
