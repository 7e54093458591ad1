/// The engine's raw memory. Every pointer lies behind these types, which check bounds in debug builds.

/// A fixed number of trivial values inside a `Store` or an `Arena`.
@safe
struct Cells<Element>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  fileprivate init(base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  subscript(index: Int) -> Element {
    @inline(__always) _read {
      assert(index >= 0 && index < count, "index out of range")
      yield unsafe base[index]
    }
    @inline(__always) nonmutating _modify {
      assert(index >= 0 && index < count, "index out of range")
      yield unsafe &base[index]
    }
  }

  var indices: Range<Int> { 0..<count }

  /// Puts the same value everywhere.
  func fill(_ value: Element) {
    for index in indices { unsafe base[index] = value }
  }
}

/// The memory of columns, which is freed with the last of them.
@safe
private final class Rows {
  let base: UnsafeMutablePointer<Int64>

  init(words: Int) { unsafe base = .allocate(capacity: words) }

  deinit { unsafe base.deallocate() }
}

/// Parallel rows of 64-bit values that grow at the end and are dropped from the front.
///
/// Indices count from the first value ever appended; those below `origin` have been dropped.
///
/// A copy of many rows shares their memory if they only grow. The original goes on appending there, behind the copy's
/// last row. The copy counts as full, so it gets memory of its own before it appends.
@safe
struct Column: @unchecked Sendable {
  struct Shape {
    /// How many values a row has.
    var lanes: Int
    /// Whether rows that stand never change, and none is removed alone or inserted.
    var onlyGrows = true
  }

  /// Copies of at least this many rows share their memory.
  private static let fewestShared = 64
  private static let leastRoom = 16

  private var rows: Unmanaged<Rows>
  /// The beginning of the memory of `rows`.
  private var base: UnsafeMutablePointer<Int64>
  /// How many rows the memory has room for, and so how far apart its lanes are.
  private var stride: Int
  /// How many rows it may hold: all that fit in its memory, but in another column's memory only those it took over.
  private var capacity: Int
  let shape: Shape
  private(set) var origin = 0
  private(set) var count = 0

  fileprivate init(_ shape: Shape) {
    self.shape = shape
    stride = Self.leastRoom
    capacity = stride
    let rows = Rows(words: stride * shape.lanes)
    unsafe base = rows.base
    unsafe self.rows = .passRetained(rows)
  }

  fileprivate func free() { unsafe rows.release() }

  private var lanes: Int { shape.lanes }

  /// Whether one more value needs `makeRoom` first.
  @inline(__always)
  var isFull: Bool { count &- origin == capacity }

  @inline(__always)
  func value(_ lane: Int, _ index: Int) -> Int64 {
    assert(lane < lanes && index >= origin && index < count, "index out of range")
    return unsafe base[lane &* stride &+ (index &- origin)]
  }

  /// The bytes of memory that it has taken.
  var bytes: Int { capacity * lanes * 8 }

  /// The instant at an index: lane 0.
  @inline(__always)
  func time(_ index: Int) -> Int64 {
    assert(index >= origin && index < count, "index out of range")
    return unsafe base[index &- origin]
  }

  /// The index of the first instant that is later than the one at an index; `end` if none before it is.
  ///
  /// The distance is doubled and then halved, because very many rows may have one instant.
  @inline(__always)
  func firstLater(than index: Int, before end: Int) -> Int {
    var (same, step) = (index, 1)
    while same &+ step < end, time(same &+ step) == time(index) {
      same &+= step
      step &*= 2
    }
    while step > 1 {
      step /= 2
      if same &+ step < end, time(same &+ step) == time(index) { same &+= step }
    }
    return same &+ 1
  }

  /// Appends a value to lane 0; the new row's other lanes are undefined until they are set.
  @inline(__always)
  mutating func append(_ value: Int64) {
    assert(!isFull, "no room")
    unsafe base[count &- origin] = value
    count &+= 1
  }

  /// Sets the newest value of another lane.
  @inline(__always)
  func setNewest(_ lane: Int, _ value: Int64) {
    assert(lane < lanes && count > origin, "nothing to set")
    unsafe base[lane &* stride &+ (count &- 1 &- origin)] = value
  }

  mutating func removeLast() {
    assert(count > origin && !shape.onlyGrows, "nothing to remove")
    count &-= 1
  }

  /// Inserts a value in lane 0, whose values stand in ascending order.
  mutating func insertSorted(_ value: Int64) {
    assert(!isFull && !shape.onlyGrows, "no room")
    let place = unsafe base + placeSorted(of: value)
    unsafe (place + 1).update(from: place, count: base + (count - origin) - place)
    unsafe place.pointee = value
    count += 1
  }

  /// Removes one of the values equal to this one from lane 0, whose values stand in ascending order.
  mutating func removeSorted(_ value: Int64) {
    assert(!shape.onlyGrows, "rows are only appended")
    let place = unsafe base + placeSorted(of: value)
    count -= 1
    assert(unsafe place <= base + (count - origin) && place.pointee == value, "nothing to remove")
    unsafe place.update(from: place + 1, count: base + (count - origin) - place)
  }

