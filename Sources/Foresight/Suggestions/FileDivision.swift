import BuildAnalysis
import ModuleGraph

/// Ways to divide the files of a module into two parts of about the same size.
struct FileDivision {
  private let id: ModuleID
  private let structure: ProposedStructure
  /// By path.
  private let files: [(path: String, weight: Double)]
  private let isKnown: Bool

  init(_ id: ModuleID, in structure: ProposedStructure, _ costs: RoughCosts) {
    self.id = id
    self.structure = structure
    let places = structure.contents[id]?.files ?? []
    let known = places.compactMap { structure.files[$0.module]?[$0.index] }
    isKnown = known.count == places.count && !known.contains { $0.path.isEmpty }
    files = zip(known, places).map { ($0.path, costs.weight(of: $1)) }.sorted { $0.0 < $1.0 }
  }

  /// Parts of whole folders, otherwise halves; `nil` if the files are unknown or cannot be divided.
  var parts: (Suggestion.Division, [StructureChange.Part])? {
    guard isKnown, files.count > 1 else { return nil }
    return byFolder.map { (.folders, $0) } ?? (.halves, halves)
  }

  /// The minimum share of the weight in each part.
  private static let leastShare = 0.2

  /// The folders (files outside of folders count as one), divided so that the parts differ least: the largest ones
  /// first, each added to the smaller part. `nil` if there is only one folder, or if it contains nearly everything.
  private var byFolder: [StructureChange.Part]? {
    let folders = Dictionary(grouping: files) { file in
      file.path.firstIndex(of: "/").map { String(file.path[..<$0]) } ?? ""
    }
    guard folders.count > 1 else { return nil }
    let sizes = folders.mapValues { $0.reduce(0) { $0 + $1.weight } }
    let sorted = sizes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var parts: [(names: [String], weight: Double)] = [([], 0), ([], 0)]
    for (name, weight) in sorted {
      let smaller = parts[0].weight <= parts[1].weight ? 0 : 1
      parts[smaller].names.append(name)
      parts[smaller].weight += weight
    }
    let whole = parts[0].weight + parts[1].weight
    guard parts.allSatisfy({ $0.weight >= Self.leastShare * whole }) else { return nil }
    let names = newNames(parts.map { $0.names.first ?? "" })
    return zip(names, parts).map { name, part in
      StructureChange.Part(
        name: name,
        files: part.names.sorted().flatMap { folder in
          folder.isEmpty ? (folders[""] ?? []).map(\.path) : ["\(folder)/**"]
        })
    }
  }

  /// The files in the order of their paths, split where the parts differ least.
  private var halves: [StructureChange.Part] {
    let whole = files.reduce(0) { $0 + $1.weight }
    var (count, sum) = (0, 0.0)
    while count < files.count - 1, count == 0 || sum + files[count].weight / 2 < whole / 2 {
      sum += files[count].weight
      count += 1
    }
    let names = newNames(["", ""])
    return [
      .init(name: names[0], files: files[..<count].map(\.path)),
      .init(name: names[1], files: files[count...].map(\.path)),
    ]
  }

  /// Names made of the module's name and an ending, which no other module has yet. A module that has the ending already
  /// keeps its name for that part.
  private func newNames(_ endings: [String]) -> [String] {
    let taken = Set(structure.modules.keys.filter { $0 != id }.map(\.name))
    return endings.enumerated().map { index, ending in
      let letters = ending.filter { $0.isLetter || $0.isNumber }
      let wanted =
        [id.name.hasSuffix(letters) ? id.name : id.name + letters] + (1...100).map { "\(id.name)Part\(index + $0)" }
      return wanted.first { !taken.contains($0) && (!letters.isEmpty || $0 != id.name) } ?? id.name
    }
  }
}
