/// Appends more bytes to an array; false at the end.
public typealias ByteSource = (inout [UInt8]) throws(StoreError) -> Bool

/// Gives bytes that were read before, and then what a source gives.
///
/// - Parameter isAll: whether nothing comes after them.
func replaying(_ head: [UInt8], isAll: Bool, then read: @escaping ByteSource) -> ByteSource {
  var head: [UInt8]? = head
  return { (bytes: inout [UInt8]) throws(StoreError) -> Bool in
    guard let first = head else { return try read(&bytes) }
    bytes += first
    head = nil
    return !isAll
  }
}
