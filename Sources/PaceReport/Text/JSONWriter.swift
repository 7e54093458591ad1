import PaceEngine
public import PaceLanguage

/// Writes JSON into bytes, keys in the order given and numbers as given.
public struct JSONWriter: Sendable {
  private var buffer = ByteBuffer()
  /// Whether the next value or key needs a comma before it.
  private var needsComma = false

  public init() {}

  /// One object.
  public static func bytes(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(body)
    return json.bytes
  }

  /// One object in a line of its own.
  public static func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    bytes(body) + [UInt8(ascii: "\n")]
  }

  public var bytes: [UInt8] { buffer.bytes }

  /// Forgets what was written, but keeps the memory.
  public mutating func clear() {
    buffer.removeAll()
    needsComma = false
  }

  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    enclosed(in: UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    enclosed(in: UInt8(ascii: "["), UInt8(ascii: "]"), body)
  }

  private mutating func enclosed(in open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void) {
    separate()
    buffer.append(open)
    needsComma = false
    body(&self)
    buffer.append(close)
    needsComma = true
  }

  public mutating func key(_ name: String) {
    separate()
    buffer.append(json: name)
    buffer.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func string(_ text: String) {
    separate()
    buffer.append(json: text)
    needsComma = true
  }

  /// A number, `true`, `false` or `null`, written as it is.
  public mutating func raw(_ text: String) {
    separate()
    buffer.append(text)
    needsComma = true
  }

  public mutating func integer(_ value: Int64) {
    separate()
    buffer.append(decimal: value)
    needsComma = true
  }

  public mutating func integer(_ value: Int) { integer(Int64(value)) }
  public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
  public mutating func null() { raw("null") }

  /// Ends a line of JSON lines.
  public mutating func endLine() {
    buffer.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { buffer.append(UInt8(ascii: ",")) }
  }
}

extension JSONWriter {
  public mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// An object for a value, or null without one.
  public mutating func object<Subject>(
    _ name: String, of subject: Subject?, _ write: (Subject, inout JSONWriter) -> Void
  ) {
    guard let subject else { return field(name, raw: "null") }
    object(name) { write(subject, &$0) }
  }

  public mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    array(body)
  }

  /// An object with what `write` adds for each element.
  public mutating func object<Element>(
    _ name: String, each elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
  ) {
    object(name) { object in
      for element in elements { write(element, &object) }
    }
  }

  /// A list with what `write` adds for each element.
  public mutating func array<Element>(
    _ name: String, each elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
  ) {
    array(name) { list in
      for element in elements { write(element, &list) }
    }
  }

  /// A list with an object for each element.
  public mutating func objects<Element>(
    _ name: String, _ elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
  ) {
    array(name, each: elements) { element, list in list.object { write(element, &$0) } }
  }

  public mutating func field(_ name: String, raw text: String) {
    key(name)
    raw(text)
  }

  public mutating func field(_ name: String, _ text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }

  public mutating func field(_ name: String, _ value: Int64?) {
    key(name)
    if let value { integer(value) } else { null() }
  }

  /// An instant as text, `at`, and in Unix milliseconds, `at_ms`.
  mutating func fields(at instant: Instant) {
    field("at", TimeText.iso(instant))
    field("at_ms", instant.milliseconds)
  }

  public mutating func field(_ name: String, _ value: Int?) { field(name, value.map(Int64.init)) }

  public mutating func field(_ name: String, _ value: Bool?) {
    key(name)
    if let value { bool(value) } else { null() }
  }

  /// The line and the column of a span's start, then those of its end, counted in characters.
  public mutating func fields(_ names: [String], of span: SourceSpan, in file: SourceFile) {
    let ends = [span.start, span.end].map { file.characterLocation(of: $0) }
    for (name, place) in zip(names, ends.flatMap { [$0.line, $0.column] }) { field(name, place) }
  }

  public mutating func field(_ name: String, strings: [String]) {
    array(name, each: strings) { $1.string($0) }
  }
}
