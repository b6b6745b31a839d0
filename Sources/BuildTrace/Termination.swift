/// How a process ended.
package enum Termination: Equatable, Sendable {
  /// It returned from `main` or called `exit`, with a code from 0 to 255.
  case exited(code: Int)
  /// A signal ended it, with a number from 1 to 127.
  case signalled(number: Int)
}

extension Termination {
  /// Reads `exitCode` or `signal`; `nil` if neither is present.
  init?(_ record: JSONObject) throws(TraceError) {
    let code = try record.integer("exitCode", in: 0...255)
    let signal = try record.integer("signal", in: 1...127)
    switch (code, signal) {
    case (let code?, nil): self = .exited(code: code)
    case (nil, let signal?): self = .signalled(number: signal)
    case (nil, nil): return nil
    default: throw .invalid(key: "signal", expected: "absent if there is an \"exitCode\"")
    }
  }

  func append(to line: inout JSONLine) {
    switch self {
    case .exited(let code): line.append("exitCode", code)
    case .signalled(let number): line.append("signal", number)
    }
  }
}
