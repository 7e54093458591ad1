import PaceLanguage

/// Finds positions in a text, soon if they are asked for in their order.
struct TextWalk {
  private let document: TextDocument
  private let encoding: PositionEncoding
  private var last = TextDocument.Position()

  init(_ document: TextDocument, _ encoding: PositionEncoding) {
    self.document = document
    self.encoding = encoding
  }

  mutating func position(of offset: Int) -> TextDocument.Position {
    last = document.position(of: offset, encoding, after: last)
    return last
  }

  mutating func range(_ range: Range<Int>) -> JSONValue {
    ["start": position(of: range.lowerBound).json, "end": position(of: range.upperBound).json]
  }
}

/// Where places lie in files, each of which is looked through once.
struct TextIndex {
  private let encoding: PositionEncoding
  private var walks: [String: TextWalk] = [:]

  init(_ encoding: PositionEncoding) { self.encoding = encoding }

  mutating func range(of span: SourceSpan, in file: SourceFile) -> JSONValue {
    range(Int(span.start)..<Int(max(span.start, span.end)), in: file)
  }

  mutating func range(_ range: Range<Int>, in file: SourceFile) -> JSONValue {
    walks[file.identity, default: TextWalk(TextDocument(file.bytes), encoding)].range(range)
  }
}