  /// How many values of lane 0, which stand in ascending order, are less than this one.
  private func placeSorted(of value: Int64) -> Int {
    var (low, high) = (0, count - origin)
    while low < high {
      let middle = (low + high) / 2
      if unsafe base[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func removeAll() {
    origin = 0
    count = 0
    ownMemory(atLeast: Self.leastRoom)
  }

  /// Drops what lies before an index; doubles the room if that frees less than half.
  mutating func makeRoom(keepingFrom first: Int) {
    let first = min(max(first, origin), count)
    let kept = count - first
    move(from: first, to: kept > capacity / 2 ? capacity * 2 : capacity)
  }

  private mutating func move(from first: Int, to room: Int) {
    let moved = Rows(words: room * lanes)
    for lane in 0..<lanes {
      let source = unsafe base + (lane * stride + (first - origin))
      unsafe (moved.base + lane * room).update(from: source, count: count - first)
    }
    take(moved, room: room)
    origin = first
  }

  /// Takes the values of another column of the same shape.
  ///
  /// The copy gets no spare room: only a full column drops rows, and a run that is copied at every row must drop some.
  fileprivate mutating func copy(_ other: Column) {
    let kept = other.count - other.origin
    origin = other.origin
    count = other.count
    if shape.onlyGrows, kept >= Self.fewestShared {
      unsafe take(other.rows.takeUnretainedValue(), room: other.stride)
      capacity = kept
      return
    }
    ownMemory(atLeast: other.capacity)
    if kept == 0 { return }
    for lane in 0..<lanes {
      unsafe (base + lane * stride).update(from: other.base + lane * other.stride, count: kept)
    }
  }

  /// Lets go of its memory and takes other memory.
  private mutating func take(_ other: Rows, room: Int) {
    unsafe rows.release()
    unsafe rows = .passRetained(other)
    unsafe base = other.base
    stride = room
    capacity = room
  }

  /// Makes sure that it alone has its memory, with room for so many rows; what they hold is undefined.
  private mutating func ownMemory(atLeast room: Int) {
    if stride < room || isShared() { return take(Rows(words: room * lanes), room: room) }
    capacity = stride
  }

  /// Whether another column has the same memory.
  private mutating func isShared() -> Bool {
    if stride < Self.fewestShared { return false }
    var owner = unsafe rows.takeRetainedValue()
    let isOnly = isKnownUniquelyReferenced(&owner)
    unsafe rows = .passRetained(owner)
    return !isOnly
  }
}

/// Hands out the cells of a store one after the other, or only measures how large the store has to be.
@safe
struct Carver {
  private let base: UnsafeMutableRawPointer
  private let isFilling: Bool
  private(set) var size = 0

  fileprivate init(_ base: UnsafeMutableRawPointer, isFilling: Bool) {
    unsafe self.base = base
    self.isFilling = isFilling
  }

  /// Finds out how many bytes `body` carves.
  static func measure(_ size: inout Int, _ body: (inout Carver) -> Void) {
    let nowhere = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
    var carver = unsafe Carver(nowhere, isFilling: false)
    body(&carver)
    unsafe nowhere.deallocate()
    size = carver.size
  }

  /// The next cells, which hold `first` in a store that is filled.
  mutating func cells<Element>(_ count: Int, _ first: Element) -> Cells<Element> {
    assert(_isPOD(Element.self), "only trivial values")
    let start = size
    size = (start + count * MemoryLayout<Element>.stride + 15) & ~15
    let cells = unsafe Cells(base: (base + start).assumingMemoryBound(to: Element.self), count: count)
    if isFilling { cells.fill(first) }
    return cells
  }
}

/// One block of memory, zero at first, and the columns that grow beside it.
@safe
final class Store: @unchecked Sendable {
  private let base: UnsafeMutableRawPointer
  let size: Int
  let columns: Cells<Column>

  /// A block of `size` bytes, and a column of each shape.
  init(size: Int, columns shapes: [Column.Shape]) {
    self.size = size
    unsafe base = .allocate(byteCount: max(size, 16), alignment: 16)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: max(size, 16))
    columns = unsafe Cells(base: .allocate(capacity: max(shapes.count, 1)), count: shapes.count)
    for (index, shape) in shapes.enumerated() { columns[index] = Column(shape) }
  }

  /// A copy that shares nothing.
  convenience init(copying other: Store) {
    self.init(size: other.size, columns: other.columns.indices.map { other.columns[$0].shape })
    copy(other)
  }

  /// Takes the contents of another store of the same shape.
  func copy(_ other: Store) {
    unsafe base.copyMemory(from: other.base, byteCount: size)
    for index in columns.indices { columns[index].copy(other.columns[index]) }
  }

  /// Takes the block of another store of the same size from an offset on, and empties the columns.
  func reset(to other: Store, from start: Int) {
    unsafe (base + start).copyMemory(from: other.base + start, byteCount: size - start)
    for index in columns.indices where columns[index].count > 0 { columns[index].removeAll() }
  }

  func carver(isFilling: Bool) -> Carver { unsafe Carver(base, isFilling: isFilling) }

  deinit {
    for index in columns.indices { columns[index].free() }
    columns.deallocate()
    unsafe base.deallocate()
  }
}

extension Cells {
  fileprivate func deallocate() { unsafe base.deallocate() }
}

/// Owns lists that never change and are read without reference counting; they last as long as the arena.
@safe
final class Arena: @unchecked Sendable {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []

  func cells<Element>(_ elements: [Element]) -> Cells<Element> {
    assert(_isPOD(Element.self), "only trivial values")
    let base = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
    for (index, element) in elements.enumerated() { unsafe (base + index).initialize(to: element) }
    unsafe blocks.append(UnsafeMutableRawPointer(base))
    return unsafe Cells(base: base, count: elements.count)
  }

  deinit {
    unsafe blocks.forEach { unsafe $0.deallocate() }
  }
}
