// What this project uses of macOS's `System` module, by its public documentation. Only types are checked; nothing runs.

@frozen public struct Errno: RawRepresentable, Error, Hashable {
  public let rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
  public static var interrupted: Errno { Errno(rawValue: 4) }
  public static var noSuchFileOrDirectory: Errno { Errno(rawValue: 2) }
  public static var noSuchProcess: Errno { Errno(rawValue: 3) }
  public static var resourceTemporarilyUnavailable: Errno { Errno(rawValue: 35) }
  public static var noSuchAddressOrDevice: Errno { Errno(rawValue: 6) }
  public static var noMemory: Errno { Errno(rawValue: 12) }
  public static var fileExists: Errno { Errno(rawValue: 17) }
  public static var invalidArgument: Errno { Errno(rawValue: 22) }
  public static var wouldBlock: Errno { Errno(rawValue: 35) }
}

@frozen public struct FilePath: Hashable, Sendable, ExpressibleByStringLiteral {
  public init(_ string: String) {}
  public init(stringLiteral: String) {}
  public var string: String { "" }
}

public enum CInterop {
  public typealias Mode = UInt16
}

@frozen public struct FilePermissions: OptionSet, Hashable, Sendable {
  public let rawValue: CInterop.Mode
  public init(rawValue: CInterop.Mode) { self.rawValue = rawValue }
  public static var ownerReadWrite: FilePermissions { FilePermissions(rawValue: 0o600) }
  public static var groupRead: FilePermissions { FilePermissions(rawValue: 0o040) }
  public static var otherRead: FilePermissions { FilePermissions(rawValue: 0o004) }
}

@frozen public struct FileDescriptor: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }

  @frozen public struct AccessMode: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    public static var readOnly: AccessMode { AccessMode(rawValue: 0) }
    public static var writeOnly: AccessMode { AccessMode(rawValue: 1) }
    public static var readWrite: AccessMode { AccessMode(rawValue: 2) }
  }

  @frozen public struct OpenOptions: OptionSet, Hashable, Sendable {
    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    public static var append: OpenOptions { OpenOptions(rawValue: 8) }
    public static var create: OpenOptions { OpenOptions(rawValue: 0x200) }
    public static var truncate: OpenOptions { OpenOptions(rawValue: 0x400) }
    public static var exclusiveCreate: OpenOptions { OpenOptions(rawValue: 0x800) }
    public static var nonBlocking: OpenOptions { OpenOptions(rawValue: 4) }
    public static var closeOnExec: OpenOptions { OpenOptions(rawValue: 0x100_0000) }
    public static var noFollow: OpenOptions { OpenOptions(rawValue: 0x100) }
  }

  public static var standardInput: FileDescriptor { FileDescriptor(rawValue: 0) }
  public static var standardOutput: FileDescriptor { FileDescriptor(rawValue: 1) }
  public static var standardError: FileDescriptor { FileDescriptor(rawValue: 2) }

  public static func open(
    _ path: FilePath, _ mode: AccessMode, options: OpenOptions = [], permissions: FilePermissions? = nil,
    retryOnInterrupt: Bool = true
  ) throws -> FileDescriptor { FileDescriptor(rawValue: 0) }
  public static func open(
    _ path: String, _ mode: AccessMode, options: OpenOptions = [], permissions: FilePermissions? = nil,
    retryOnInterrupt: Bool = true
  ) throws -> FileDescriptor { FileDescriptor(rawValue: 0) }
  public func close() throws {}
  public func closeAfter<Result>(_ body: () throws -> Result) throws -> Result { try body() }
  public func read(into buffer: UnsafeMutableRawBufferPointer, retryOnInterrupt: Bool = true) throws -> Int { 0 }
  public func write(_ buffer: UnsafeRawBufferPointer, retryOnInterrupt: Bool = true) throws -> Int { 0 }
  @discardableResult
  public func writeAll<Bytes: Sequence>(_ bytes: Bytes) throws -> Int where Bytes.Element == UInt8 { 0 }
}
