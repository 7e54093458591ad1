/// Writes JSON into bytes, keys in the order given and numbers as given.
package struct JSONWriter: Sendable {
  private var buffer = ByteBuffer()
  /// Whether the next value or key needs a comma before it.
  private var needsComma = false

  package init() {}

  /// One object in a line of its own.
  package static func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(body)
    json.endLine()
    return json.bytes
  }

  package var bytes: [UInt8] { buffer.bytes }

  /// Forgets what was written, but keeps the memory.
  package mutating func clear() {
    buffer.removeAll()
    needsComma = false
  }

  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    enclosed(in: UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  package mutating func array(_ body: (inout JSONWriter) -> Void) {
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

  package mutating func key(_ name: String) {
    separate()
    buffer.append(json: name)
    buffer.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func string(_ text: String) {
    separate()
    buffer.append(json: text)
    needsComma = true
  }

  /// A number, `true`, `false` or `null`, written as it is.
  package mutating func raw(_ text: String) {
    separate()
    buffer.append(text)
    needsComma = true
  }

  package mutating func integer(_ value: Int64) {
    separate()
    buffer.append(decimal: value)
    needsComma = true
  }

  package mutating func integer(_ value: Int) { integer(Int64(value)) }
  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
  package mutating func null() { raw("null") }

  /// Ends a line of JSON lines.
  package mutating func endLine() {
    buffer.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { buffer.append(UInt8(ascii: ",")) }
  }
}

extension JSONWriter {
  package mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// An object for a value, or null without one.
  package mutating func object<Subject>(
    _ name: String, of subject: Subject?, _ write: (Subject, inout JSONWriter) -> Void
  ) {
    guard let subject else { return field(name, raw: "null") }
    object(name) { write(subject, &$0) }
  }

  package mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    array(body)
  }

  /// A list with an object for each element.
  package mutating func objects<Element>(
    _ name: String, _ elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
  ) {
    array(name) { list in
      for element in elements { list.object { write(element, &$0) } }
    }
  }

  package mutating func field(_ name: String, raw text: String) {
    key(name)
    raw(text)
  }

  package mutating func field(_ name: String, _ text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }

  package mutating func field(_ name: String, _ value: Int64?) {
    key(name)
    if let value { integer(value) } else { null() }
  }

  package mutating func field(_ name: String, _ value: Int?) { field(name, value.map(Int64.init)) }

  package mutating func field(_ name: String, _ value: Bool?) {
    key(name)
    if let value { bool(value) } else { null() }
  }

  package mutating func field(_ name: String, strings: [String]) {
    key(name)
    array { list in
      for text in strings { list.string(text) }
    }
  }
}
