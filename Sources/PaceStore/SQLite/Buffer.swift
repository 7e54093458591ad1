internal import CSQLite

/// A growable list of plain values with one owner, so that no change has to check whether it is shared.
///
/// All rows of a log pass through such buffers.
@safe
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  private var start: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 16
    unsafe start = Self.room(for: capacity, in: nil)
  }

  deinit {
    unsafe pace_free_block(start)
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      check(index)
      return unsafe start[index]
    }
    set {
      check(index)
      unsafe start[index] = newValue
    }
  }

  mutating func append(_ elements: [Element]) { append(elements.span) }

  @inline(__always)
  mutating func append(_ elements: Span<Element>) {
    if count + elements.count > capacity { grow(to: count + elements.count) }
    unsafe elements.withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      unsafe (start + count).initialize(from: first, count: elements.count)
    }
    count += elements.count
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    unsafe (start + count).initialize(to: element)
    count += 1
  }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// All elements as they lie in memory.
  var bytes: [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: start, count: count * MemoryLayout<Element>.stride))
  }

  /// The elements in a range, as an array.
  subscript(range: Range<Int>) -> [Element] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "no such elements")
    return unsafe Array(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// Replaces the contents of `list` by the elements in a range.
  func copy(_ range: Range<Int>, to list: inout [Element]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "no such elements")
    if list.count == range.count {
      let source = unsafe start + range.lowerBound
      return unsafe list.withUnsafeMutableBufferPointer { list in
        unsafe list.baseAddress?.update(from: source, count: list.count)
      }
    }
    list.removeAll(keepingCapacity: true)
    unsafe list.append(contentsOf: UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// Lends all elements.
  @inline(__always)
  func withSpan<R>(_ body: (Span<Element>) -> R) -> R {
    body(unsafe UnsafeBufferPointer(start: start, count: count).span)
  }

  @inline(__always)
  private func check(_ index: Int) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such element")
  }

  private mutating func grow(to needed: Int) {
    capacity = max(needed, capacity * 2)
    unsafe start = Self.room(for: capacity, in: start)
  }

  /// The block enlarged to `capacity` elements, or a new one.
  private static func room(
    for capacity: Int, in block: UnsafeMutablePointer<Element>?
  ) -> UnsafeMutablePointer<Element> {
    unsafe pace_grow_block(block, capacity * MemoryLayout<Element>.stride)
      .assumingMemoryBound(to: Element.self)
  }
}
