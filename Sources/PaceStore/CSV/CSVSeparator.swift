/// Detects which byte separates a file's fields.
enum CSVSeparator {
  /// How many bytes at the start of a file are examined.
  static let sample = 1 << 16

  /// How many records after the header are examined.
  private static let records = 50

  /// The separator that a first line `sep=…` gives, as spreadsheets write it, and where the next line begins.
  static func given(
    in bytes: ArraySlice<UInt8>, before lineEnd: UInt8
  ) -> (separator: UInt8, end: Int)? {
    let word = Array("sep=".utf8)
    guard bytes.count > word.count,
      bytes.prefix(word.count).map({ $0 | 0x20 }).elementsEqual(word.map { $0 | 0x20 })
    else { return nil }
    let separator = bytes[bytes.startIndex + word.count]
    let isPlain = separator == UInt8(ascii: "\t") || separator > 0x20 && separator < 0x7f
    guard isPlain, separator != UInt8(ascii: "\"") else { return nil }
    var rest = bytes.dropFirst(word.count + 1)
    if lineEnd == UInt8(ascii: "\n"), rest.first == UInt8(ascii: "\r") { rest.removeFirst() }
    return rest.first == lineEnd ? (separator, rest.startIndex + 1) : nil
  }

  /// The separator that gives the most records as many fields as the header, which must have more than one.
  ///
  /// - Parameter isWhole: whether `bytes` reaches the end of the file, so that its last record is complete.
  static func find(in bytes: ArraySlice<UInt8>, isWhole: Bool, prefersTab: Bool) -> UInt8 {
    let tab = UInt8(ascii: "\t")
    let plain = [UInt8(ascii: ","), UInt8(ascii: ";")]
    let candidates = prefersTab ? [tab] + plain : plain + [tab]
    var best = (score: 0, separator: candidates[0])
    for candidate in candidates {
      let score = score(candidate, bytes, isWhole)
      if score > best.score { best = (score, candidate) }
    }
    return best.separator
  }

  /// Whether a text looks like a CSV file: its first lines have the same number of fields, which is more than one.
  static func isSheet(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
    guard let first = bytes.first(where: { $0 > 0x20 }), first != UInt8(ascii: "{"),
      first != UInt8(ascii: "[")
    else { return false }
    return score(find(in: bytes, isWhole: isWhole, prefersTab: false), bytes, isWhole) > 1
  }

  /// What a file may be if its first line has only one field.
  enum Misfit {
    /// Its fields are separated by `|`.
    case bars
    /// Other text stands above the header, which is in this line.
    case title(header: Int, fields: Int)
  }

  /// What may be wrong with a file whose first line has one field; nil if its other lines have one too.
  static func misfit(in bytes: ArraySlice<UInt8>, isWhole: Bool, separator: UInt8) -> Misfit? {
    var head = CSVReader(bytes, separator: separator)
    guard (try? head.next()) == true, head.count == 1 else { return nil }
    if score(UInt8(ascii: "|"), bytes, isWhole) > 1 { return .bars }
    for candidate in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")] {
      var reader = CSVReader(bytes, separator: candidate)
      var (header, fields, rows) = (0, 1, 0)
      for _ in 0..<records {
        guard (try? reader.next()) == true, isWhole || reader.hasMore, reader.problem == nil else { break }
        if fields == 1 {
          (header, fields) = (reader.line, reader.count)
        } else if reader.count == fields {
          rows += 1
        } else {
          rows = 0
          break
        }
      }
      if rows > 0 { return .title(header: header, fields: fields) }
    }
    return nil
  }

  private static func score(_ separator: UInt8, _ bytes: ArraySlice<UInt8>, _ isWhole: Bool) -> Int {
    var reader = CSVReader(bytes, separator: separator)
    // Errors in the text are reported when the file is read.
    guard (try? reader.next()) == true, reader.count > 1 else { return 0 }
    let width = reader.count
    var score = 1
    for _ in 0..<records {
      guard (try? reader.next()) == true, isWhole || reader.hasMore else { break }
      if reader.count == width, reader.problem == nil { score += 1 }
    }
    return score
  }
}
