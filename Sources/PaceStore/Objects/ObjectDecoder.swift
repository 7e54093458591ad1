internal import PaceEngine
internal import PaceLanguage

/// Decodes a parsed object into rows.
struct ObjectDecoder {
  let program: Program
  let plans: [ObjectPlan]
  /// Every kind with its event, in the order of `SlotTypes.kinds`.
  private let kinds: [(event: EventID, kind: KindID)]
  let clocks: WallClocks

  init(_ program: Program, _ plans: [ObjectPlan], zone: Zone) {
    clocks = WallClocks(zone, program)
    self.program = program
    self.plans = plans
    kinds = program.events.enumerated().flatMap { event, type in
      type.kinds.indices.map { (EventID(event), KindID($0)) }
    }
  }

  /// The rows of a parsed object, all or none; of the catalogue, only bad items are left out.
  func read(_ line: JSONLine, at place: ObjectPlace) -> ReadObject {
    var result = ReadObject(place: place, rows: [])
    do throws(ObjectProblem) {
      let blocks = plans.filter { $0.takes(line.top, in: line) }
      if blocks.isEmpty { throw unknown(line, at: place) }
      for (index, block) in blocks.enumerated() {
        // Of several blocks for one thing, the first takes the object.
        let isTaken = blocks[..<index].contains { $0.readsInstead(of: block) }
        if !isTaken { try read(block, line, &result) }
      }
    } catch {
      result.rows = []
      result.problems = [error]
    }
    return result
  }

  private func read(
    _ block: ObjectPlan, _ line: JSONLine, _ result: inout ReadObject
  ) throws(ObjectProblem) {
    var found: [ObjectRow.Kind] = []
    let taken = madeIDs(in: result.rows, besides: block.target)
    for (item, content) in try objects(of: block, line, at: result.place) {
      defer { noteSkippedTimes(item, in: &result) }
      func problem(_ failure: MemberFailure) -> ObjectProblem {
        ObjectProblem(
          place: result.place, item: item, member: failure.member, cause: failure.cause,
          event: block.target.event)
      }
      guard case .object(let object) = content else {
        let failure = MemberFailure(member: nil, cause: "an object `{…}` was expected")
        guard block.target == .kinds else { throw problem(failure) }
        result.problems.append(problem(failure))
        continue
      }
      do throws(MemberFailure) {
        if block.target == .kinds {
          found.append(try kind(block, object, line))
        } else {
          result.rows.append(try row(block, object, line, besides: taken))
        }
      } catch {
        guard block.target == .kinds else { throw problem(error) }
        result.problems.append(problem(error))
      }
    }
    let isSkipped = result.problems.contains { $0.isSkipped }
    if block.target == .kinds, !found.isEmpty || !isSkipped { result.rows.append(.kinds(found)) }
  }

  /// Names the times that clocks skip, each once, as several blocks may read one member.
  private func noteSkippedTimes(_ item: Int?, in result: inout ReadObject) {
    for (member, cause) in clocks.takeSkippedTimes() {
      let problem = ObjectProblem(
        place: result.place, item: item, member: member, cause: cause, isSkipped: false)
      if !result.problems.contains(problem) { result.problems.append(problem) }
    }
  }

  /// The object, or the items of its list with their numbers.
  private func objects(
    of block: ObjectPlan, _ line: JSONLine, at place: ObjectPlace
  ) throws(ObjectProblem) -> [(item: Int?, content: JSONLine.Content)] {
    guard let list = block.list else { return [(nil, .object(line.top))] }
    guard let content = list.member(of: line.top, in: line) else {
      throw ObjectProblem(
        place: place, member: list.text, cause: "is missing", event: block.target.event)
    }
    guard case .array(let elements) = content else {
      let shown = line.excerpt(content)
      throw ObjectProblem(
        place: place, member: list.text, cause: "\(shown) is not an array",
        event: block.target.event)
    }
    return line.members[elements].enumerated().map { ($0.offset + 1, $0.element.content) }
  }

  // MARK: Rows

