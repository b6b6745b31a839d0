/// The formats of an answer that is read by people, or by programs.
enum TextOrJSON: String, ResultFormat {
  case text, json

  static let standard = TextOrJSON.text

  var fileExtension: String { self == .text ? "txt" : rawValue }
}
