/// Modules that come with a toolchain or a system, so that no manifest declares them.
package enum SystemModules {
  /// Frameworks that apps import, and only Apple's platforms have. One that is missing here is found by the first build.
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

  /// What toolchains of any platform bring along.
  package static let toolchain: Set<String> = [
    "Android", "Bionic", "CRT", "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc", "Musl", "Observation",
    "PackageDescription", "PackagePlugin", "RegexBuilder", "Swift", "Synchronization", "System", "Testing", "WASILibc",
    "WinSDK", "XCTest", "_Concurrency", "_Differentiation", "_StringProcessing", "_Volatile", "ucrt",
  ]

  package static let all = apple.union(toolchain)

  /// Whether a platform has a module that toolchains or systems bring along; `nil` where that is not certain.
  package static func isThere(_ module: String, on platform: String) -> Bool? {
    let isApple = applePlatforms.contains(platform)
    if module == "Darwin" { return isApple }
    if apple.contains(module) { return isApple ? nil : false }
    if let owner = libraries[module] { return owner == platform }
    // Linux has one of the two; which one, the SDK decides.
    let isElsewhere = isApple || libraries.values.contains(platform)
    return ["Glibc", "Musl"].contains(module) && isElsewhere ? false : nil
  }

  private static let applePlatforms: Set<String> = [
    "driverkit", "ios", "maccatalyst", "macos", "tvos", "visionos", "watchos",
  ]

  /// The modules of C libraries that one platform has.
  private static let libraries = [
    "Android": "android", "Bionic": "android", "CRT": "windows", "WASILibc": "wasi", "WinSDK": "windows",
    "ucrt": "windows",
  ]

  /// Whether `os(NAME)` holds on a platform that conditions of manifests call so.
  package static func isPlatform(_ platform: String, named name: String) -> Bool {
    switch name {
    case "OSX": platform == "macos"
    case "iOS": platform == "ios" || platform == "maccatalyst"
    default: platform == name.lowercased()
    }
  }
}
