import PaceLanguage

/// Where places lie in files, each of which is looked through once.
struct TextIndex {
  private let encoding: PositionEncoding
  private var documents: [String: TextDocument] = [:]

  init(_ encoding: PositionEncoding) { self.encoding = encoding }

  mutating func range(of span: SourceSpan, in file: SourceFile) -> JSONValue {
    range(Int(span.start)..<Int(max(span.start, span.end)), in: file)
  }

  mutating func range(_ range: Range<Int>, in file: SourceFile) -> JSONValue {
    let document = documents[file.identity] ?? TextDocument(file.bytes)
    documents[file.identity] = document
    return document.range(range, encoding)
  }
}
