#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Descriptors that are waited for together, in the order in which they were added.
package struct DescriptorPoll {
  private var entries: [pollfd] = []

  package init() {}

  package var count: Int { entries.count }

  /// - Parameter file: `nil` for none: an entry that nothing ever happens to.
  package mutating func append(_ file: FileDescriptor?) {
    entries.append(pollfd(fd: file?.rawValue ?? -1, events: Int16(POLLIN), revents: 0))
  }

  package mutating func append(contentsOf others: DescriptorPoll) {
    entries += others.entries
  }

  package subscript(index: Int) -> FileDescriptor { FileDescriptor(rawValue: entries[index].fd) }

  package mutating func remove(at index: Int) { entries.remove(at: index) }

  /// Whether there was something to read, or an end, when it was last waited for.
  package func isReady(_ index: Int) -> Bool { entries[index].revents != 0 }

  /// Waits until any of them is ready.
  ///
  /// - Parameter milliseconds: how long at most; `nil` for as long as it takes.
  /// - Returns: `false` where a signal cut it short; then none counts as ready, whether or not it is.
  @discardableResult
  package mutating func wait(milliseconds: Int?) throws(Errno) -> Bool {
    let count = poll(&entries, nfds_t(entries.count), milliseconds.map { Int32(clamping: $0) } ?? -1)
    if count < 0 {
      for index in entries.indices { entries[index].revents = 0 }
      let error = Errno.last
      if error != .interrupted { throw error }
    }
    return count >= 0
  }
}
