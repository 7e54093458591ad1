/// Many short lists in one array, so that reading one costs no counting of references.
struct Lists<Element: Sendable>: Sendable {
  private(set) var elements: [Element] = []
  private var ends: [Int] = []

  init() {}

  init(_ lists: [[Element]]) {
    for list in lists { append(list) }
  }

  mutating func append(_ list: [Element]) {
    elements.append(contentsOf: list)
    ends.append(elements.count)
  }

  /// The same lists with some elements left out.
  func filter(_ isKept: (Element) -> Bool) -> Lists {
    Lists(ends.indices.map { elements[self[$0]].filter(isKept) })
  }

  /// Where the elements of a list stand in `elements`.
  subscript(list: Int) -> Range<Int> { (list == 0 ? 0 : ends[list - 1])..<ends[list] }
}
