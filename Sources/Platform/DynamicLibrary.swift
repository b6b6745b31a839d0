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

  /// - Parameter path: absolute, or a name that the system's loader searches.
  package init(at path: String) throws(LoadError) {
    guard let handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL) else {
      throw LoadError(reason: dlerror().map { String(cString: $0) } ?? "no reason is given")
    }
    self.handle = handle
  }

  /// The address of a function or variable of the library, or of one that it needs; `nil` if there is none of that name.
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

/// Looks up the functions of a library, to be called by the types of a C header.
package struct FunctionLoader {
  private let library: DynamicLibrary
  private let prefix: String
  /// The first name that the library lacks; `nil` if it has all.
  package private(set) var missing: String?

  /// - Parameter prefix: what all names start with.
  package init(_ library: DynamicLibrary, prefix: String = "") {
    self.library = library
    self.prefix = prefix
  }

  /// A function, or a pointer to a variable, of the type that the context expects; `nil` if the library lacks it.
  package mutating func find<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
    guard let address = library.address(of: prefix + name) else {
      if missing == nil { missing = prefix + name }
      return nil
    }
    return unsafeBitCast(address, to: type)
  }
}