  /// A member's value; nil if it is missing and may be.
  private func value(
    _ member: ObjectPlan.Member, _ block: ObjectPlan, _ object: Range<Int>, _ line: JSONLine
  ) throws(MemberFailure) -> Constant? {
    switch member.input {
    case .constant(let constant): return constant
    case .member(let path): return try value(at: path, member, block, object, line)
    case .difference(let later, let earlier):
      return try member.decoder.difference(
        try value(at: later, member, block, object, line),
        try value(at: earlier, member, block, object, line),
        of: "\(later.text) - \(earlier.text)")
    }
  }

  private func value(
    at path: ObjectPlan.Path, _ member: ObjectPlan.Member, _ block: ObjectPlan, _ object: Range<Int>,
    _ line: JSONLine
  ) throws(MemberFailure) -> Constant? {
    guard let content = path.member(of: object, in: line) else {
      if block.isExported || member.isOptional { return nil }
      let isOutside = block.list != nil && path.member(of: line.top, in: line) != nil
      throw MemberFailure(
        member: path.text,
        cause: isOutside ? "is not in the item but outside of it, where its paths don't begin" : "is missing")
    }
    if block.isExported, member.slot == .id || member.slot == .subject {
      if case .null = content, block.target != .subject, member.slot == .id { return nil }
      if let id = line.id(content) { return .text(line.text(id)) }
      throw MemberFailure(member: path.text, cause: "\(line.excerpt(content)) is not an id")
    }
    return try member.decoder.value(content, line, of: path.text, clocks)
  }

  /// The ids made up for rows of other events.
  private func madeIDs(in rows: [ObjectRow], besides target: SourceMapping.Target) -> Set<String> {
    var ids: Set<String> = []
    for case .event(let row) in rows where row.isIDMade && target != .event(row.event) { ids.insert(row.id) }
    return ids
  }

  /// The id of a row whose object gives none; `taken` ids are avoided.
  private func madeID(
    _ event: EventID, _ object: Range<Int>, _ line: JSONLine, besides taken: Set<String>
  ) -> String {
    let id = ObjectIdentity.id(of: object, in: line)
    if !taken.contains(id) { return id }
    return ObjectIdentity.id(of: object, in: line, as: program.events[event.index].name.text)
  }

  private func row(
    _ block: ObjectPlan, _ object: Range<Int>, _ line: JSONLine, besides taken: Set<String>
  ) throws(MemberFailure) -> ObjectRow {
    let fields = block.target.event.map { program.events[$0.index].fields } ?? program.subject.attributes
    var values = SlotValues(fields: fields.count)
    if let failure = block.wrongKey(object, in: line) { throw failure }
    for member in block.members {
      let constant = try value(member, block, object, line)
      member.note(constant)
      values.take(constant, member)
    }
    switch block.target {
    case .event(let event):
      guard let at = values.instant(.at) else { throw absent(.at, of: block) }
      return .event(
        ObjectRow.Event(
          event: event, id: values.text(.id) ?? madeID(event, object, line, besides: taken),
          isIDMade: values.text(.id) == nil, subject: values.text(.subject), at: at,
          kind: values.value(.kind).map { KindID(Int($0.bits)) }, fields: values.fields,
          device: values.text(.device)))
    case .settings: return .settings(values.settings)
    case .subject, .notice, .kinds:
      let only = block.isExported && !program.subject.isPerDay ? TablePlan.onlySubject : nil
      guard let id = values.text(.id) ?? only else { throw absent(.id, of: block) }
      return .subject(
        ObjectRow.Subject(
          id: id, startedAt: values.instant(.startedAt), endedAt: values.instant(.endedAt),
          attributes: values.fields))
    }
  }

  private func kind(
    _ block: ObjectPlan, _ object: Range<Int>, _ line: JSONLine
  ) throws(MemberFailure) -> ObjectRow.Kind {
    var values = SlotValues(fields: 0)
    for member in block.members { values.take(try value(member, block, object, line), member) }
    guard let index = values.value(.kind)?.bits, kinds.indices.contains(Int(index)) else {
      throw absent(.kind, of: block)
    }
    let (event, kind) = kinds[Int(index)]
    var fields = [Constant?](repeating: nil, count: program.events[event.index].fields.count)
    for member in block.fieldsOfKinds[event.index] {
      guard case .fieldOfKind(let name) = member.slot, let slot = program.slot(of: name, in: event) else {
        continue
      }
      fields[slot] = try value(member, block, object, line)
    }
    return ObjectRow.Kind(
      event: event, kind: kind, label: values.text(.label),
      isEnabled: values.value(.enabled).map { $0.bits != 0 },
      order: values.value(.order), fields: fields)
  }

