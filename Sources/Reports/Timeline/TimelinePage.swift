package import BuildAnalysis
import Documents

/// A page that stands by itself: no address is fetched, neither script nor style nor font.
///
/// The page holds `modgauge.timeline/1` as data; its script draws it with the browser's own means.
package enum TimelinePage {
  package static func html(_ timeline: Timeline, of subject: RecordedSubject) throws -> String {
    let data = try TimelineDocument(timeline, of: subject).json(.inline)
    let title = Markup.escaped("\(subject.workspace): build of \(subject.target)")
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
      script-src 'unsafe-inline'">
      <title>\(title)</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      \(body)
      <script type="application/json" id="data">\(harmless(data))</script>
      <script>
      \(script)
      </script>
      </body>
      </html>

      """
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

  private static let body = """
    <header>
    <h1 id="title"></h1>
    <p id="figures"></p>
    <p id="gaps" class="warning" role="alert" hidden></p>
    <ul id="conclusions"></ul>
    </header>
    <section aria-labelledby="phases-title">
    <h2 id="phases-title">Where the time went</h2>
    <div id="phases"></div>
    <p id="cpu" class="note"></p>
    </section>
    <section aria-labelledby="timeline-title">
    <h2 id="timeline-title">Modules over time</h2>
    <div class="controls">
    <label>Filter <input id="filter" type="search" placeholder="part of a name"></label>
    <label>Show <select id="show"><option value="all">all modules</option>
    <option value="critical">the critical path</option></select></label>
    <label>Order <select id="order">
    <option value="start">by start</option><option value="cpu">by CPU time</option>
    <option value="name">by name</option><option value="slack">by slack</option></select></label>
    <span id="legend"></span>
    </div>
    <div id="timeline"><div id="axis"></div><div id="rows"></div><p id="none" hidden>No module is called that.</p>
    <div id="load"></div></div>
    <p class="note">Point at a module: what depends on it is marked <b class="up">blue</b>, what it depends on \
    <b class="down">purple</b>; press it to see these alone. The red line is the critical path: the longest chain of work in which each piece had \
    to wait for the one before.</p>
    </section>
    <div class="columns">
    <section aria-labelledby="path-title"><h2 id="path-title">Critical path</h2><ol id="path"></ol></section>
    <section aria-labelledby="windows-title"><h2 id="windows-title">Idle cores</h2><ol id="windows"></ol></section>
    </div>
    <section aria-labelledby="table-title">
    <h2 id="table-title">Modules</h2>
    <div class="scroll"><table id="modules"><thead></thead><tbody></tbody></table></div>
    <p class="note" id="replay"></p>
    </section>
    <div id="tip" role="tooltip" hidden></div>
    """
}
