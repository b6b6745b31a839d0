// What `Platform` has on macOS only; its own check shows that this is its type.
import Platform

extension FileCloning {
  static func copy(_ source: String, to destination: String) throws(Errno) {}
}
