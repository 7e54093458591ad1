extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which `isPast` holds, or the end; it has to hold for all later ones.
  @inlinable
  package func partitioningIndex(where isPast: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isPast(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
