enum Palette {
  typealias Paint = GraphPicture.Paint

  /// For nodes without a colour of their own.
  static let neutral = Paint(fill: "#ffffff", stroke: "#57606a")

  /// For nodes without a figure among others with one.
  static let absent = Paint(fill: "#d8dee4", stroke: "#6e7781")

  /// Added, removed, moved and unchanged nodes in the picture of a difference.
  static let added = Paint(fill: "#dafbe1", stroke: "#1a7f37")
  static let removed = Paint(fill: "#ffebe9", stroke: "#cf222e")
  static let moved = Paint(fill: "#fff8c5", stroke: "#9a6700")
  static let context = Paint(fill: "#f6f8fa", stroke: "#8c959f")

  /// The two ends of an answer.
  static let start = Paint(fill: "#ddf4ff", stroke: "#0969da")
  static let end = Paint(fill: "#fff1e5", stroke: "#bc4c00")

  /// Eight colours that can be distinguished with most kinds of colour blindness (Okabe and Ito, 2008), each with a
  /// tint.
  static func category(_ index: Int) -> Paint { categories[index % categories.count] }

  private static let categories = [
    Paint(fill: "#fdebcc", stroke: "#e69f00"), Paint(fill: "#d9eefb", stroke: "#56b4e9"),
    Paint(fill: "#ccece2", stroke: "#009e73"), Paint(fill: "#f5e0eb", stroke: "#cc79a7"),
    Paint(fill: "#cce3f0", stroke: "#0072b2"), Paint(fill: "#f7dfcc", stroke: "#d55e00"),
    Paint(fill: "#fbf7c9", stroke: "#c7b800"), Paint(fill: "#e3e3e3", stroke: "#777777"),
  ]

  /// From low to high: ColorBrewer's YlGnBu without its dark end, so that dark text is legible on all of them.
  /// Lightness decreases evenly, which is visible with every kind of colour vision.
  static let sequence = [
    Paint(fill: "#ffffd9", stroke: "#8a8a3c"), Paint(fill: "#edf8b1", stroke: "#7a8a2b"),
    Paint(fill: "#c7e9b4", stroke: "#4f8a3a"), Paint(fill: "#7fcdbb", stroke: "#25766a"),
    Paint(fill: "#41b6c4", stroke: "#0d5c73"),
  ]

  static func edge(_ role: GraphPicture.Role) -> String {
    switch role {
    case .target: "#8c959f"
    case .product: "#4a86c5"
    case .plugin: "#bc4c00"
    case .embed: "#0f766e"
    case .againstLayers: "#d4660a"
    case .cycle: "#8250df"
    case .removed, .critical, .violation: "#cf222e"
    case .changed: "#0969da"
    case .added: "#1a7f37"
    case .shortest: "#24292f"
    }
  }
}
