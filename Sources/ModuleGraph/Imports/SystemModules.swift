/// Modules that come with a toolchain or an SDK, and that manifests do not declare.
package enum SystemModules {
  /// Frameworks of Apple's platforms that apps import. A framework that is missing here shows up in the first build.
  package static let apple: Set<String> = [
    "ARKit", "AVFoundation", "AVKit", "Accelerate", "ActivityKit", "AppIntents", "AppKit", "AudioToolbox",
    "AuthenticationServices", "BackgroundTasks", "CarPlay", "Charts", "CloudKit", "Cocoa", "Combine", "Contacts",
    "ContactsUI", "CoreAudio", "CoreBluetooth", "CoreData", "CoreGraphics", "CoreHaptics", "CoreImage", "CoreLocation",
    "CoreML", "CoreMedia", "CoreMotion", "CoreServices", "CoreSpotlight", "CoreTelephony", "CoreText", "CoreVideo",
    "CryptoKit", "Darwin", "EventKit", "EventKitUI", "GameKit", "HealthKit", "HomeKit", "IOKit", "ImageIO", "Intents",
    "IntentsUI", "LinkPresentation", "LocalAuthentication", "MapKit", "MediaPlayer", "MessageUI", "Metal", "MetalKit",
    "MobileCoreServices", "NaturalLanguage", "Network", "NetworkExtension", "OSLog", "ObjectiveC", "PDFKit", "PassKit",
    "PencilKit", "Photos", "PhotosUI", "PushKit", "QuartzCore", "QuickLook", "RealityKit", "SafariServices",
    "SceneKit", "Security", "ServiceManagement", "Social", "Speech", "SpriteKit", "StoreKit", "SwiftData", "SwiftUI",
    "SystemConfiguration", "TipKit", "UIKit", "UniformTypeIdentifiers", "UserNotifications", "UserNotificationsUI",
    "Vision", "VisionKit", "WatchConnectivity", "WatchKit", "WebKit", "WidgetKit", "os",
  ]

  /// The modules that come with the toolchain on some platform.
  package static let toolchain: Set<String> = [
    "Android", "Bionic", "CRT", "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc", "Musl", "Observation",
    "PackageDescription", "PackagePlugin", "RegexBuilder", "Swift", "Synchronization", "System", "Testing", "WASILibc",
    "WinSDK", "XCTest", "_Concurrency", "_Differentiation", "_StringProcessing", "_Volatile", "ucrt",
  ]

  package static let all = apple.union(toolchain)

  /// Whether a platform has a module of a toolchain or SDK; `nil` if that is not certain.
  package static func isThere(_ module: String, on platform: String) -> Bool? {
    let isApple = applePlatforms.contains(platform)
    if module == "Darwin" { return isApple }
    if platform == "macos", notOnMacOS.contains(module) { return false }
    if apple.contains(module) { return isApple ? nil : false }
    if let owner = libraries[module] { return owner == platform }
    // Linux has one of the two, depending on the SDK.
    let isElsewhere = isApple || libraries.values.contains(platform)
    return ["Glibc", "Musl"].contains(module) && isElsewhere ? false : nil
  }

  private static let applePlatforms: Set<String> = [
    "driverkit", "ios", "maccatalyst", "macos", "tvos", "visionos", "watchos",
  ]

  private static let notOnMacOS: Set<String> = ["ARKit", "ActivityKit", "CarPlay", "UIKit", "WatchKit"]

  /// C library modules that exist on one platform.
  private static let libraries = [
    "Android": "android", "Bionic": "android", "CRT": "windows", "WASILibc": "wasi", "WinSDK": "windows",
    "ucrt": "windows",
  ]

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
