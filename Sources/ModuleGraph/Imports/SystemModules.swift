/// Modules that come with a toolchain or an SDK, and that manifests do not declare.
package enum SystemModules {
  /// Frameworks of Apple's platforms that apps import. A framework that is missing here shows up in the first build.
  package static let apple = Set(frameworks.keys).union(["Darwin"])

  /// The modules that come with the toolchain on some platform.
  package static let toolchain: Set<String> = [
    "Android", "Bionic", "CRT", "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc", "Musl", "Observation",
    "PackageDescription", "PackagePlugin", "RegexBuilder", "Swift", "Synchronization", "System", "Testing", "WASILibc",
    "WinSDK", "XCTest", "_Concurrency", "_Differentiation", "_StringProcessing", "_Volatile", "ucrt",
  ]

  package static let all = apple.union(toolchain)

  /// Whether a module of that name is the system's: a plain word may be the name of a package's module as well.
  static func isDistinctive(_ module: String) -> Bool {
    all.contains(module) && (module.dropFirst().contains { $0.isUppercase } || wellKnown.contains(module))
  }

  private static let wellKnown: Set<String> = [
    "Cocoa", "Combine", "Darwin", "Dispatch", "Foundation", "Glibc", "Musl", "Swift", "os",
  ]

  /// Whether a platform has a module of a toolchain or SDK; `nil` if that is not certain.
  /// - Parameter withAnySDK: whether older SDKs count as well, which lack newer frameworks.
  package static func isThere(_ module: String, on platform: String, withAnySDK: Bool = false) -> Bool? {
    let isApple = applePlatforms.contains(platform)
    if module == "Darwin" { return isApple }
    if let platforms = frameworks[module] {
      guard isApple, platform != "driverkit" else { return false }
      if platforms.contains(platform) { return withAnySDK && !established.contains(module) ? nil : true }
      return missing[platform]?.contains(module) ?? false ? false : nil
    }
    if let owner = libraries[module] { return owner == platform }
    // Linux has one of the two, depending on the SDK.
    let isElsewhere = isApple || libraries.values.contains(platform)
    return ["Glibc", "Musl"].contains(module) && isElsewhere ? false : nil
  }

  private static let applePlatforms: Set<String> = [
    "driverkit", "ios", "maccatalyst", "macos", "tvos", "visionos", "watchos",
  ]

  /// C library modules that exist on one platform.
  private static let libraries = [
    "Android": "android", "Bionic": "android", "CRT": "windows", "WASILibc": "wasi", "WinSDK": "windows",
    "ucrt": "windows",
  ]

  /// Whether `targetEnvironment(NAME)` is true on a platform; `nil` if a build decides.
  static func isEnvironment(_ name: String, on platform: String) -> Bool? {
    switch name {
    case "macCatalyst": platform == "maccatalyst"
    case "simulator": ["ios", "tvos", "visionos", "watchos"].contains(platform) ? nil : false
    default: nil
    }
  }

  /// Whether `_runtime(NAME)` is true on a platform.
  static func isRuntime(_ name: String, on platform: String) -> Bool? {
    let isApple = applePlatforms.contains(platform)
    return switch name {
    case _ where platform == "driverkit": nil
    case "_ObjC": isApple
    case "_Native": !isApple
    default: nil
    }
  }

  /// Whether C compilers define a macro on a platform, given by its name in manifest conditions; `nil` if the platform
  /// does not decide.
  static func defines(_ macro: String, on platform: String) -> Bool? {
    switch macro {
    case "__APPLE__": applePlatforms.contains(platform)
    case "__linux__", "__linux": ["android", "linux"].contains(platform)
    case "__ANDROID__": platform == "android"
    case "__FreeBSD__": platform == "freebsd"
    case "__OpenBSD__": platform == "openbsd"
    case "__wasi__": platform == "wasi"
    case "_WIN32": platform == "windows"
    default: nil
    }
  }

  /// Whether `os(NAME)` is true on a platform, given by its name in manifest conditions.
  package static func isPlatform(_ platform: String, named name: String) -> Bool {
    switch name {
    case "OSX": platform == "macos"
    case "iOS": platform == "ios" || platform == "maccatalyst"
    default: platform == name.lowercased()
    }
  }
}
