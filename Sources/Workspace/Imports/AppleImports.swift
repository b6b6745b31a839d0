package import ModuleGraph

/// Imports of frameworks that only Apple's platforms have, by which a module cannot be built elsewhere.
enum AppleImports {
  /// Frameworks that apps import. One that is missing here is found by the first build.
  static let frameworks: Set<Substring> = [
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

  /// The first such framework that a Swift source imports whatever the platform: not within `#if`, a comment or a text of
  /// several lines.
  /// - Parameter others: names that the workspace's own modules and products have.
  static func first(in source: String, besides others: Set<String>) -> Substring? {
    var depth = 0
    var isComment = false
    var isText = false
    for line in source.split(separator: "\n") {
      let line = line.drop { $0 == " " || $0 == "\t" }
      if isComment {
        isComment = !line.contains("*/")
        continue
      }
      if !line.ranges(of: "\"\"\"").count.isMultiple(of: 2) { isText.toggle() }
      if isText { continue }
      if line.hasPrefix("/*") { isComment = !line.contains("*/") }
      if line.hasPrefix("#if") { depth += 1 }
      if line.hasPrefix("#endif") { depth -= 1 }
      guard depth == 0, let module = importedModule(line), frameworks.contains(module) else { continue }
      if !others.contains(String(module)) { return module }
    }
    return nil
  }

  private static let words: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "struct", "class", "enum", "protocol", "func", "var",
    "let", "typealias",
  ]

  private static func importedModule(_ line: Substring) -> Substring? {
    // Few lines have the word; the others are passed over quickly.
    guard line.contains("import") else { return nil }
    var parts = line.split { $0 == " " || $0 == "\t" }.drop { $0.hasPrefix("@") || words.contains($0) }
    guard parts.popFirst() == "import" else { return nil }
    return parts.first { !words.contains($0) }?.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

extension LoadedWorkspace {
  /// For each module that imports what only Apple's platforms have, the first file that does.
  ///
  /// - Parameter modules: those that are looked into. A file that cannot be read tells nothing.
  /// - Complexity: O(bytes of their Swift sources) where there is no such import.
  package func appleImports(of modules: Set<ModuleID>) -> [ModuleID: MissingImport] {
    let own = Set(graph.modules.map(\.name)).union(graph.products.map(\.name))
    var found: [ModuleID: MissingImport] = [:]
    for (module, files) in sources where modules.contains(module) {
      for file in files where file.language == "swift" {
        guard let bytes = try? FileBytes.read("\(rootPath)/\(file.path)"),
          let framework = AppleImports.first(in: String(decoding: bytes, as: UTF8.self), besides: own)
        else { continue }
        found[module] = MissingImport(file: file.path.lastComponent, framework: String(framework))
        break
      }
    }
    return found
  }
}
