import PaceOracle
import PaceStore
import Testing

/// How bytes are taken apart into records.
struct CSVReaderTests {
  struct Record: Equatable {
    var line: Int
    var fields: [String]
    var isGood = true
  }

  /// Reads bytes that come in pieces of a size.
  static func read(
    _ bytes: [UInt8], by size: Int = .max, prefersTab: Bool = false
  ) throws(StoreError) -> [Record] {
    var reader = try CSVReader("t.csv", prefersTab: prefersTab, read: chunks(bytes, of: size))
    var records: [Record] = []
    while try reader.next() {
      let fields = (0..<reader.count).map { reader[$0] }
      records.append(Record(line: reader.line, fields: fields, isGood: reader.problem == nil))
    }
    return records
  }

  static func read(_ text: String) throws(StoreError) -> [[String]] {
    try read(Array(text.utf8)).map(\.fields)
  }

  @Test(arguments: [
    "a,b\n1,2\n", "a,b\r\n1,2\r\n", "a,b\n1,2", "\u{feff}a,b\r\n\r\n\n1,2\r", "a,b\n\"1\",\"2\"",
  ])
  func `Records end with LF, CRLF or the end, and a mark of byte order and empty lines are passed over`(
    text: String
  ) throws { #expect(try Self.read(text) == [["a", "b"], ["1", "2"]]) }

  @Test func `Quoted fields hold separators, line ends and quotes written twice`() throws {
    let text = "a,b\n\"x,\"\"y\"\"\r\nz\",\"\"\n,'\n"
    #expect(try Self.read(text) == [["a", "b"], ["x,\"y\"\r\nz", ""], ["", "'"]])
    #expect(try Self.read(Array(text.utf8)).map(\.line) == [1, 2, 4])
    // A line of one empty text is a record; a line of nothing is none.
    #expect(try Self.read("a\n\"\"\n\nx\n") == [["a"], [""], ["x"]])
  }

  @Test func `A CR that ends no line is part of its field`() throws {
    #expect(try Self.read("a,b\nx\ry,2\r\n") == [["a", "b"], ["x\ry", "2"]])
  }

  @Test(arguments: [
    ("a;b\n1,5;2,5\n", ["a", "b"]), ("a\tb\n1,5\t2;5\n", ["a", "b"]), ("a,b\n\"1;2\",3\n", ["a", "b"]),
    ("when;what, in words\n1;x\n2;y\n", ["when", "what, in words"]), ("a b\nc d\n", ["a b"]),
    ("a,b", ["a", "b"]),
    ("\"a,b\";c\n\"1,2,3\";4\n", ["a,b", "c"]),
  ])
  func `The separator is the one by which the lines have the header's fields`(
    text: String, header: [String]
  ) throws { #expect(try Self.read(text).first == header) }

  @Test func `Where a tab and a comma fit alike the file's name decides`() throws {
    let bytes = Array("a,b\tc\n1,2\t3\n".utf8)
    #expect(try Self.read(bytes).first?.fields == ["a", "b\tc"])
    #expect(try Self.read(bytes, prefersTab: true).first?.fields == ["a,b", "c"])
  }

  @Test func `A quote at the wrong place spoils its record and no other`() throws {
    let records = try Self.read(Array("a,b\n5\" disk,1\n\"x\"y,2\n\"z\" ,3\nu,4\n".utf8))
    #expect(records.map(\.isGood) == [true, false, false, false, true])
    #expect(records.map(\.line) == [1, 2, 3, 4, 5])
    #expect(records.last?.fields == ["u", "4"])
  }

  @Test func `Lines end with CR where there is no LF, but for a CR in quotes`() throws {
    for size in [1, 7, .max] {
      let records = try Self.read(Array("a;b\r1;\"x\ry\"\r\r3;4".utf8), by: size)
      #expect(records.map(\.fields) == [["a", "b"], ["1", "x\ry"], ["3", "4"]])
      #expect(records.map(\.line) == [1, 2, 5])
    }
    #expect(try Self.read("a,b\n1\r,2\n") == [["a", "b"], ["1\r", "2"]])
  }

  @Test(arguments: [
    ("sep=;\na,b;c\n", ["a,b", "c"], 2), ("\u{feff}SEP=|\r\na|b\n", ["a", "b"], 2),
    ("sep=\t\na\tb", ["a", "b"], 2),
    ("sep=\n1,2\n", ["sep="], 1), ("sep=;x\n1;2\n", ["sep=", "x"], 1), ("sep=\"\n", ["sep=\""], 1),
  ])
  func `A first line that gives the separator is passed over`(text: String, first: [String], line: Int) throws
  {
    let record = try #require(try Self.read(Array(text.utf8)).first)
    #expect(record.fields == first && record.line == line, "\(record)")
  }

  @Test func `An apostrophe that keeps a text from being a formula is taken away`() throws {
    let text = "a,b\n'=1+1,\"'-x\"\n'@x,'+1\n''=1,'tis\n',''\n'\tx,\"'\r\"\n"
    let fields = [["=1+1", "-x"], ["@x", "+1"], ["'=1", "'tis"], ["'", "''"], ["\tx", "\r"]]
    #expect(try Self.read(text).dropFirst() == fields[...])
  }

  /// The message of the error that reading ends with.
  private func failure(_ bytes: [UInt8]) -> StoreError? {
    expectFailure(.data) { _ = try Self.read(bytes) }
  }

  @Test func `A quote that is never closed is named by the line where it was opened`() {
    let error = failure(Array("a,b\n1,2\n3,\"x\n4,5\n".utf8))
    #expect(error?.message == "t.csv:3: a quote is opened here and never closed")
    #expect(error?.help != nil)
  }

  @Test func `Text that is not UTF-8 ends reading, with the line and how to convert it`() {
    let latin = failure(Array("a,b\n1,2\nM".utf8) + [0xfc] + Array("ller,2\n".utf8))
    #expect(latin?.message == "t.csv:3: the text is not UTF-8")
    #expect(latin?.help?.contains("iconv -f WINDOWS-1252 -t UTF-8") == true)
    // A character that is cut in two by a separator is no UTF-8.
    #expect(failure(Array("a,b\n".utf8) + [0xc3, 0x2c, 0xa9, 0x0a])?.message.hasPrefix("t.csv:2:") == true)
    for mark in [[0xff, 0xfe] as [UInt8], [0xfe, 0xff]] {
      let wide = failure(mark + [0x61, 0, 0x2c, 0])
      #expect(wide?.message == "t.csv:1: the text is UTF-16")
      #expect(wide?.help?.contains("iconv -f UTF-16 -t UTF-8") == true)
    }
    #expect(failure(Array("a,b\n1,\0\n".utf8))?.message.contains("NUL byte") == true)
  }

  @Test func `A line or a quote without an end is refused before memory is`() {
    // 40 MB of one line; more than 16 of it are never asked for.
    func endless(_ first: String, _ part: [UInt8]) -> StoreError? {
      var given = 0
      return expectFailure(.data) {
        var reader = try CSVReader("t.csv") { (buffer) throws(StoreError) in
          buffer += given == 0 ? Array(first.utf8) : part
          given += part.count
          return given < 40 << 20
        }
        while try reader.next() {}
        Issue.record("there is no end")
      }
    }
    let block = [UInt8](repeating: 0x61, count: 1 << 20)
    #expect(endless("a,b\n", block)?.message == "t.csv:2: the line is longer than 16 MB")
    let quoted = endless("a,b\n1,\"", block)?.message
    #expect(quoted == "t.csv:2: a quote is opened here and not closed within 16 MB")
    let lines = [UInt8](repeating: 0x0a, count: 1 << 20)
    #expect(endless("a,b\n1,\"", lines)?.message == quoted)
  }

  // MARK: Random files

  private static let pieces = [
    "a", "b7", "-1.5", "é", "🚲", " ", ",", ";", "\t", "\"", "\r", "\n", "\r\n", "'", "=", "+", "@", "0",
  ]

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `What is written by other rules of the standard is read back equal`(seed: UInt64) throws {
    var random = SplitMix64(seed)
    func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &random)] }
    let separator = pick([",", ";", "\t"])
    let end = pick(["\n", "\r\n"])
    let width = Int.random(in: 2...6, using: &random)
    var rows = [(0..<width).map { "column \($0)" }]
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      rows.append(
        (0..<width).map { _ in
          (0..<Int.random(in: 0...5, using: &random)).map { _ in pick(Self.pieces) }.joined()
        })
    }
    let lines = rows.map { row in
      row.map { Self.written($0, isQuoted: Bool.random(using: &random)) }.joined(separator: separator)
    }
    let text =
      (Bool.random(using: &random) ? "\u{feff}" : "") + lines.joined(separator: end)
      + (Bool.random(using: &random) ? end : "")
    for size in [1, 7, .max] {
      let records = try Self.read(Array(text.utf8), by: size)
      #expect(records.map(\.fields) == rows && records.allSatisfy(\.isGood), "\(text)")
    }
  }

  private static func written(_ field: String, isQuoted: Bool) -> String {
    let rest = field.utf8.drop { $0 == UInt8(ascii: "'") }.first
    let isFormula = rest.map { "=+-@\t\r".utf8.contains($0) } ?? false
    let text = (isFormula ? "'" : "") + field
    let hasMarks = text.utf8.contains { ",;\t\"\r\n".utf8.contains($0) }
    return isQuoted || hasMarks ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `Random bytes never trap`(seed: UInt64) {
    var random = SplitMix64(seed)
    let likely = Array("\",;\t\r\n'=a1\0".utf8) + [0xc3, 0xa9, 0xff]
    let isLikely = seed % 3 > 0
    let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in
      isLikely
        ? likely[Int.random(in: 0..<likely.count, using: &random)] : UInt8.random(in: 0...255, using: &random)
    }
    // However it is cut, the same is read.
    #expect(Self.outcome(bytes, by: .max) == Self.outcome(bytes, by: 3))
  }

  private static func outcome(_ bytes: [UInt8], by size: Int) -> Result<[Record], StoreError> {
    do throws(StoreError) {
      return .success(try read(bytes, by: size))
    } catch {
      return .failure(error)
    }
  }
}
