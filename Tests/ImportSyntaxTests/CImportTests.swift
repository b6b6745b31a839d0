import ImportSyntax
import Testing

@Suite struct CImportTests {
  @Test func everyFormIsRead() {
    let imports = scan(
      """
      #ifndef HEADER_H
      #define HEADER_H
      #include "a.h" // why
        #  import <B/B.h>
      /* comment */ #include <c.h>
      @import D.Sub;
      #include MACRO(x)
      #ifdef __linux__
      #include_next <e.h>
      #endif
      # \\
      include "joined.h"
      #endif
      """)
    #expect(imports.map(\.name) == ["a.h", "B/B.h", "c.h", "D.Sub", "MACRO", "e.h", "joined.h"])
    #expect(imports.map(\.form) == [.quoted, .angled, .angled, .module, .macro, .angled, .quoted])
    #expect(imports.map(\.line) == [3, 4, 5, 6, 7, 9, 12])
    #expect(imports.map(\.condition?.description) == [nil, nil, nil, nil, nil, "defined(__linux__)", nil])
  }

  @Test(arguments: [
    ("#if 0", "false"), ("#if __APPLE__ // why", "__APPLE__"), ("#ifndef A", "!defined(A)"),
    ("#if defined A && !defined(B)", "defined(A) && !defined(B)"),
    ("#if defined(A) || \\\n  (B && !C) /* why */", "defined(A) || (B && !C)"),
    ("#if __has_include(<a.h>) && A", "? && A"), ("#if A >= 5 || B", "A >= 5 || B"),
    ("#if !(A == 0x10)", "!(A == 16)"), ("#if 2UL<A", "A > 2"), ("#if 5", "true"), ("#if A == -1", "?"),
    ("#if A == B", "?"), ("#if A == 2 == B", "?"), ("#if A B", "?"), ("#if (A", "?"), ("#if", "?"),
    ("#if A + !B * 2", "?"), ("#if A + B * 2 || C", "? || C"), ("#ifdef", "?"),
    ("#if A\n#elif B\n#else", "!A && !B"), ("#ifdef A\n#elifndef B", "!defined(A) && !defined(B)"),
    ("#define X\n#ifndef GUARD\n#define GUARD", "!defined(GUARD)"), ("#ifndef A\n#define B", "!defined(A)"),
    ("#if " + String(repeating: "(", count: 1000), "?"),
  ])
  func `conditions are kept, as far as they can be read`(directives: String, condition: String) {
    #expect(scan("\(directives)\n#include <a.h>\n#endif\n").map(\.condition?.description) == [condition])
  }

  @Test(arguments: [
    "// #include \"no.h\"", "// joined \\\n#include \"no.h\"",
    "// joined \\\r\n#include \"no.h\"\r", "// joined \\ \t\r\n#include \"no.h\"\r", "// \\\n\\ \n#include \"no.h\"",
    "char *s = \"\\ \r\n#include <no.h>\";\r", "#define X \\ \n#include \"no.h\"", "// not joined \\ x",
    "/*\n#include \"no.h\"\n*/", "char *s = \"\\\n#include <no.h>\";",
    "auto s = R\"x(\n#include \"no.h\"\n)\" )x\";", "int i = 1'000'000;", "char c = '\"';", "wchar_t c = L'\"';",
    "int x = 1; #include \"no.h\"", "#define X \\\n#include \"no.h\"", "@important no;", "auto c = u8'\"';",
    "puts(FORMATTER\"x(\");", "auto s = u8R\"(\n#include \"no.h\"\n)\";",
  ])
  func nothingIsReadFromCommentsAndLiterals(text: String) {
    #expect(scan("\(text)\n#include \"yes.h\"\n").map(\.name) == ["yes.h"])
  }

  @Test func commentsAndOtherImportsMayStandOnTheLine() {
    let imports = scan(
      """
      \u{FEFF}#include "first.h"
      @import A; @import B.C; /* and */ @import D;
      #include "next.h"
      # /* why */ include /* why */ <e.h>
      #include \\
        "f.h"
      """)
    #expect(imports.map(\.name) == ["first.h", "A", "B.C", "D", "next.h", "e.h", "f.h"])
    #expect(imports.map(\.line) == [1, 2, 2, 2, 3, 4, 6])
    #expect(scan("@import A @import B;").map(\.name) == ["A"], "a semicolon ends an import")
  }

  @Test func `literals are skipped to their ends`() {
    let imports = scan(
      """
      char *s = "/*"; char *t = "\\"/*"; char c = '"';
      #include "a.h"
      @import A
      @import B;
      """)
    #expect(imports.map(\.name) == ["a.h", "A", "B"])
    #expect(imports.map(\.line) == [2, 3, 4])
  }

  @Test func `rare spellings are read`() {
    let imports = scan(
      """
      %:ifndef HEADER_H
      %:define HEADER_H
      %: include "a.h"
      @ import B.Sub; @ /* why */ import C;
      # pragma clang module import D.Sub /* why */
      #pragma clang module begin No
      #pragma once
      @ property (copy) id x; // @import No;
      id s = @"@import No;";
      @ important; @"#";
      %:endif
      """)
    #expect(imports.map(\.name) == ["a.h", "B.Sub", "C", "D.Sub"])
    #expect(imports.map(\.line) == [3, 4, 4, 5])
    #expect(imports.allSatisfy { $0.condition == nil })
  }

  @Test func macrosThatAFileChangesAreTold() {
    let source = Array(
      """
      #ifndef HEADER_H
      #define HEADER_H
      #define A
      # undef B
      #if !defined(C) && X
      #define C(x) x
      #endif
      #ifndef D
      #else
      #define D 2
      #endif
      #endif
      """.utf8
    ).withUnsafeBufferPointer { CSource($0) }
    #expect(source.changedMacros == ["A", "B", "D"])
    #expect(source.defaultMacros == ["C", "HEADER_H"])
  }

  private func scan(_ source: String) -> [CImport] {
    Array(source.utf8).withUnsafeBufferPointer { CSource($0).imports }
  }
}
