extension Unicode.Scalar {
  /// Whether it controls a terminal, or turns the direction in which the text around it is shown.
  var isSteering: Bool { isControl || turnsText }

  /// Whether it is in Unicode's category Cc, which is closed.
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// Whether it is a mark, embedding, override or isolate of Unicode's bidirectional algorithm (UAX #9, table 4).
  var turnsText: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
