package import Foundation

/// An open page, read and used over the DevTools protocol: with real keys and clicks, and under its own policy, which does
/// not hold for the protocol's scripts.
package final class BrowserPage {
  private let send: ([UInt8]) async throws -> Void
  private let receive: () async throws -> [UInt8]?
  private var pending: [UInt8] = []
  private var session: String?
  private var lastID = 0
  /// What the browser said: messages in the console, errors, what the policy forbade.
  package private(set) var messages: [String] = []
  private var events: Set<String> = []

  /// - Parameter receive: the next bytes of the browser's answers; `nil` where it has ended.
  init(send: @escaping ([UInt8]) async throws -> Void, receive: @escaping () async throws -> [UInt8]?) {
    (self.send, self.receive) = (send, receive)
  }

  func open(_ address: String, as look: Browser.Look) async throws {
    let target = try await call("Target.createTarget", ["url": "about:blank"])["targetId"] ?? ""
    session = try await call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] as? String
    for domain in ["Page", "Runtime", "Log"] { try await call("\(domain).enable") }
    try await call(
      "Emulation.setDeviceMetricsOverride",
      ["width": look.width, "height": look.height, "deviceScaleFactor": 1, "mobile": look.width < 600])
    let scheme = ["name": "prefers-color-scheme", "value": look.isDark ? "dark" : "light"]
    try await call("Emulation.setEmulatedMedia", ["media": "", "features": [scheme]])
    try await visit(address)
    guard look.isPrinted else { return }
    // A page is printed after it was shown, and is told so.
    try await call("Emulation.setEmulatedMedia", ["media": "print", "features": [scheme]])
    _ = try await run("dispatchEvent(new Event('beforeprint'))")
  }

  /// Goes to an address and waits until the page has loaded.
  private func visit(_ address: String) async throws {
    events = []
    try await call("Page.navigate", ["url": address])
    while !events.contains("Page.loadEventFired") { try await take() }
  }

  func close() async throws {
    session = nil
    try await call("Browser.close")
    while try await receive() != nil {}
  }

  /// Runs the body of an asynchronous function in the page, and gives what it returned as text.
  package func run(_ actions: String) async throws -> String {
    let answer = try await call(
      "Runtime.evaluate",
      ["expression": "(async () => String(await (async () => { \(actions) })()))()", "awaitPromise": true])
    if let details = answer["exceptionDetails"] as? [String: Any] {
      throw BrowserError(([Self.words(details)] + messages).joined(separator: "\n"))
    }
    return (answer["result"] as? [String: Any])?["value"] as? String ?? "no result"
  }

  /// Presses and releases a key: `Tab`, `ArrowDown`, `a`.
  package func press(_ key: String, shift: Bool = false) async throws {
    let codes = [
      "Tab": 9, "Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
      "Home": 36, "End": 35,
    ]
    var event: [String: Any] = ["key": key, "code": key, "modifiers": shift ? 8 : 0]
    event["windowsVirtualKeyCode"] = codes[key] ?? key.uppercased().utf8.first.map(Int.init)
    if key.count == 1 { event["text"] = key }
    if key == "Enter" { event["text"] = "\r" }
    try await call("Input.dispatchKeyEvent", event.merging(["type": "keyDown"]) { $1 })
    event["text"] = nil
    try await call("Input.dispatchKeyEvent", event.merging(["type": "keyUp"]) { $1 })
  }

  /// Clicks at a place in the window, in pixels.
  package func click(x: Double, y: Double) async throws {
    for type in ["mouseMoved", "mousePressed", "mouseReleased"] {
      try await mouse(type, x: x, y: y, pressed: type != "mouseMoved")
    }
  }

  /// Presses the mouse at one place and releases it at another.
  package func drag(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) async throws {
    try await mouse("mouseMoved", x: start.x, y: start.y, pressed: false)
    try await mouse("mousePressed", x: start.x, y: start.y, pressed: true)
    try await mouse("mouseMoved", x: end.x, y: end.y, pressed: true)
    try await mouse("mouseReleased", x: end.x, y: end.y, pressed: true)
  }

  private func mouse(_ type: String, x: Double, y: Double, pressed: Bool) async throws {
    try await call(
      "Input.dispatchMouseEvent",
      [
        "type": type, "x": x, "y": y, "button": pressed ? "left" : "none", "buttons": pressed ? 1 : 0,
        "clickCount": pressed ? 1 : 0,
      ])
  }

  /// Moves fingers up or down the screen, by a number of pixels.
  package func swipe(_ fingers: [(x: Double, y: Double)], byY pixels: Double) async throws {
    func touch(_ type: String, _ fingers: [(x: Double, y: Double)], moved: Double = 0) async throws {
      let points: [[String: Double]] = fingers.enumerated().map { finger, start in
        ["x": start.x, "y": start.y + moved, "id": Double(finger)]
      }
      try await call("Input.dispatchTouchEvent", ["type": type, "touchPoints": points])
    }
    try await touch("touchStart", fingers)
    for step in 1...10 { try await touch("touchMove", fingers, moved: pixels * Double(step) / 10) }
    try await touch("touchEnd", [])
  }

  /// Turns the wheel at a place.
  package func wheel(x: Double, y: Double, by pixels: Double) async throws {
    try await call("Input.dispatchMouseEvent", ["type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": pixels])
  }

  /// What the window shows, as PNG.
  package func screenshot() async throws -> Data {
    let answer = try await call("Page.captureScreenshot", ["format": "png"])
    return Data(base64Encoded: answer["data"] as? String ?? "") ?? Data()
  }

  /// - Throws: what the browser said, if it said anything.
  package func expectSilence() async throws {
    // What was reported meanwhile stands before this answer.
    try await call("Runtime.evaluate", ["expression": "0"])
    if !messages.isEmpty { throw BrowserError(messages.joined(separator: "\n")) }
  }

  /// - Throws: `BrowserError` where the browser refuses.
  @discardableResult
  package func call(_ method: String, _ parameters: [String: Any] = [:]) async throws -> [String: Any] {
    lastID += 1
    let id = lastID
    var message: [String: Any] = ["id": id, "method": method, "params": parameters]
    message["sessionId"] = session
    try await send(Array(try JSONSerialization.data(withJSONObject: message)) + [0])
    while true {
      let answer = try await take()
      guard answer["id"] as? Int == id else { continue }
      if let error = answer["error"] as? [String: Any] { throw BrowserError("\(method): \(error["message"] ?? error)") }
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  /// The next message; each ends with a zero.
  @discardableResult
  private func take() async throws -> [String: Any] {
    var end = pending.firstIndex(of: 0)
    while end == nil {
      guard let bytes = try await receive() else { throw BrowserError("the browser ended") }
      end = bytes.firstIndex(of: 0).map { $0 + pending.count }
      pending += bytes
    }
    let message = Data(pending[..<(end ?? 0)])
    pending.removeFirst((end ?? 0) + 1)
    let answer = try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
    if let method = answer["method"] as? String { note(method, answer["params"] as? [String: Any] ?? [:]) }
    return answer
  }

  private func note(_ event: String, _ parameters: [String: Any]) {
    events.insert(event)
    switch event {
    case "Runtime.exceptionThrown":
      messages.append(Self.words(parameters["exceptionDetails"] as? [String: Any] ?? [:]))
    case "Runtime.consoleAPICalled":
      let values = (parameters["args"] as? [[String: Any]] ?? []).map { "\($0["value"] ?? $0["description"] ?? "")" }
      messages.append(values.joined(separator: " "))
    case "Log.entryAdded":
      let entry = parameters["entry"] as? [String: Any] ?? [:]
      messages.append("\(entry["source"] ?? ""): \(entry["text"] ?? "")")
    default: break
    }
  }

  private static func words(_ details: [String: Any]) -> String {
    let exception = details["exception"] as? [String: Any]
    return "\(exception?["description"] ?? details["text"] ?? details)"
  }
}

/// What the browser refused or complained of.
package struct BrowserError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
