/// A self-contained page: no address is fetched, neither for a script nor for a style, a font or an icon.
///
/// Its parts are files in `Page/Assets`, which the compiler takes in as bytes. Its policy names the one style and the one
/// script by their hashes, so that nothing else runs: neither a script in the data nor a `style` attribute in the markup.
/// Scripts that set styles do so through the element's `style` object.
struct Page {
  let title: String
  /// Style sheets beyond `page.css`, in the order in which they apply.
  let styles: [[UInt8]]
  /// HTML.
  let body: [UInt8]
  /// JSON, by the ids of the elements in which scripts find it (`stored(id)`).
  let data: KeyValuePairs<String, String>
  /// Scripts beyond `page.js`. They run as one, in this order, when the body is there.
  let scripts: [[UInt8]]

  var html: String {
    let style = Self.text([PackageResources.page_css] + styles)
    let script = Self.text([PackageResources.page_js] + scripts)
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
      \(String(decoding: body, as: UTF8.self))\(data)<script>\(script)</script>
      </body>
      </html>

      """
  }

  private static func policy(style: String, script: String) -> String {
    [
      "default-src 'none'", "style-src 'sha256-\(SHA256.base64(style))'",
      "script-src 'sha256-\(SHA256.base64(script))'",
      "img-src data:", "base-uri 'none'", "form-action 'none'",
    ].joined(separator: "; ")
  }

  /// Files, each of which ends with a line's end.
  private static func text(_ files: [[UInt8]]) -> String {
    "\n" + files.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  /// JSON in which nothing can end the element that it is in.
  private static func harmless(_ json: String) -> String {
    guard json.utf8.contains(where: { "<>&".utf8.contains($0) }) else { return json }
    var result = ""
    for scalar in json.unicodeScalars {
      switch scalar {
      case "<": result += "\\u003c"
      case ">": result += "\\u003e"
      case "&": result += "\\u0026"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
