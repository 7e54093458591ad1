/// A line of formatted text before its columns are settled.
struct FormattedLine {
  /// Something that is aligned in a column: its offset in the code, and its column in the source.
  struct Column {
    var offset: Int
    var written: Int
  }

  struct Trailing {
    var text: [UInt8]
    var written: Int
  }

  var indent: Int
  var code: [UInt8] = []
  var isBlankBefore = false
  /// The label that ends a param's or an attribute's line.
  var label: Column?
  /// The first block that opens on the line.
  var brace: (offset: Int, owner: BlockOwner)?
  /// The items of that block, if they are on the line too.
  var items: [(offset: Int, name: [UInt8])] = []
  var trailing: Trailing?
  /// Whether the line begins where a line of the source does, so that the source's columns apply to it.
  var isOfSource = true
  /// Spaces between the code and the trailing comment.
  var gap = 2

  init(indent: Int) { self.indent = indent }

  var isEmpty: Bool { code.isEmpty && trailing == nil }
  var width: Int { scalarCount(code[...]) }
  /// The column after the code.
  var end: Int { code.isEmpty ? 0 : indent + width }

  /// The column of a place in the code.
  func column(at offset: Int) -> Int { indent + scalarCount(code[..<offset]) }

  /// Moves the code from `offset` on to the right.
  mutating func insertSpaces(_ count: Int, at offset: Int) {
    guard count > 0 else { return }
    code.insert(contentsOf: [UInt8](repeating: UInt8(ascii: " "), count: count), at: offset)
    for index in items.indices where items[index].offset >= offset { items[index].offset += count }
  }

  func append(to bytes: inout [UInt8]) {
    let space = UInt8(ascii: " ")
    if isBlankBefore { bytes.append(UInt8(ascii: "\n")) }
    if !code.isEmpty {
      for _ in 0..<indent { bytes.append(space) }
      bytes += code
    }
    if let trailing {
      for _ in 0..<gap { bytes.append(space) }
      bytes += trailing.text
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}
