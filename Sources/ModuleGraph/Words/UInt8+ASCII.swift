/// The classes of bytes of ASCII text.
extension UInt8 {
  @inlinable package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  @inlinable package var isUpper: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  @inlinable package var isLetter: Bool { isUpper || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
