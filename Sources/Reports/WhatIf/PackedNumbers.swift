import Documents

/// A compact encoding of integers, decoded by `what-if-network.js`: variable-length, with seven bits per byte, the
/// lowest first; the top bit is set in all bytes of a number except the last. The bytes are encoded as Base64.
///
/// The sign is the lowest bit, so that small negative numbers are short as well (“ZigZag” in Protocol Buffers).
struct PackedNumbers {
  private var bytes: [UInt8] = []
  private var last = 0

  var text: String { bytes.base64 }

  mutating func append(_ number: Int) {
    var rest = UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1))
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Encodes each number itself.
  static func plain(_ numbers: some Sequence<Int>) -> String {
    var packed = PackedNumbers()
    for number in numbers { packed.append(number) }
    return packed.text
  }

  /// Encodes the differences between consecutive numbers.
  static func differences(_ numbers: some Sequence<Int>) -> String {
    var packed = PackedNumbers()
    for number in numbers {
      packed.append(number - packed.last)
      packed.last = number
    }
    return packed.text
  }
}
