import CZlib
import Foundation

/// Compression with zlib, which reduces records to about a tenth of their size.
enum Compression {
  /// - Returns: the length of the text in four bytes, followed by the deflated text.
  static func deflated(_ text: some Collection<UInt8>) -> Data {
    let source = Array(text)
    var length = compressBound(uLong(source.count))
    var packed = [UInt8](repeating: 0, count: Int(length))
    // The buffer is large enough for the worst case, so only a lack of memory could cause an error.
    _ = compress2(&packed, &length, source, uLong(source.count), 6)
    return withUnsafeBytes(of: UInt32(source.count).littleEndian) { Data($0) } + packed.prefix(Int(length))
  }

  /// - Throws: `HistoryError.Problem.damaged` if the bytes are invalid.
  static func inflated(_ packed: Data) throws -> [UInt8] {
    let bytes = Array(packed)
    guard bytes.count > 4 else { throw HistoryError.Problem.damaged("a record is too short") }
    let count = bytes[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
    // Deflate compresses by a factor of about 1,000 at most.
    guard count <= bytes.count * 1100 else { throw HistoryError.Problem.damaged("a record has an impossible length") }
    var text = [UInt8](repeating: 0, count: count)
    var length = uLong(count)
    let status = bytes.withUnsafeBufferPointer { source in
      uncompress(&text, &length, source.baseAddress.map { $0 + 4 }, uLong(bytes.count - 4))
    }
    guard status == Z_OK, length == count else { throw HistoryError.Problem.damaged("a record cannot be unpacked") }
    return text
  }
}
