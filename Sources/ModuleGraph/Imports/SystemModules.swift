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

  /// Whether `os(NAME)` holds on a platform that conditions of manifests call so.
  package static func isPlatform(_ platform: String, named name: String) -> Bool {
    switch name {
    case "OSX": platform == "macos"
    case "iOS": platform == "ios" || platform == "maccatalyst"
    default: platform == name.lowercased()
    }
  }
}
