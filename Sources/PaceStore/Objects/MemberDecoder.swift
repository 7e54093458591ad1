internal import PaceEngine
internal import PaceLanguage

/// Decodes a member to a value of the slot that it fills.
struct MemberDecoder {
  enum Form {
    case id
    case instant(TimeEncoding)
    /// An instant as lines give it: Unix milliseconds, or a text.
    case instantOfLine(number: TimeEncoding, text: TimeEncoding)
    case field(JSONFieldDecoder)
    /// Texts as they are; `anyText` takes numbers and truth values as texts too.
    case text, anyText
    /// Maps texts, and numbers and truth values as texts, to constants.
    case map([String: Constant], otherwise: Constant?)
    case kind(ByteTable)
  }

  let form: Form
  /// What the values are called in messages.
  let expected: String
  /// Checks a difference; nil if the slot is not filled by one.
  private let difference: JSONFieldDecoder?

  private static var instantOfLine: Form {
    var number = TimeEncoding(.plain)
    number.expected += " or a text \(TimeParser.form)"
    var text = number
    text.isText = true
    return .instantOfLine(number: number, text: text)
  }

  /// A member's value, unknown for `null`.
  ///
  /// Ids, texts and mapped values may be texts, kinds are their index, and instants are in milliseconds.
  ///
  /// - Parameters:
  ///   - member: what the source calls it.
  ///   - clocks: the clocks for times without an offset.
  func value(
    _ content: JSONLine.Content, _ line: JSONLine, of member: String, _ clocks: WallClocks
  ) throws(MemberFailure) -> Constant {
    if case .null = content {
      guard case .id = form else { return .value(.unknown) }
      throw MemberFailure(member: member, cause: "null is not an id")
    }
    switch form {
    case .id:
      if let id = Self.id(content, line) { return .text(id) }
      throw MemberFailure(member: member, cause: "\(line.excerpt(content)) is not an id")
    case .instant(let encoding):
      return .value(Value(try instant(content, line, of: member, encoding, clocks)))
    case .instantOfLine(let number, let text):
      let encoding = if case .string = content { text } else { number }
      return .value(Value(try instant(content, line, of: member, encoding, clocks)))
    case .field(let decoder):
      if decoder.isText {
        if let text = decoder.text(content, line) { return .text(line.text(text)) }
      } else if let bits = decoder.checkedBits(content, line) {
        return .value(Value(bits))
      }
      throw MemberFailure(member: member, cause: decoder.cause(content, line))
    case .text:
      if case .string(let range) = content { return .text(line.text(range)) }
    case .anyText:
      if case .bool(let value) = content { return .text(value ? "yes" : "no") }
      if let text = Self.text(content, line) { return .text(text) }
    case .map(let entries, let otherwise):
      if let text = Self.text(content, line), let constant = entries[text] { return constant }
      if let otherwise { return otherwise }
      throw MemberFailure(member: member, cause: RowDecoder.unmappedCause(line.excerpt(content)))
    case .kind(let kinds):
      if case .string(let range) = content, let index = kinds.find(line.bytes.span.extracting(range)) {
        return .value(Value(index))
      }
    }
    throw MemberFailure(member: member, cause: "\(line.excerpt(content)) is not \(expected)")
  }

  /// How much later one time is than another, or how much longer one duration; unknown if either is.
  ///
  /// - Parameter member: what the source calls the difference.
  func difference(
    _ later: Constant?, _ earlier: Constant?, of member: String
  ) throws(MemberFailure) -> Constant {
    guard case .value(let a)? = later, case .value(let b)? = earlier, !a.isUnknown, !b.isUnknown else {
      return .value(.unknown)
    }
    let (bits, overflow) = a.bits.subtractingReportingOverflow(b.bits)
    if overflow { throw MemberFailure(member: member, cause: "is longer than durations can be") }
    if let cause = difference?.cause(of: bits) { throw MemberFailure(member: member, cause: cause) }
    return .value(Value(bits))
  }

