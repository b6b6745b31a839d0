/// Classes of steps, by the first word of their commands.
package enum XcodeStepClass: String, CaseIterable, Sendable {
  case compile
  case emitModule
  case link
  case other

  /// - Parameter kind: the first word of a step's command, such as `CompileC`.
  package init(kind: String) {
    self = Self.classes[kind] ?? .other
  }

  private static let classes: [String: XcodeStepClass] = {
    let compile = [
      "CompileC", "SwiftCompile", "CompileSwift", "CompileSwiftSources", "SwiftCodeGeneration", "CompileMetalFile",
      "AnalyzeShallow", "Analyze", "ProcessPCH", "ProcessPCH++", "Precompile", "SwiftGeneratePch", "Assemble",
    ]
    let emit = ["SwiftEmitModule", "EmitSwiftModule", "MergeSwiftModule"]
    let link = ["Ld", "Libtool", "CreateUniversalBinary", "Lipo"]
    let all = compile.map { ($0, XcodeStepClass.compile) } + emit.map { ($0, .emitModule) } + link.map { ($0, .link) }
    return Dictionary(all) { first, _ in first }
  }()
}

extension XcodeStepClass {
  /// The kind of a step: the first word of its command.
  /// - Parameter command: the command, or the signature if there is none.
  static func kind(of command: ArraySlice<UInt8>) -> String {
    if command.starts(with: "eyJ".utf8) { return "(json)" }
    var word: [UInt8] = []
    var isEscaped = false
    var isColor = false
    for byte in command {
      if isColor {
        isColor = byte != UInt8(ascii: "m")
      } else if isEscaped {
        if byte != 0x20 { word.append(UInt8(ascii: "\\")) }
        word.append(byte)
        isEscaped = false
      } else if byte == 27 {
        isColor = true
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == 0x20 || (9...13).contains(byte) {
        if !word.isEmpty { break }
      } else {
        word.append(byte)
        if byte == UInt8(ascii: "/") { return "(path)" }
      }
      if word.count > longestWord { break }
    }
    return String(decoding: word, as: UTF8.self)
  }

  private static let longestWord = 120
}
