import CZlib

/// The content of a gzip stream, as far as it can be decompressed.
package struct GzipStream: Sendable {
  /// Why decompression ended early.
  package enum Damage: Equatable, Sendable {
    /// The stream has no end: its writer was killed, or still writes.
    case truncated
    /// The bytes are not those that were compressed.
    case corrupt
    /// There is more than `mostBytes`.
    case tooLarge
  }

  package let content: [UInt8]
  package let damage: Damage?

  /// The largest content that is read, in bytes.
  package static let mostBytes = 2 << 30
  /// Deflate compresses by at most this factor.
  private static let largestFactor = 1032
  private static let leastCapacity = 1 << 16

  /// Whether bytes begin as a gzip stream does.
  package static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b]) }

  /// Decompresses a stream. What follows its end is ignored.
  /// - Parameter most: the largest content in bytes.
  /// - Complexity: O(content), in time and in memory.
  package init(_ packed: [UInt8], most: Int = mostBytes) {
    var inflater = Inflater(capacity: Self.capacity(packed, most: most), most: most)
    damage = packed.withUnsafeBufferPointer { inflater.inflate($0) }
    content = inflater.content
  }

  /// The size that the end of a stream states, if it is possible; a truncated one ends with anything.
  private static func capacity(_ packed: [UInt8], most: Int) -> Int {
    let stated = packed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let possible = min(most, packed.count.multipliedReportingOverflow(by: largestFactor).partialValue)
    return min(max(stated + 1, leastCapacity), max(possible, leastCapacity))
  }
}

private struct Inflater {
  private(set) var content: [UInt8]
  private let most: Int

  init(capacity: Int, most: Int) {
    content = []
    content.reserveCapacity(capacity)
    self.most = most
  }

  mutating func inflate(_ packed: UnsafeBufferPointer<UInt8>) -> GzipStream.Damage? {
    var stream = z_stream()
    // 32 more than the largest window: the header tells the format.
    guard inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return .corrupt
    }
    defer { inflateEnd(&stream) }
    stream.next_in = UnsafeMutablePointer(mutating: packed.baseAddress)
    stream.avail_in = uInt(clamping: packed.count)
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let status = chunk.withUnsafeMutableBufferPointer { buffer in
        stream.next_out = buffer.baseAddress
        stream.avail_out = uInt(buffer.count)
        return zlib_inflate(&stream)
      }
      let made = chunk.count - Int(stream.avail_out)
      guard content.count + made <= most else { return .tooLarge }
      content += chunk[..<made]
      switch status {
      case Z_STREAM_END: return nil
      case Z_OK where made > 0 || stream.avail_in > 0: continue
      case Z_OK, Z_BUF_ERROR: return .truncated
      default: return .corrupt
      }
    }
  }
}

/// Under a name that no method hides.
private func zlib_inflate(_ stream: inout z_stream) -> Int32 { inflate(&stream, Z_NO_FLUSH) }
