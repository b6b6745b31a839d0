import Foundation

/// The objects of a `project.pbxproj`, which refer to one another by ids.
struct XcodeObjects {
  private let objects: [String: Any]
  /// The `PBXProject`.
  let project: XcodeObject

  /// Parses an old-style or XML property list.
  /// - Complexity: O(bytes).
  init(bytes: [UInt8]) throws(FileFailure) {
    // Binary ones may contain reference cycles, and Xcode does not write them.
    guard !bytes.starts(with: "bplist".utf8) else { throw FileFailure(reason: "it is a binary property list") }
    let list: Any
    do {
      list = try StandardErrorHold.during {
        try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
      }
    } catch {
      throw FileFailure(reason: Self.words(error, isXML: bytes.starts(with: "<".utf8)))
    }
    guard let root = list as? [String: Any], let objects = root["objects"] as? [String: Any],
      let id = root["rootObject"] as? String, let fields = objects[id] as? [String: Any]
    else { throw FileFailure(reason: "it is a property list, but not of an Xcode project") }
    self.objects = objects
    project = XcodeObject(id: id, fields: fields)
  }

  /// - Returns: `nil` if there is no such object, which Xcode tolerates.
  subscript(id: String?) -> XcodeObject? {
    guard let id, let fields = objects[id] as? [String: Any] else { return nil }
    return XcodeObject(id: id, fields: fields)
  }

  /// The objects in a list, in its order.
  func list(_ key: String, of object: XcodeObject) -> [XcodeObject] { object.list(key).compactMap { self[$0] } }

  /// The error message of the parser for the file's format. On Linux, that for old-style lists is part of a value's
  /// description: `… UserInfo={NSDebugDescription=Missing ';' on line 1}`.
  private static func words(_ error: any Error, isXML: Bool) -> String {
    let information = (error as NSError).userInfo
    var words = information["NSDebugDescription"] as? String
    if !isXML, let oldStyle = information["kCFPropertyListOldStyleParsingError"].map({ "\($0)" }),
      let start = oldStyle.firstRange(of: "NSDebugDescription=")?.upperBound
    {
      words = String(oldStyle[start...].dropLast())
    }
    return "it is not a property list" + (words.map { " (\($0))" } ?? "")
  }
}

/// One object of a project, with accessors for values of the expected type.
struct XcodeObject {
  let id: String
  private let fields: [String: Any]

  init(id: String, fields: [String: Any]) {
    self.id = id
    self.fields = fields
  }

  /// The class, as in `PBXNativeTarget`.
  var isa: String { text("isa") ?? "" }

  /// - Returns: `nil` for an empty text as well.
  func text(_ key: String) -> String? {
    guard let text = fields[key] as? String, !text.isEmpty else { return nil }
    return text
  }

  func list(_ key: String) -> [String] { (fields[key] as? [Any] ?? []).compactMap { $0 as? String } }

  /// The texts under a key; elements of a list are joined by a space.
  func fields(_ key: String) -> [String: String] {
    (fields[key] as? [String: Any] ?? [:]).compactMapValues { value in
      value as? String ?? (value as? [Any])?.compactMap { $0 as? String }.joined(separator: " ")
    }
  }
}
