import PaceStore

/// Gives the bytes of a text in chunks of a size.
func chunks(_ text: String, of size: Int = .max) -> ByteSource { chunks(Array(text.utf8), of: size) }

/// Gives bytes in chunks of a size.
func chunks(_ bytes: [UInt8], of size: Int) -> ByteSource {
  var rest = bytes[...]
  return { (buffer) throws(StoreError) in
    buffer += rest.prefix(size)
    rest = rest.dropFirst(size)
    return !rest.isEmpty
  }
}
