#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension UnsafeRawBufferPointer {
  /// How many times a byte occurs.
  package func count(of byte: UInt8) -> Int {
    guard var position = baseAddress else { return 0 }
    let end = position + count
    var found = 0
    while position < end, let next = memchr(position, Int32(byte), end - position) {
      found += 1
      position = UnsafeRawPointer(next) + 1
    }
    return found
  }
}
