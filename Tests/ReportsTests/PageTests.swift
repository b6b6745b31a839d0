import CPageAssets
import Documents
import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Reports

struct PageTests {
  /// FIPS 180-4's own examples, and lengths around the end of a block.
  @Test(arguments: [
    ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="), ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
    ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="),
    (String(repeating: "a", count: 55), "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg="),
    (String(repeating: "a", count: 64), "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs="),
  ])
  func hashesAreThoseOfTheStandard(text: String, hash: String) {
    #expect(SHA256.digest(Array(text.utf8)).base64 == hash)
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func nothingRunsThatThePolicyDoesNotName() async throws {
    let page = Page(
      title: "</title><script>document.body.append('1')</script>", styles: [],
      body: HTML(
        file: PageAsset(
          "<p id=a style=\"color: red\" onclick=\"this.append('2')\">a</p>\n<script>byId('a').append('3')</script>")),
      data: ["data": #"{"name":"</script><script>byId('a').append('4')</script><!--<script>"}"#],
      scripts: [PageAsset("byId('a').click(); byId('a').append(stored('data').name.length);\n")]
    ).html
    let (found, messages) = try await Browser.open(page) { page in
      let found = try await page.run("return byId('a').textContent + getComputedStyle(byId('a')).color")
      try await page.call("Runtime.evaluate", ["expression": "0"])
      return (found, page.messages)
    }
    #expect(found == "a59rgb(31, 35, 40)")
    // The attribute, the handler, and the script in the body.
    #expect(messages.count == 3 && messages.allSatisfy { $0.contains("Content Security Policy") }, "\(messages)")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func theAddressHoldsWhatTheReaderChose() async throws {
    let script = PageAsset("address.onChange(() => document.body.append(address.get('a')));\n")
    let page = Page(title: "", styles: [], body: .empty, data: [:], scripts: [script]).html
    var look = Browser.Look()
    look.fragment = "#a=x%26y&b=1"
    let found = try await Browser.open(page, as: look) { page in
      try await page.run(
        """
        const before = address.get("a");
        address.set("a", "p=q#&");
        address.set("b", "");
        address.write();
        const link = location.hash;
        const moved = new Promise(done => addEventListener("hashchange", done));
        location.hash = "#a=other";
        await moved;
        return [before, link, document.body.textContent.trim().endsWith("other")].join(" ");
        """)
    }
    #expect(found == "x&y #a=p%3Dq%23%26 true")
  }
}

extension PageAsset {
  fileprivate init(_ text: StaticString) { self.init(bytes: text.utf8Start, count: text.utf8CodeUnitCount) }
}
