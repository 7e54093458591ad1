/// Many short lists in one array, so that reading one costs no reference counting.
struct Lists<Element: Sendable>: Sendable {
  private(set) var elements: [Element] = []
  /// Where each list begins, then where the last one ends.
  private var starts = [0]

  init() {}

  init(_ lists: [[Element]]) {
    for list in lists { append(list) }
  }

  mutating func append(_ list: [Element]) {
    elements.append(contentsOf: list)
    starts.append(elements.count)
  }

  /// Where the elements of a list stand in `elements`.
  subscript(list: Int) -> Range<Int> { starts[list]..<starts[list + 1] }

  var count: Int { starts.count - 1 }
}

extension Lists {
  var indices: Range<Int> { 0..<count }
}
