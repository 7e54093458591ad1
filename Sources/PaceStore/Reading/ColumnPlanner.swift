import PaceEngine
import PaceLanguage

/// Makes the plans of one table's columns, and collects the tables and texts that they look up.
struct ColumnPlanner {
  let program: Program
  /// Whether the table is a CSV file, whose cells are texts.
  private let isCSV: Bool
  /// The expressions between `SELECT` and `FROM`.
  private(set) var selected: [String] = []
  private(set) var lookups: [ByteTable] = []
  private(set) var texts: [String] = []

  init(_ program: Program, isCSV: Bool) {
    self.program = program
    self.isCSV = isCSV
  }

  /// The index of a column in the result row.
  mutating func select(_ name: String) -> Int { select(sql: SQLText.name(name)) }

  /// The index of an expression in the result row.
  private mutating func select(sql: String) -> Int {
    if let index = selected.firstIndex(of: sql) { return index }
    selected.append(sql)
    return selected.count - 1
  }

  /// The index of a column whose values a plan reads.
  private mutating func select(_ name: String, for plan: ColumnPlan) -> Int {
    let column = SQLText.name(name)
    if isCSV, plan.form == .bool { return select(sql: SQLText.truth(ofText: column)) }
    if isCSV, plan.form == .scaled || plan.takesNumbers {
      return select(sql: SQLText.number(ofText: column))
    }
    return select(sql: column)
  }

  /// The plan for an instant that no pack declares: `at`, `started_at` or `ended_at`.
  mutating func instant(_ column: Layout.Column?) -> (ColumnPlan, ColumnDescription) {
    guard let column, case .column(let name) = column.input else {
      return (ColumnPlan(.absent), ColumnDescription(name: "", expected: ""))
    }
    let time = TimeEncoding(column.encoding)
    var plan = ColumnPlan(time.isText ? .iso8601 : .scaled)
    plan.scale = time.scale
    plan.divisor = time.divisor
    plan.offset = time.offset
    plan.takesNumbers = column.takesNumbers
    plan.column = select(name, for: plan)
    plan.low = Instant.milliseconds.lowerBound
    plan.high = Instant.milliseconds.upperBound
    return (plan, ColumnDescription(name: name, expected: time.expected, time: time))
  }

  /// The plan for a column that names a kind or a rule; its values are indices in `names`.
  mutating func name(
    _ column: Layout.Column?, of names: [String], expected: String
  ) -> (ColumnPlan, ColumnDescription) {
    guard let column else { return (ColumnPlan(.absent), ColumnDescription(name: "", expected: "")) }
    let known = ByteTable(names)
    switch column.input {
    case .constant(.text(let text)):
      return (constant(known.find(Array(text.utf8))), ColumnDescription(name: "", expected: expected))
    case .constant(.value(let value)):
      return (constant(value.bits), ColumnDescription(name: "", expected: expected))
    case .column(let name):
      var description = ColumnDescription(name: name, expected: expected, choices: names)
      guard case .map(let entries, let otherwise) = column.encoding else {
        return (lookup(name, known), description)
      }
      var table = ByteTable()
      for entry in entries { insert(entry, in: &table) { known.find(Array($0.utf8)) } }
      description.choices = entries.map(\.from)
      var plan = lookup(name, table)
      plan.otherwise = otherwise.flatMap { bits(of: $0) { known.find(Array($0.utf8)) } }
      return (plan, description)
    // Members belong to objects, never to rows, and no name is a difference.
    case .member, .difference: return (ColumnPlan(.absent), ColumnDescription(name: "", expected: expected))
    }
  }

  /// The plan for the device, which is never a reason to skip a row: anything but a text counts as none.
  mutating func device(_ column: Layout.Column?) -> (ColumnPlan, ColumnDescription) {
    let description = ColumnDescription(name: "device", expected: "a text")
    guard let sql = column?.deviceSQL else { return (ColumnPlan(.absent), description) }
    var plan = ColumnPlan(.text)
    plan.column = select(sql: sql)
    return (plan, description)
  }

  /// The plan for a field or an attribute.
  mutating func field(_ field: Field, _ column: Layout.Column?) -> (ColumnPlan, ColumnDescription) {
    var description = ColumnDescription(name: field.name.text, expected: expected(field.type))
    guard let column else { return (ColumnPlan(.absent), description) }
    var plan: ColumnPlan
    switch column.input {
    case .constant(.value(let value)): return (constant(value.bits), description)
    case .constant(.text(let text)): return (constant(text, of: field.type), description)
    case .column(let name):
      description.name = name
      if case .map(let entries, let otherwise) = column.encoding {
        plan = mapped(name, entries, otherwise, to: field.type)
        description.choices = entries.map(\.from)
        description.expected = "one of the values that the source names"
      } else {
        plan = stored(name, field.type, column.encoding)
        description.choices = choices(field.type)
        if column.encoding == .hoursMinutes { description.expected = "a duration as H:MM or H:MM:SS" }
      }
    case .difference(let later, let earlier):
      (plan, description.time) = difference(later, earlier, column.encoding)
      description.name = "\(later.text) - \(earlier.text)"
      description.parts = [later.text, earlier.text]
      description.expected = description.time?.expected ?? description.expected
    case .member: return (ColumnPlan(.absent), description)
    }
    if let range = field.range {
      plan.low = max(range.lowerBound, plan.low)
      plan.high = range.upperBound
      description.range =
        program.text(of: Value(range.lowerBound), type: field.type) + " .. "
        + program.text(of: Value(range.upperBound), type: field.type)
    }
    plan.narrow(to: field.demands)
    description.demands = field.demands
    return (plan, description)
  }

