/// Whole numbers in few characters, as `what-if-network.js` reads them: seven bits in a byte, the lowest first, with the
/// top bit in all bytes of a number but its last; as Base64.
///
/// Signs are folded into the lowest bit, so that small negative numbers are short, too (“ZigZag” in Protocol Buffers).
struct PackedNumbers {
  private var bytes: [UInt8] = []
  private var last = 0

  var text: String { Base64.text(bytes) }

  mutating func append(_ number: Int) {
    var rest = UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1))
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Each number as it is.
  static func plain(_ numbers: some Sequence<Int>) -> String {
    var packed = PackedNumbers()
    for number in numbers { packed.append(number) }
    return packed.text
  }

  /// Of each number, how much more it is than the one before.
  static func differences(_ numbers: some Sequence<Int>) -> String {
    var packed = PackedNumbers()
    for number in numbers {
      packed.append(number - packed.last)
      packed.last = number
    }
    return packed.text
  }
}
