import PaceEngine
public import PaceLanguage

/// Counts of rows and notices; the layout says what each place counts.
public struct Tally: Sendable, Equatable {
  public internal(set) var rows = 0
  /// One for each kind of the layout.
  public internal(set) var kinds: [Int]
  /// One for each sum of the layout, in the bits of a number.
  private var totals: [Int128]
  /// One for each notice kind of the layout.
  public internal(set) var notices: [Int]

  public init(_ layout: TallyLayout) {
    kinds = layout.kinds.map { _ in 0 }
    totals = layout.sums.map { _ in 0 }
    notices = Array(repeating: 0, count: layout.noticeKinds.count)
  }

  /// One number for each sum of the layout; unknown if it does not fit.
  public var sums: [Value] { totals.map { Value(total: $0) } }

  /// - Parameter sum: the place of a sum in the layout.
  mutating func add(_ value: Value, to sum: Int) {
    if !value.isUnknown { totals[sum] += Int128(value.bits) }
  }

  mutating func add(_ other: Tally) {
    rows += other.rows
    for index in kinds.indices { kinds[index] += other.kinds[index] }
    for index in totals.indices { totals[index] += other.totals[index] }
    for index in notices.indices { notices[index] += other.notices[index] }
  }
}

/// The kinds and sums that a program's rows are counted by.
public struct TallyLayout: Sendable {
  /// A number field that is added up, and its name.
  public struct Sum: Sendable {
    public var name: String
    var event: EventID
    var field: Int
  }

  /// The kinds of each event, then its own name for rows without a kind.
  public let kinds: [String]
  public let sums: [Sum]
  /// The kinds of notices that the program has, and those that it had.
  public let noticeKinds: [String]
  /// Where the kinds of each event begin.
  private let firstKinds: [Int]

  /// - Parameter otherKinds: kinds of notices that the program no longer has.
  public init(_ program: Program, otherKinds: [String] = []) {
    var kinds: [String] = []
    var firstKinds: [Int] = []
    var sums: [Sum] = []
    for (index, event) in program.events.enumerated() {
      firstKinds.append(kinds.count)
      kinds += event.kinds.map { $0.name.text } + [event.name.text]
      sums += program.summedFields(of: EventID(index)).map { field in
        Sum(name: event.fields[field].name.text, event: EventID(index), field: field)
      }
    }
    // Two events may have fields of one name, whose sums are not to be mistaken for each other.
    let fields = sums.map { $0.name }
    self.kinds = kinds
    self.firstKinds = firstKinds
    self.sums = sums.map { sum in
      guard fields.count(where: { $0 == sum.name }) > 1 else { return sum }
      let owner = program.events[sum.event.index].name.text
      return Sum(name: "\(owner).\(sum.name)", event: sum.event, field: sum.field)
    }
    noticeKinds = program.noticeKinds.map { $0.name } + otherKinds
  }

  /// The place of a row's kind in `kinds`.
  func kind(of event: EventRecord, in program: Program) -> Int {
    let known = program.events[event.event.index].kinds.count
    return firstKinds[event.event.index] + min(event.kind?.index ?? known, known)
  }

  /// The place of a notice's kind in `noticeKinds`.
  func place(of notice: ToldNotice) -> Int? { noticeKinds.firstIndex { $0 == notice.kind } }

  /// Counts a row whose fields have their defaults filled in.
  func count(_ event: EventRecord, kind: Int, in tally: inout Tally) {
    tally.rows += 1
    tally.kinds[kind] += 1
    for (index, sum) in sums.enumerated() where sum.event == event.event {
      tally.add(event.values[sum.field], to: index)
    }
  }

  /// The kinds that were counted: the commonest first, equally common ones by name.
  public func ranked(_ tally: Tally) -> [(name: String, count: Int)] {
    zip(kinds, tally.kinds).filter { $1 > 0 }.map { (name: $0, count: $1) }
      .sorted { (-$0.count, $0.name) < (-$1.count, $1.name) }
  }
}

extension Program {
  /// The fields of an event whose values are added up: numbers whose values don't replace one another.
  public func summedFields(of event: EventID) -> [Int] {
    let fields = events[event.index].fields
    return fields.indices.filter { fields[$0].type == .number && !replaces($0, of: event) }
  }

  /// Whether each value of a field replaces the one before, as in `latest(retarget.goal) else target`, so that
  /// a sum of them means nothing.
  private func replaces(_ field: Int, of event: EventID) -> Bool {
    expressions.contains { node in
      guard let newest = node.operation.replaceable, let fallback = node.operation.children.last,
        let reading = self[newest].operation.reading, reading.aggregate == nil, let name = reading.field,
        self[fallback].operation.operand != nil, self[fallback].operation.constant == nil
      else { return false }
      return fieldNames[name.index].slots[event.index] == field
        && loggedEvents(of: reading.stream).contains(event)
    }
  }
}
