/// Takes comma-separated values apart, as RFC 4180 writes them.
enum CSVReader {
  /// The rows that hold anything, each with the number of its first line.
  static func rows(of bytes: [UInt8]) -> [(line: Int, fields: [String])] {
    var rows: [(line: Int, fields: [String])] = []
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var line = 1
    var start = 1
    func endField() {
      fields.append(String(decoding: field, as: UTF8.self))
      field = []
    }
    func endRow() {
      endField()
      if fields != [""] { rows.append((start, fields)) }
      fields = []
    }
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      switch byte {
      case UInt8(ascii: "\"") where isQuoted && index < bytes.count && bytes[index] == byte:
        field.append(byte)
        index += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      case _ where isQuoted: field.append(byte)
      case UInt8(ascii: ","): endField()
      case UInt8(ascii: "\r"): break
      case UInt8(ascii: "\n"):
        endRow()
        start = line
      default: field.append(byte)
      }
    }
    endRow()
    return rows
  }
}
