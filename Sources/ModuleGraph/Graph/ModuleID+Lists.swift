// Names and lists of names, coded as the strings that they are. What codes itself gets a decoder or an encoder of its
// own for each element, which takes several times as long as the element; lists of modules are most of a run.

extension KeyedDecodingContainer {
  package func decode(_ type: ModuleID.Type, forKey key: Key) throws -> ModuleID {
    if let text = try? decode(String.self, forKey: key), let id = ModuleID(text) { return id }
    return try decodeItself(type, forKey: key)
  }

  package func decode(_ type: [String].Type, forKey key: Key) throws -> [String] {
    try names(forKey: key) { $0 } ?? decodeItself(type, forKey: key)
  }

  package func decode(_ type: [ModuleID].Type, forKey key: Key) throws -> [ModuleID] {
    try names(forKey: key) { ModuleID($0) } ?? decodeItself(type, forKey: key)
  }

  package func decodeIfPresent(_ type: [String].Type, forKey key: Key) throws -> [String]? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decode(type, forKey: key)
  }

  package func decodeIfPresent(_ type: [ModuleID].Type, forKey key: Key) throws -> [ModuleID]? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decode(type, forKey: key)
  }

  /// Decodes invalid names and lists again with the standard library's method, for its error. A generic type has no
  /// other method.
  private func decodeItself<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decode(type, forKey: key)
  }

  private func names<Name>(forKey key: Key, _ name: (String) -> Name?) -> [Name]? {
    guard var list = try? nestedUnkeyedContainer(forKey: key) else { return nil }
    var names: [Name] = []
    names.reserveCapacity(list.count ?? 0)
    while !list.isAtEnd {
      guard let text = try? list.decode(String.self), let name = name(text) else { return nil }
      names.append(name)
    }
    return names
  }
}

extension KeyedEncodingContainer {
  package mutating func encode(_ id: ModuleID, forKey key: Key) throws { try encode(id.description, forKey: key) }

  package mutating func encode(_ names: [String], forKey key: Key) throws {
    var list = nestedUnkeyedContainer(forKey: key)
    for name in names { try list.encode(name) }
  }

  package mutating func encode(_ ids: [ModuleID], forKey key: Key) throws {
    var list = nestedUnkeyedContainer(forKey: key)
    for id in ids { try list.encode(id.description) }
  }

  package mutating func encodeIfPresent(_ names: [String]?, forKey key: Key) throws {
    if let names { try encode(names, forKey: key) }
  }

  package mutating func encodeIfPresent(_ ids: [ModuleID]?, forKey key: Key) throws {
    if let ids { try encode(ids, forKey: key) }
  }
}
