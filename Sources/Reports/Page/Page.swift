/// A self-contained page: no address is fetched, neither for a script nor for a style or a font.
///
/// Its parts are files in `Page/Assets`, which the compiler takes in as bytes.
struct Page {
  let title: String
  /// The order is that in which they apply.
  let styles: [[UInt8]]
  /// HTML.
  let body: [UInt8]
  /// JSON, which the scripts find in the element `data`.
  let data: String
  /// They run as one, in this order, when the body is there.
  let scripts: [[UInt8]]

  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'">
    <title>\(Markup.escaped(title))</title>
    <style>
    \(Self.text(styles))</style>
    </head>
    <body>
    \(Self.text([body]))<script type="application/json" id="data">\(Self.harmless(data))</script>
    <script>
    \(Self.text(scripts))</script>
    </body>
    </html>

    """
  }

  /// Files, each of which ends with a line's end.
  private static func text(_ files: [[UInt8]]) -> String {
    files.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  /// JSON in which nothing can end the element that it is in.
  private static func harmless(_ json: String) -> String {
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
