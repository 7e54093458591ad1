internal import PaceEngine
internal import PaceLanguage

/// How the objects of one block of a source are read.
final class ObjectPlan {
  /// A member's keys as bytes.
  struct Path {
    let keys: [[UInt8]]
    let text: String

    init(_ path: SourceMapping.Path) {
      keys = path.keys.map { Array($0.utf8) }
      text = path.text
    }

    /// The member in an object; nil if it isn't there.
    func member(of object: Range<Int>, in line: JSONLine) -> JSONLine.Content? {
      var content = JSONLine.Content.object(object)
      for key in keys {
        guard case .object(let members) = content,
          let index = members.first(where: { line.isKey(of: $0, key.span) })
        else { return nil }
        content = line.members[index].content
      }
      return content
    }
  }

  /// A member or a constant, and what it fills.
  final class Member {
    enum Input {
      case constant(Constant?)
      case member(Path)
      case difference(Path, Path)
    }

    let slot: SourceMapping.Slot
    /// The setting that it fills, if it is one.
    let setting: String?
    let input: Input
    let decoder: MemberDecoder
    private let column: SourceMapping.Column
    /// The instants that it has given, if it fills a time of a row.
    private var times = TimeRange()

    init(
      _ column: SourceMapping.Column, of target: SourceMapping.Target, event: EventID?, _ program: Program,
      isExported: Bool = false
    ) {
      self.column = column
      slot = column.slot
      switch column.slot {
      case .setting(let name): setting = name
      case .attribute(let id) where target == .settings:
        setting = program.subject.attributes[id.index].name.text
      default: setting = nil
      }
      decoder = MemberDecoder(column, event: event, program, isExported: isExported)
      input =
        switch column.input {
        case .member(let path): .member(Path(path))
        case .difference(let later, let earlier): .difference(Path(later), Path(earlier))
        case .constant(let given):
          .constant(SlotTypes(event: event, program).resolved(given, of: column.slot))
        case .column: .constant(nil)
        }
    }

    /// Takes note of a value, if it is a time of a row.
    func note(_ value: Constant?) {
      guard slot == .at || slot == .startedAt || slot == .endedAt, case .value(let instant)? = value else {
        return
      }
      times.add(instant.bits)
    }

    /// Whether it has given a time of a row.
    var hasTimes: Bool { times.count > 0 }

    /// The doubt whether the instants so far are in the unit of the encoding.
    func doubt(in program: Program, by clock: Instant?) -> TimeDoubt? {
      guard case .member(let path) = input else { return nil }
      return times.doubt(
        of: path.text, in: "the objects", as: column.encoding, at: column.span, program, by: clock)
    }

    /// The members that it reads.
    var paths: [Path] {
      switch input {
      case .constant: []
      case .member(let path): [path]
      case .difference(let later, let earlier): [later, earlier]
      }
    }
  }

  let target: SourceMapping.Target
  let tests: [(test: SourceMapping.Test, path: Path)]
  let list: Path?
  /// What is read from every object; for the catalogue, all but fields.
  let members: [Member]
  /// For the catalogue, the fields of each event.
  let fieldsOfKinds: [[Member]]
  /// Whether objects are lines from `export`, where a missing member counts as `null` and an unknown key is an error.
  let isExported: Bool
  /// The keys of such a line, and those of `attributes` in it.
  private let outerKeys: ByteTable
  private let innerKeys: ByteTable
  /// The fields of other events, which an event's line may have if they are `null`.
  private let anyFields: ByteTable
  private let keys: [String]

  init(_ block: SourceMapping.Objects, _ program: Program, isExported: Bool = false) {
    target = block.target
    tests = block.tests.map { ($0, Path($0.path)) }
    list = block.list.map { Path($0) }
    self.isExported = isExported
    let paths = block.columns.compactMap { column in
      if case .member(let path) = column.input { path.keys } else { nil }
    }
    let outer = paths.filter { $0.count == 1 }.map { $0[0] }
    let inner = paths.filter { $0.count > 1 }.map { $0[1] }
    let event = block.target.event
    let lineKeys = event != nil ? ["event"] : ["attributes", "started_at", "ended_at"]
    outerKeys = ByteTable(outer + lineKeys)
    innerKeys = ByteTable(inner)
    anyFields = ByteTable(event == nil ? [] : program.fieldNames.map(\.name))
    keys = (outer + inner + lineKeys).unique
    let others = block.columns.filter { if case .fieldOfKind = $0.slot { false } else { true } }
    members = others.map { Member($0, of: block.target, event: event, program, isExported: isExported) }
    fieldsOfKinds = program.events.ids.map { event in
      let own = block.columns.filter { column in
        if case .fieldOfKind(let name) = column.slot {
          program.slot(of: name, in: event) != nil
        } else {
          false
        }
      }
      return own.map { Member($0, of: block.target, event: event, program) }
    }
  }

  /// Whether an object that is both blocks' is left to this one; items of different arrays are different things.
  func readsInstead(of later: ObjectPlan) -> Bool {
    guard target == later.target else { return false }
    guard let list, let other = later.list else { return true }
    return list.keys == other.keys
  }

  /// Whether an object is one of the block's.
  func takes(_ object: Range<Int>, in line: JSONLine) -> Bool {
    tests.allSatisfy { test, path in
      let content = path.member(of: object, in: line)
      guard case .isAmong(_, let values, let isNegated) = test else { return content != nil }
      let isAmong = content.map { content in values.contains { Self.isSame(content, $0, line) } } ?? false
      return isAmong != isNegated
    }
  }

  private static func isSame(
    _ content: JSONLine.Content, _ value: SourceMapping.Scalar, _ line: JSONLine
  ) -> Bool {
    switch (value, content) {
    case (.text(let text), .string(let range)): line.text(range) == text
    case (.number(let bits), .number(let range)):
      line.scaled(range, by: 1_000_000) == bits
    case (.truth(let truth), .bool(let value)): truth == value
    default: false
    }
  }

  /// What is wrong with a key of an exported line; nil for other objects, which may have any key.
  func wrongKey(_ object: Range<Int>, in line: JSONLine) -> MemberFailure? {
    guard isExported else { return nil }
    for member in line.members[object] {
      var unknown = outerKeys.find(line.bytes.span.extracting(member.key)) == nil ? member : nil
      if case .null = member.content, anyFields.find(line.bytes.span.extracting(member.key)) != nil {
        unknown = nil
      }
      if case .object(let inner) = member.content, unknown == nil {
        unknown = line.members[inner].first { innerKeys.find(line.bytes.span.extracting($0.key)) == nil }
      } else if target == .subject, line.text(member.key) == "attributes" {
        return MemberFailure(member: "attributes", cause: "is not an object")
      }
      if let unknown {
        let name = line.text(unknown.key)
        let help = Spelling.help(for: name, among: keys)
        return MemberFailure(member: name, cause: "is no key that the program knows; \(help)")
      }
    }
    return nil
  }

  /// Whether an object has every member that the block needs.
  func fits(_ object: Range<Int>, in line: JSONLine) -> Bool {
    guard takes(object, in: line) else { return false }
    if let list { return list.member(of: object, in: line) != nil }
    return members.allSatisfy { member in
      member.isOptional || member.paths.allSatisfy { $0.member(of: object, in: line) != nil }
    }
  }
}

extension ObjectPlan.Member {
  /// Whether the member may be missing: it then clears a text setting, and leaves an instant as it is.
  var isOptional: Bool { if case .setting = slot { true } else { false } }
}
