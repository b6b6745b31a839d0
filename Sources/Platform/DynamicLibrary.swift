#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A library that is loaded at run time. It is never unloaded, so the addresses of its functions stay valid.
package struct DynamicLibrary {
  package struct LoadError: Error, Sendable {
    /// The loader's message.
    package let reason: String
  }

  private let handle: UnsafeMutableRawPointer

  /// - Parameter path: absolute.
  package init(at path: String) throws(LoadError) {
    guard let handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL) else {
      throw LoadError(reason: dlerror().map { String(cString: $0) } ?? "no reason is given")
    }
    self.handle = handle
  }

  /// The address of a function; `nil` if the library has no function of that name.
  package func address(of function: String) -> UnsafeMutableRawPointer? { dlsym(handle, function) }

  /// The file name extension of libraries on this system, without a period.
  package static var fileExtension: String {
    #if canImport(Darwin)
      "dylib"
    #else
      "so"
    #endif
  }
}
