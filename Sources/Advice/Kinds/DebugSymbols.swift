extension AdviceKind {
  static let debugSymbols = AdviceKind(
    "dsym-in-debug", "dSYM files in Debug",
    reason:
      "After each link, dsymutil copies the debugging information of the whole product into a file that a debugger on the "
      + "same machine does not need.",
    remedy: "Use DEBUG_INFORMATION_FORMAT = dwarf in Debug, unless crashes of such builds are symbolicated elsewhere."
  ) { facts, kind, _ in
    facts.findings(kind, "DEBUG_INFORMATION_FORMAT", "makes dSYM files") { target, configuration, value in
      // Static libraries have no dSYM.
      value == "dwarf-with-dsym" && configuration.isDebug
        && ![.aggregate, .legacy, .staticLibrary, .bundle].contains(target.kind)
    }
  }
}