  /// The failure of a row that lacks a required value.
  private func absent(_ slot: SourceMapping.Slot, of block: ObjectPlan) -> MemberFailure {
    let member = block.members.first { $0.slot == slot }?.paths.first?.text
    return MemberFailure(member: member, cause: block.isExported ? "is missing" : "may not be null")
  }

  // MARK: Objects of no block

  /// Why no block takes the object.
  private func unknown(_ line: JSONLine, at place: ObjectPlace) -> ObjectProblem {
    let tests = plans.flatMap(\.tests)
    var problem = ObjectProblem(place: place, cause: "")
    if let first = tests.first, plans.allSatisfy({ $0.tests.contains { $0.path.text == first.path.text } }) {
      // One member, such as `type`, tells objects apart; if its value is known, another test has failed.
      problem.member = first.path.text
      let known = tests.filter { $0.path.text == first.path.text }.flatMap { $0.test.texts }
      switch first.path.member(of: line.top, in: line) {
      case nil: problem.cause = "is missing"
      case .string(let range) where known.contains(line.text(range)):
        problem.member = nil
        problem.cause = Self.noMatch(in: tests)
      case .string(let range):
        let help = Spelling.help(for: line.text(range), among: known)
        problem.cause = "\(RowDecoder.quoted(line.text(range))) is none of the source's; \(help)"
      case .some(let content):
        problem.cause = "\(line.excerpt(content)) is none of the source's"
      }
      return problem
    }
    problem.cause = Self.noMatch(in: tests)
    return problem
  }

  private static func noMatch(in tests: [(test: SourceMapping.Test, path: ObjectPlan.Path)]) -> String {
    let list = tests.map(\.path.text).unique.map { "`\($0)`" }.joined(separator: ", ")
    return "nothing reads this object; objects are told apart by \(list)"
  }
}

/// The values of one object's members, by slot; of several for one slot the last counts.
private struct SlotValues {
  /// Those of the event's fields, or of the attributes.
  private(set) var fields: [Constant?]
  private(set) var settings: [ObjectRow.Setting] = []
  private var others: [(slot: SourceMapping.Slot, constant: Constant)] = []

  init(fields count: Int) {
    fields = Array(repeating: nil, count: count)
    others.reserveCapacity(5)
  }

  mutating func take(_ constant: Constant?, _ member: ObjectPlan.Member) {
    if let setting = member.setting {
      if let value = settingValue(constant, member) { settings.append(.init(name: setting, value: value)) }
      return
    }
    guard let constant else { return }
    switch member.slot {
    case .field(let index): fields[index] = constant
    case .attribute(let id): fields[id.index] = constant
    default: others.append((member.slot, constant))
    }
  }

  func text(_ slot: SourceMapping.Slot) -> String? {
    if case .text(let text)? = others.last(where: { $0.slot == slot })?.constant { text } else { nil }
  }

  func value(_ slot: SourceMapping.Slot) -> Value? {
    guard case .value(let value)? = others.last(where: { $0.slot == slot })?.constant else { return nil }
    return value.isUnknown ? nil : value
  }

  func instant(_ slot: SourceMapping.Slot) -> Instant? { value(slot).map { Instant($0.bits) } }

  /// Nil if the setting stays as it is.
  private func settingValue(
    _ constant: Constant?, _ member: ObjectPlan.Member
  ) -> ObjectRow.Setting.Value? {
    if case .attribute(let id) = member.slot { return constant.map { .attribute(id, $0) } }
    switch (constant, member.decoder.form) {
    case (.value(let value), .instant): return value.isUnknown ? nil : .instant(Instant(value.bits))
    case (_, .instant): return nil
    case (.text(let text), _): return .text(text)
    default: return .text(nil)
    }
  }
}
