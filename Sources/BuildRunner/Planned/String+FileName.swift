import ModuleGraph

extension String {
  /// The name as a component of a path: characters that are difficult for file systems and users become `_`, and a hash
  /// distinguishes names that differ only in these.
  var fileName: String {
    let safe = String(map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_+.@".contains($0)) ? $0 : "_" })
    guard safe != self || hasPrefix(".") || utf8.count > 100 else { return self }
    return "_" + safe.prefix(60) + "-" + String(stableHash, radix: 16)
  }
}
