extension Sequence {
  /// In ascending order of a key; elements with equal keys keep their order.
  package func sorted(on key: (Element) -> some Comparable) -> [Element] {
    enumerated().map { (key: key($0.element), place: $0.offset, element: $0.element) }
      .sorted { ($0.key, $0.place) < ($1.key, $1.place) }.map { $0.element }
  }

  /// The elements by key, each group at the place of its first element.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    var places: [Key: Int] = [:]
    return reduce(into: []) { groups, element in
      let key = key(element)
      if let place = places[key] {
        groups[place].elements.append(element)
      } else {
        places[key] = groups.count
        groups.append((key, [element]))
      }
    }
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, at the place of the first of its equals.
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