  private mutating func stored(
    _ name: String, _ type: ValueType, _ encoding: SourceMapping.Encoding
  ) -> ColumnPlan {
    var plan: ColumnPlan
    switch type {
    case .number:
      plan = ColumnPlan(.scaled)
      plan.scale = 1_000_000
    case .duration:
      plan = ColumnPlan(encoding == .hoursMinutes ? .hoursMinutes : .scaled)
      (plan.scale, plan.divisor) = encoding.durationUnit
    case .bool: plan = ColumnPlan(.bool)
    case .time: plan = ColumnPlan(.timeOfDay)
    case .date: plan = ColumnPlan(.date)
    case .text: plan = ColumnPlan(.text)
    case .schedule: plan = ColumnPlan(.schedule)
    case .preset, .enumeration, .weekday, .level: return lookup(name, ByteTable(choices(type)))
    }
    plan.column = select(name, for: plan)
    return plan
  }

  /// The plan for a duration that is the difference of two columns in one encoding.
  private mutating func difference(
    _ later: SourceMapping.Path, _ earlier: SourceMapping.Path, _ encoding: SourceMapping.Encoding
  ) -> (ColumnPlan, TimeEncoding?) {
    var plan: ColumnPlan
    var time: TimeEncoding?
    if encoding.isOfInstant {
      let read = TimeEncoding(encoding)
      plan = ColumnPlan(read.isText ? .iso8601 : .scaled)
      (plan.scale, plan.divisor) = (read.scale, read.divisor)
      time = read
    } else {
      plan = ColumnPlan(encoding == .hoursMinutes ? .hoursMinutes : .scaled)
      (plan.scale, plan.divisor) = encoding.durationUnit
    }
    plan.column = select(later.text, for: plan)
    plan.other = select(earlier.text, for: plan)
    return (plan, time)
  }

  private mutating func mapped(
    _ name: String, _ entries: [SourceMapping.Entry], _ otherwise: Constant?, to type: ValueType
  ) -> ColumnPlan {
    var table = ByteTable()
    let isText = type == .text || type == .schedule
    let names = ByteTable(choices(type))
    func index(of text: String) -> Int64? {
      guard isText else { return names.find(Array(text.utf8)) }
      texts.append(text)
      return Int64(texts.count - 1)
    }
    for entry in entries { insert(entry, in: &table, index: index) }
    var plan = lookup(name, table)
    plan.otherwise = otherwise.flatMap { bits(of: $0, index: index) }
    if isText { plan.form = .lookupText }
    return plan
  }

  private func insert(
    _ entry: SourceMapping.Entry, in table: inout ByteTable, index: (String) -> Int64?
  ) {
    if let bits = bits(of: entry.to, index: index) { table.insert(Array(entry.from.utf8), value: bits) }
  }

  private func bits(of constant: Constant, index: (String) -> Int64?) -> Int64? {
    switch constant {
    case .value(let value): value.bits
    case .text(let text): index(text)
    }
  }

  private mutating func lookup(_ name: String, _ table: ByteTable) -> ColumnPlan {
    var plan = ColumnPlan(.lookup)
    plan.column = select(name)
    plan.lookup = lookups.count
    lookups.append(table)
    return plan
  }

  private func constant(_ bits: Int64?) -> ColumnPlan {
    guard let bits else { return ColumnPlan(.absent) }
    var plan = ColumnPlan(.constant)
    plan.constant = bits
    return plan
  }

  private mutating func constant(_ text: String, of type: ValueType) -> ColumnPlan {
    guard type == .text || type == .schedule else {
      return constant(ByteTable(choices(type)).find(Array(text.utf8)))
    }
    var plan = ColumnPlan(.constantText)
    plan.constant = Int64(texts.count)
    texts.append(text)
    return plan
  }

  private func choices(_ type: ValueType) -> [String] { (program.names(of: type) ?? []) }

  private func expected(_ type: ValueType) -> String { type.expectation(in: program) }
}

extension Layout.Column {
  /// The SQL for the text of a device.
  fileprivate var deviceSQL: String? {
    switch input {
    case .constant(let constant): return SQLText.literal(constant)
    case .member, .difference: return nil
    case .column(let name):
      let column = SQLText.name(name)
      let text = "CAST(\(column) AS TEXT)"
      guard case .map(let entries, let otherwise) = encoding else {
        return "CASE typeof(\(column)) WHEN 'blob' THEN NULL ELSE \(text) END"
      }
      let cases = entries.map { "WHEN \(SQLText.literal($0.from)) THEN \(SQLText.literal($0.to))" }
      let other = otherwise.map { "WHEN \(column) IS NOT NULL THEN \(SQLText.literal($0))" }
      let known = cases.isEmpty ? "NULL" : "CASE \(text) \(cases.joined(separator: " ")) END"
      return other.map { "ifnull(\(known), CASE \($0) END)" } ?? known
    }
  }
}