  /// An id as text; whole numbers are the same id however they are written.
  private static func id(_ content: JSONLine.Content, _ line: JSONLine) -> String? {
    switch content {
    case .string(let range): return range.isEmpty ? nil : line.text(range)
    case .number(let range): return Decimal64(parsing: line.bytes.span.extracting(range))?.digits
    case .null, .bool, .object, .array: return nil
    }
  }

  private func instant(
    _ content: JSONLine.Content, _ line: JSONLine, of member: String, _ encoding: TimeEncoding,
    _ clocks: WallClocks
  ) throws(MemberFailure) -> Int64 {
    var instant: Int64?
    switch content {
    case .string(let range) where encoding.isText:
      instant = try clocks.instant(range, line, of: member)
    case .number(let range) where !encoding.isText:
      let scaled = line.scaled(range, by: encoding.scale, over: encoding.divisor)
      let (sum, overflow) = (scaled ?? .max).addingReportingOverflow(encoding.offset)
      instant = overflow ? .max : sum
    default: break
    }
    if let instant, Instant.milliseconds.contains(instant) { return instant }
    let shown = line.excerpt(content)
    if case .string(let range) = content, RowDecoder.isPadded(line.text(range)) {
      throw MemberFailure(member: member, cause: RowDecoder.paddedCause(shown, nil))
    }
    if case .number(let range) = content {
      let number = Double(String(decoding: line.bytes[range], as: UTF8.self)) ?? 0
      throw MemberFailure(member: member, cause: encoding.cause(shown, number))
    }
    let fault = instant == nil ? "is not \(encoding.expected)" : "is outside the years 1 to 9999"
    throw MemberFailure(member: member, cause: "\(shown) \(fault)")
  }

  /// The text by which a map looks up a value; numbers and truth are written as the database would give them.
  private static func text(_ content: JSONLine.Content, _ line: JSONLine) -> String? {
    switch content {
    case .string(let range): line.text(range)
    // In one spelling, `1.5` for `1.50`; nil if it has more digits than numbers have.
    case .number(let range): line.scaled(range, by: 1_000_000).map { ValueText.number($0) }
    case .bool(let value): value ? "1" : "0"
    case .null, .object, .array: nil
    }
  }
}

/// The clocks by which objects' times without an offset are read.
final class WallClocks {
  /// Nil if subjects have zones of their own, because an object may precede the one with its subject's zone.
  private let calendar: LocalCalendar?
  /// Whether a time without an offset was read by them.
  private(set) var areMet = false
  /// The members whose times clocks skip, with the causes to report.
  private var skippedTimes: [(member: String, cause: String)] = []
  /// Where the present object has times that clocks show twice; several blocks may read one of them.
  private var repeatedTimes: Set<Int> = []

  init(_ zone: Zone, _ program: Program) {
    calendar = program.subject.zoneAttribute == nil ? LocalCalendar(zone: zone) : nil
  }

  /// The instant that an ISO 8601 text gives, in Unix milliseconds; nil for any other text.
  func instant(_ range: Range<Int>, _ line: JSONLine, of member: String) throws(MemberFailure) -> Int64? {
    let text = line.bytes.span.extracting(range)
    switch TimeParser.written(text) {
    case .instant(let instant): return instant
    case .wall:
      if let calendar {
        areMet = true
        let read = TimeParser.instant(text, in: calendar)
        if let cause = RowDecoder.skippedTimeCause(text, in: calendar) {
          if read == nil { throw MemberFailure(member: member, cause: cause) }
          skippedTimes.append((member, cause))
        }
        if read?.wallTime == .repeated { repeatedTimes.insert(range.lowerBound) }
        return read?.milliseconds
      }
      let shown = RowDecoder.quoted(line.text(range))
      throw MemberFailure(
        member: member,
        cause: "\(shown) has no offset, such as `Z` or `+01:00`, and zones may differ; "
          + "add one, or read the times from a table or a CSV file")
    case nil: return nil
    }
  }

  /// The members met since the last call whose times clocks skip.
  func takeSkippedTimes() -> [(member: String, cause: String)] {
    defer { skippedTimes = [] }
    return skippedTimes
  }

