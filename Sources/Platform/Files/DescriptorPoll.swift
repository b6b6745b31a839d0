#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// File descriptors that are polled together, in the order in which they were added.
package struct DescriptorPoll {
  private var entries: [pollfd] = []

  package init() {}

  /// - Parameter file: `nil` adds a placeholder that is never ready.
  package mutating func append(_ file: FileDescriptor?) {
    entries.append(pollfd(fd: file?.rawValue ?? -1, events: Int16(POLLIN), revents: 0))
  }

  package mutating func append(contentsOf others: DescriptorPoll) {
    entries += others.entries
  }

  package subscript(index: Int) -> FileDescriptor { FileDescriptor(rawValue: entries[index].fd) }

  /// Removes an entry; the indices of later ones decrease by one.
  package mutating func remove(at index: Int) { entries.remove(at: index) }

  /// Whether the last ``wait(milliseconds:)`` found data, an end of file or an error on this descriptor.
  package func isReady(_ index: Int) -> Bool { entries[index].revents != 0 }

  /// Waits until at least one descriptor is ready (`poll`).
  ///
  /// - Parameter milliseconds: the timeout; `nil` waits without one.
  /// - Returns: `false` if a signal interrupted the wait; then no descriptor is reported as ready.
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
