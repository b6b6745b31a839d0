import CPageAssets
import Documents
import ModuleGraph

/// A self-contained page: it loads no script, style, font or icon from elsewhere.
///
/// Its parts are files in `Page/Assets`, which the compiler embeds as bytes. Its policy names its one style and its one
/// script by their hashes, so that nothing else applies, neither a script in the data nor a `style` attribute in the
/// markup. Scripts set styles through the elements' `style` objects.
struct Page {
  let title: String
  /// Style sheets in addition to `page.css`, in the order in which they apply.
  let styles: [PageAsset]
  let body: HTML
  /// JSON by the id of its element, in which scripts find it (`stored(id)`).
  let data: KeyValuePairs<String, String>
  /// Scripts in addition to `page.js`. They run as one, in this order, after the body was parsed.
  let scripts: [PageAsset]

  var html: String {
    let style = Self.text([.page_css] + styles)
    let script = Self.text([.page_js] + scripts)
    let data = data.map { "<script type=\"application/json\" id=\"\($0)\">\(Self.harmless($1))</script>\n" }.joined()
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy(style: style, script: script))">
      <title>\(Markup.escaped(title))</title>
      <link rel="icon" href="data:,">
      <style>\(style)</style>
      </head>
      <body>
      \(body.markup)\(data)<script>\(script)</script>
      </body>
      </html>

      """
  }

  private static func policy(style: String, script: String) -> String {
    [
      "default-src 'none'", "style-src 'sha256-\(hash(style))'", "script-src 'sha256-\(hash(script))'",
      "img-src data:", "base-uri 'none'", "form-action 'none'",
    ].joined(separator: "; ")
  }

  private static func hash(_ text: String) -> String { SHA256.digest(Array(text.utf8)).base64 }

  /// The files joined to one text; each ends with a newline.
  private static func text(_ files: [PageAsset]) -> String { "\n" + files.map(\.text).joined(separator: "\n") }

  /// JSON that cannot end its script element.
  private static func harmless(_ json: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(json.utf8.count)
    for byte in json.utf8 {
      switch byte {
      case UInt8(ascii: "<"): result += Array("\\u003c".utf8)
      case UInt8(ascii: ">"): result += Array("\\u003e".utf8)
      case UInt8(ascii: "&"): result += Array("\\u0026".utf8)
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension PageAsset {
  var text: String { String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self) }
}

/// A part of a page, which several pages can contain beside other parts.
struct PagePart: Sendable {
  let styles: [PageAsset]
  let body: HTML
  /// The id of the element for its data, which is JSON.
  let dataID: String
  let data: String
  let scripts: [PageAsset]
}