  /// Ends an object, and returns how many of its times clocks show twice.
  func takeRepeatedTimes() -> Int {
    defer { repeatedTimes = [] }
    return repeatedTimes.count
  }
}

/// What is wrong with a member's value, or with the whole object.
struct MemberFailure: Error {
  /// As the source writes it; nil for the whole object.
  var member: String?
  var cause: String
}

extension MemberDecoder {
  /// - Parameter event: the event that is read, or that declares the kind; nil for any kind of the program.
  init(_ column: SourceMapping.Column, event: EventID?, _ program: Program, isExported: Bool) {
    let slots = SlotTypes(event: event, program)
    switch column.slot {
    case .kind: expected = slots.kindName
    case .setting: expected = "a text, a number, `true` or `false`"
    default: expected = "a text"
    }
    let field = slots.field(of: column.slot)
    if case .difference = column.input {
      difference = field.map { JSONFieldDecoder($0.type, of: $0, program) }
    } else {
      difference = nil
    }
    if case .map(let entries, let otherwise) = column.encoding {
      var map: [String: Constant] = [:]
      for entry in entries { map[entry.from.stored] = slots.resolved(entry.to, of: column.slot) }
      form = .map(map, otherwise: otherwise.flatMap { slots.resolved($0, of: column.slot) })
      return
    }
    switch column.slot {
    case .id, .subject: form = .id
    case .at, .startedAt, .endedAt:
      form = isExported ? Self.instantOfLine : .instant(TimeEncoding(column.encoding))
    case .kind: form = .kind(ByteTable(slots.kinds))
    case .setting: form = column.encoding == .plain ? .anyText : .instant(TimeEncoding(column.encoding))
    case .device, .rule, .label: form = .text
    case .enabled: form = .field(JSONFieldDecoder(.bool, program))
    case .order: form = .field(JSONFieldDecoder(.number, program))
    case .attribute, .field, .fieldOfKind:
      if difference == nil {
        form =
          field.map { .field(JSONFieldDecoder($0.type, of: $0, program, durations: column.encoding)) }
          ?? .text
      } else if column.encoding.isOfInstant {
        form = .instant(TimeEncoding(column.encoding))
      } else {
        form = .field(JSONFieldDecoder(.duration, program, durations: column.encoding))
      }
    }
  }
}

/// The types of the slots of a block.
struct SlotTypes {
  private let event: EventID?
  private let program: Program

  init(event: EventID?, _ program: Program) {
    self.event = event
    self.program = program
  }

  /// The names of the event's kinds, or of all in the order of their events.
  var kinds: [String] {
    let events = event.map { [program.events[$0.index]] } ?? program.events
    return events.flatMap { $0.kinds.map(\.name.text) }
  }

  /// Completes "`x` is not …".
  var kindName: String { "a kind" + (event.map { " of `\(program.events[$0.index].name.text)`" } ?? "") }

  /// The field or attribute that a slot fills.
  func field(of slot: SourceMapping.Slot) -> Field? {
    switch slot {
    case .attribute(let id): program.subject.attributes[id.index]
    case .field(let index): event.map { program.events[$0.index].fields[index] }
    case .fieldOfKind(let name):
      event.flatMap { event in
        program.slot(of: name, in: event).map { program.events[event.index].fields[$0] }
      }
    default: nil
    }
  }

  /// A source's constant as a value for its slot, where a name becomes its index; nil for an unknown name.
  func resolved(_ constant: Constant, of slot: SourceMapping.Slot) -> Constant? {
    guard case .text(let text) = constant else { return constant }
    let names = slot == .kind ? kinds : field(of: slot).flatMap { program.names(of: $0.type) }
    guard let names else { return constant }
    return names.firstIndex(of: text).map { .value(Value(Int64($0))) }
  }
}

extension Program {
  /// The index of the field of a name in an event's fields; nil if it has none.
  func slot(of name: FieldNameID, in event: EventID) -> Int? { fieldNames[name.index].slots[event.index] }
}
