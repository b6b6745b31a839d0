/// What the program is called, and what it is for.
enum Program {
  static let name = "modgauge"
  static let question = "What is your Swift module graph, and what does it cost to build?"
  static let version = "0.1.0"
}
