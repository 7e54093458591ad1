#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JSON text as values, for messages whose shape the other side decides.
indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Nil if the bytes are not JSON; objects that name a member twice keep one of them.
  ///
  /// Half a pair of surrogates, which some editors send for half a character, counts as U+FFFD.
  init?(bytes: some Sequence<UInt8>) {
    let data = Data(bytes)
    if let value = try? JSONDecoder().decode(JSONValue.self, from: data) {
      self = value
      return
    }
    let mended = Self.mendingSurrogates(Array(data))
    guard let mended, let value = try? JSONDecoder().decode(JSONValue.self, from: Data(mended)) else {
      return nil
    }
    self = value
  }

  /// With `\uFFFD` in place of each half of a pair; nil if there is none.
  private static func mendingSurrogates(_ bytes: [UInt8]) -> [UInt8]? {
    /// The unit that an escape at a place stands for.
    func unit(at start: Int) -> Int? {
      guard start + 6 <= bytes.count, bytes[start..<start + 2].elementsEqual("\\u".utf8) else { return nil }
      return Int(String(decoding: bytes[(start + 2)..<(start + 6)], as: UTF8.self), radix: 16)
    }
    var mended = bytes
    var place = 0
    while place < bytes.count {
      let isEscape = bytes[place] == UInt8(ascii: "\\")
      guard isEscape, let found = unit(at: place) else {
        place += isEscape ? 2 : 1
        continue
      }
      if 0xD800..<0xDC00 ~= found, let next = unit(at: place + 6), 0xDC00..<0xE000 ~= next {
        place += 12
        continue
      }
      if 0xD800..<0xE000 ~= found { mended.replaceSubrange(place..<place + 6, with: "\\uFFFD".utf8) }
      place += 6
    }
    return mended == bytes ? nil : mended
  }

  var bytes: [UInt8] {
    let encoder = JSONEncoder()
    // Sorted, so that equal messages have equal bytes.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return [] }
    return Array(data)
  }

  // MARK: Looking in

  /// A member of an object; `null` if there is none.
  subscript(_ name: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members[name] ?? .null
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }
  var whole: Int? { if case .integer(let number) = self { number } else { nil } }
  var isTrue: Bool { self == .bool(true) }

  /// The elements of an array; empty for anything else.
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}

extension JSONValue: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members) { $1 })
  }
}
