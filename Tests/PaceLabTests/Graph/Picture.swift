import PaceReport

/// What a picture of a graph shows, read from its SVG.
struct Picture {
  struct Point: Hashable {
    var x: Int
    var y: Int
  }

  struct Box {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int
    /// With where each line of text begins.
    var texts: [(text: String, x: Int, y: Int)] = []

    /// Whether a straight line goes through the inside.
    func isCrossed(_ a: Point, _ b: Point) -> Bool {
      max(a.x, b.x) > left && min(a.x, b.x) < right && max(a.y, b.y) > top && min(a.y, b.y) < bottom
    }

    func touches(_ point: Point) -> Bool {
      (left...right).contains(point.x) && (top...bottom).contains(point.y)
    }
  }

  let width: Int
  let height: Int
  private(set) var boxes: [Box] = []
  /// The corners of each edge's line, round corners as if they were sharp.
  private(set) var edges: [[Point]] = []

  init(_ svg: String) {
    let size = svg.firstMatch(of: /width="(\d+)" height="(\d+)"/)
    width = size.flatMap { Int($0.1) } ?? 0
    height = size.flatMap { Int($0.2) } ?? 0
    for line in svg.split(separator: "\n") {
      if let path = line.firstMatch(of: /edge" d="([^"]*)"/) {
        edges += path.1.split(separator: "M").map(Self.corners)
      }
      guard let rect = line.firstMatch(of: /<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/),
        let x = Int(rect.1), let y = Int(rect.2), let wide = Int(rect.3), let high = Int(rect.4)
      else { continue }
      var box = Box(left: x, top: y, right: x + wide, bottom: y + high)
      for text in line.matches(of: /<text [^>]*x="(\d+)" y="(\d+)">([^<]*)</) {
        box.texts.append((Self.plain(text.3), Int(text.1) ?? 0, Int(text.2) ?? 0))
      }
      boxes.append(box)
    }
  }

  private static func plain(_ text: Substring) -> String {
    String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&amp;", with: "&")
  }

  private static func corners(_ path: Substring) -> [Point] {
    let numbers = path.matches(of: /-?\d+/).compactMap { Int($0.0) }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
  }

  /// The straight pieces of an edge's line, with where the edge begins.
  private var pieces: [(from: Point, to: Point, start: Point)] {
    edges.flatMap { edge in zip(edge, edge.dropFirst()).map { ($0, $1, edge[0]) } }
  }

  /// Where lines cross that do not begin at the same place.
  var crossings: Set<Point> {
    let flat = pieces.filter { $0.from.y == $0.to.y }
    let steep = pieces.filter { $0.from.x == $0.to.x }
    var found: Set<Point> = []
    for a in flat {
      for b in steep where a.start != b.start {
        let point = Point(x: b.from.x, y: a.from.y)
        let (left, right) = (min(a.from.x, a.to.x), max(a.from.x, a.to.x))
        let (top, bottom) = (min(b.from.y, b.to.y), max(b.from.y, b.to.y))
        if left < point.x, point.x < right, top < point.y, point.y < bottom { found.insert(point) }
      }
    }
    return found
  }

  /// What is wrong with it, in words.
  var faults: [String] {
    var faults: [String] = []
    for edge in edges {
      for (a, b) in zip(edge, edge.dropFirst()) {
        if a.x != b.x, a.y != b.y { faults.append("a slanting line at \(a)") }
        for box in boxes where box.isCrossed(a, b) { faults.append("\(a) to \(b) behind \(box.texts)") }
      }
      for end in [edge.first, edge.last] {
        guard let end, boxes.contains(where: { $0.touches(end) }) else {
          faults.append("an end at no box: \(edge)")
          continue
        }
      }
      for point in edge where !(0...width).contains(point.x) || !(0...height).contains(point.y) {
        faults.append("outside the picture: \(point)")
      }
    }
    for (index, a) in boxes.enumerated() {
      for b in boxes.dropFirst(index + 1)
      where a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom {
        faults.append("\(a.texts) on \(b.texts)")
      }
      if a.left < 0 || a.right > width || a.top < 0 || a.bottom > height { faults.append("\(a) is cut") }
      for text in a.texts where !fits(text, a) { faults.append("\(text) leaves its box") }
    }
    return faults + lyingLines
  }

  /// Text of 11 pixels in a font of equal letters, each at most 0.61 of its height wide.
  private func fits(_ text: (text: String, x: Int, y: Int), _ box: Box) -> Bool {
    let columns = text.text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
    return text.x > box.left && Double(text.x) + Double(columns) * 11 * 0.61 < Double(box.right)
      && text.y - 9 > box.top && text.y + 3 < box.bottom
  }

  /// Lines that begin at different places and lie on each other.
  private var lyingLines: [String] {
    var faults: [String] = []
    let rows = Dictionary(grouping: pieces.filter { $0.from.y == $0.to.y }) { $0.from.y }
    let columns = Dictionary(grouping: pieces.filter { $0.from.x == $0.to.x }) { $0.from.x }
    for group in Array(rows.values) + Array(columns.values) {
      for (index, a) in group.enumerated() {
        for b in group.dropFirst(index + 1) where a.start != b.start {
          let (low, high) = (max(Self.low(a), Self.low(b)), min(Self.high(a), Self.high(b)))
          if low < high { faults.append("\(a) on \(b)") }
        }
      }
    }
    return faults
  }

  private static func low(_ piece: (from: Point, to: Point, start: Point)) -> Int {
    min(piece.from.x + piece.from.y, piece.to.x + piece.to.y)
  }

  private static func high(_ piece: (from: Point, to: Point, start: Point)) -> Int {
    max(piece.from.x + piece.from.y, piece.to.x + piece.to.y)
  }
}
