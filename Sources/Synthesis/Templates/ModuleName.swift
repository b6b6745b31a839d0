/// The names that SwiftPM and Swift accept for modules.
package enum ModuleName {
  /// Why a name cannot be that of a module, as a clause; `nil` if it can.
  package static func problem(of name: String) -> String? {
    if name.isEmpty { return "is empty" }
    if name.contains("/") || name.contains("\\") || name.contains("..") { return "is a path; give a name" }
    guard name.unicodeScalars.allSatisfy({ $0 == "_" || $0.isASCIILetterOrDigit }), name.first?.isNumber == false else {
      return "is no name of a module, which has letters, digits and underscores and begins with none of the digits"
    }
    if name.allSatisfy({ $0 == "_" }) { return "has no letter" }
    if name.utf8.count > longest { return "is longer than \(longest) characters" }
    return WorkspaceDescription.keywords.contains(name) ? "is a keyword of Swift" : nil
  }

  private static let longest = 100

  /// The name of a variable for a type: `home` for `Home`, `qrCode` for `QRCode`.
  static func variable(_ name: String) -> String {
    let capitals = name.prefix(while: \.isUppercase).count
    let count = capitals > 1 && capitals < name.count ? capitals - 1 : capitals
    return name.prefix(count).lowercased() + name.dropFirst(count)
  }

  /// The last words that all names have in common, if they are not all of one of them: `Feature` of `HomeFeature` and
  /// `CartFeature`; empty if there is none, or only one name.
  package static func commonSuffix(of names: [String]) -> String {
    guard names.count > 1, let first = names.first else { return "" }
    let starts = first.indices.filter { $0 > first.startIndex && first[$0].isUppercase }
    return starts.lazy.map { String(first[$0...]) }
      .first { suffix in names.allSatisfy { $0.count > suffix.count && $0.hasSuffix(suffix) } } ?? ""
  }
}
