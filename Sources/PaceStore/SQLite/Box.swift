/// A box for a value that is changed in place, without the access checks of a class's own property.
@safe
final class Box<Value: ~Copyable> {
  private let start: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) {
    unsafe start = .allocate(capacity: 1)
    unsafe start.initialize(to: value)
  }

  deinit {
    unsafe start.deinitialize(count: 1)
    unsafe start.deallocate()
  }

  @inline(__always)
  var value: Value {
    _read { yield unsafe start.pointee }
    _modify { yield unsafe &start.pointee }
  }
}
