internal import PaceEngine
internal import PaceLanguage

/// Lines each on its own, in whatever order, as they are taken into a log.
extension JSONLinesReader {
  /// What the next line delivers; nil after the last. A line that can't be taken throws an error of the code
  /// `data`, and the one after it comes next.
  public mutating func nextDelivery() throws(StoreError) -> Delivery? {
    cache.removeAll()
    guard let entry = try nextEntry() else { return nil }
    guard let event = entry.event else { return .subject(try subject(entry)) }
    let type = program.events[event.index]
    var kind: KindID?
    if let member = entry.kind, !isNull(member) {
      guard case .string(let range) = line.members[member].content,
        let found = names.kinds[event.index].find(line.strings.span.extracting(range))
      else {
        throw failure(at: member, "`kind` \(excerpt(member)) is not a kind of `\(type.name.text)`")
      }
      kind = KindID(Int(found))
    }
    var fields = [Constant?](repeating: nil, count: type.fields.count)
    for (index, member) in entry.values {
      fields[index] = try constant(index, member, type.fields[index], names.fieldDecoders[event.index])
    }
    return .row(
      Delivery.Row(
        event: event, id: id(of: entry) ?? contentID(),
        subject: program.subject.isPerDay ? nil : entry.subject,
        at: Instant(entry.at), kind: kind, fields: fields, device: entry.device.flatMap { text(of: $0) }))
  }

  private mutating func subject(_ entry: JSONEntry) throws(StoreError) -> Delivery.Subject {
    let attributes = program.subject.attributes
    var values = [Constant?](repeating: nil, count: attributes.count)
    for (index, member) in entry.values {
      values[index] = try constant(index, member, attributes[index], names.attributeDecoder)
    }
    let startedAt = try instant(entry.startedAt)
    let endedAt = try instant(entry.endedAt)
    return Delivery.Subject(
      id: entry.subject, startedAt: startedAt, endedAt: endedAt, attributes: values,
      isEnd: endedAt != nil && startedAt == nil && entry.values.isEmpty)
  }

  private mutating func constant(
    _ index: Int, _ member: Int, _ field: Field, _ decoder: JSONValueDecoder
  ) throws(StoreError) -> Constant {
    var text: String?
    let content = line.members[member].content
    let value = decoder.value(index, content, line, &cache) { found in
      text = found
      return Value(0)
    }
    guard let value else {
      throw failure(at: member, "`\(field.name.text)` \(decoder.cause(index, content, line))")
    }
    if value.isUnknown { return .value(.unknown) }
    // A text that another field of the line has too is known already.
    let isText = field.type == .text || field.type == .schedule
    return isText ? .text(text ?? self.text(of: member) ?? "") : .value(value)
  }

  private func instant(_ member: Int?) throws(StoreError) -> Instant? {
    guard let member, !isNull(member) else { return nil }
    return Instant(try instant(line.members[member]))
  }

  private func text(of member: Int) -> String? {
    guard case .string(let range) = line.members[member].content else { return nil }
    return line.text(range)
  }

  private func excerpt(_ member: Int) -> String {
    JSONValueDecoder.excerpt(line.members[member].content, line)
  }

  private func failure(at member: Int, _ message: String) -> StoreError {
    failure(message, column: line.members[member].column)
  }

  /// An id for a line that has none, made of all that it says.
  private func contentID() -> String {
    let members = line.top.map { index in
      let member = line.members[index]
      let value: [UInt8]
      switch member.content {
      case .number(let range): value = Array(line.bytes[range])
      case .string(let range): value = Array(line.strings[range])
      case .bool(let flag): value = [flag ? 1 : 0]
      default: value = []
      }
      return Array(line.strings[member.key]) + [0] + value
    }
    let sorted = members.sorted { $0.lexicographicallyPrecedes($1) }
    return SHA256.hex(Array(sorted.joined(separator: [0xff])), first: 16)
  }
}
