/// The program that a sampled process of a build runs.
package enum ObservedProgram: Equatable, Sendable {
  /// Not known yet.
  case notKnown
  /// A program that neither compiles nor links, such as a build tool. No event is recorded for it.
  case other
  case compiler(name: String, job: Job)

  /// - Parameters:
  ///   - commandLine: the words of the command line, beginning with the program's name, each followed by a zero byte;
  ///     empty while a program is being started.
  ///   - contents: returns the bytes of a file that is named in the words; see `Job`.
  /// - Complexity: O(*n*) in the length of the words of a compiler, O(1) for others.
  package init(commandLine: [UInt8], contents: (String) -> [UInt8]?) {
    guard let end = commandLine.firstIndex(of: 0) else {
      self = .notKnown
      return
    }
    let path = commandLine[..<end]
    let name = String(decoding: path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...], as: UTF8.self)
    guard Job.Kind.isKnown(program: name) else {
      self = .other
      return
    }
    let arguments = commandLine[(end + 1)...].split(separator: 0, omittingEmptySubsequences: false)
    // No word follows the last zero byte.
    self = .compiler(
      name: name,
      job: Job(
        program: name, arguments: arguments.dropLast().map { String(decoding: $0, as: UTF8.self) }, contents: contents))
  }
}
