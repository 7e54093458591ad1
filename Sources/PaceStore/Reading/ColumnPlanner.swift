import PaceEngine
import PaceLanguage

/// Makes the plans of one table's columns, and collects the tables and texts that they look up.
struct ColumnPlanner {
  let program: Program
  /// Whether the table is a CSV file, whose cells are texts.
  private let isCSV: Bool
  /// Whether it is a table of a log that pace keeps.
  private let isKept: Bool
  /// The expressions between `SELECT` and `FROM`.
  private(set) var selected: [String] = []
  private(set) var lookups: [ByteTable] = []
  private(set) var texts: [String] = []

  init(_ program: Program, isCSV: Bool, isKept: Bool) {
    self.program = program
    self.isCSV = isCSV
    self.isKept = isKept
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
    if isCSV, [.iso8601, .timeOfDay, .date, .hoursMinutes].contains(plan.form) {
      return select(sql: SQLText.time(ofText: column, orNumber: plan.takesNumbers))
    }
    if isCSV, plan.form == .scaled {
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
    var plan = instants(time)
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
    var description = ColumnDescription(name: "", expected: expected)
    switch column?.input {
    case .constant(let given): return (constant(given, among: names), description)
    case .column(let name):
      description.name = name
      if let plan = mapped(name, column?.encoding, among: names, &description) { return (plan, description) }
      description.choices = names
      return (lookup(sql: SQLText.name(name), ByteTable(names)), description)
    // Members belong to objects, never to rows, and no name is a difference.
    case nil, .member, .difference: return (ColumnPlan(.absent), description)
    }
  }

  /// The plan for the device, which is never a reason to skip a row: anything but a text counts as none.
  mutating func device(_ column: Layout.Column?) -> (ColumnPlan, ColumnDescription) {
    let description = ColumnDescription(name: "device", expected: "a text")
    guard let sql = column?.deviceSQL(isCSV: isCSV) else { return (ColumnPlan(.absent), description) }
    var plan = ColumnPlan(.text)
    plan.column = select(sql: sql)
    return (plan, description)
  }

  /// The plan for a field or an attribute.
  mutating func field(_ field: Field, _ column: Layout.Column?) -> (ColumnPlan, ColumnDescription) {
    var description = ColumnDescription(
      name: field.name.text, expected: field.type.expectation(in: program))
    description.effectIfUnreadable = field.effectIfUnreadable
    description.isKept = isKept
    guard let column else { return (ColumnPlan(.absent), description) }
    var plan: ColumnPlan
    switch column.input {
    case .constant(let given): return (constant(given, among: names(field.type)), description)
    case .column(let name):
      description.name = name
      if let map = mapped(name, column.encoding, among: names(field.type), &description) {
        plan = map
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
      description.range = program.text(of: range, type: field.type)
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
    case .duration: plan = durations(encoding)
    case .bool: plan = ColumnPlan(.bool)
    case .time: plan = ColumnPlan(.timeOfDay)
    case .date: plan = ColumnPlan(.date)
    case .text: plan = ColumnPlan(.text)
    case .schedule: plan = ColumnPlan(.schedule)
    case .preset, .enumeration, .weekday, .level:
      return lookup(sql: SQLText.name(name), ByteTable(choices(type)))
    }
    plan.column = select(name, for: plan)
    return plan
  }

  /// The plan for a duration that is the difference of two columns in one encoding.
  private mutating func difference(
    _ later: SourceMapping.Path, _ earlier: SourceMapping.Path, _ encoding: SourceMapping.Encoding
  ) -> (ColumnPlan, TimeEncoding?) {
    let time = encoding.isOfInstant ? TimeEncoding(encoding) : nil
    var plan = time.map { instants($0) } ?? durations(encoding)
    plan.column = select(later.text, for: plan)
    plan.other = select(earlier.text, for: plan)
    return (plan, time)
  }

  private func instants(_ time: TimeEncoding) -> ColumnPlan {
    var plan = ColumnPlan(time.isText ? .iso8601 : .scaled)
    (plan.scale, plan.divisor) = (time.scale, time.divisor)
    return plan
  }

  private func durations(_ encoding: SourceMapping.Encoding) -> ColumnPlan {
    var plan = ColumnPlan(encoding == .hoursMinutes ? .hoursMinutes : .scaled)
    (plan.scale, plan.divisor) = encoding.durationUnit
    return plan
  }

  /// The plan for a column with a map; nil if the encoding is none.
  private mutating func mapped(
    _ name: String, _ encoding: SourceMapping.Encoding?, among names: [String]?,
    _ description: inout ColumnDescription
  ) -> ColumnPlan? {
    guard case .map(let entries, let otherwise) = encoding else { return nil }
    description.choices = entries.map(\.from.stored)
    description.isMapped = true
    var table = ByteTable()
    for entry in entries {
      if let bits = bits(of: entry.to, among: names) {
        table.insert(Array(entry.from.stored.utf8), value: bits)
      }
    }
    let column = SQLText.name(name)
    var plan = lookup(sql: isCSV ? SQLText.key(ofText: column, among: entries) : column, table)
    plan.otherwise = otherwise.flatMap { bits(of: $0, among: names) }
    if names == nil { plan.form = .lookupText }
    return plan
  }

  /// A constant's value: of a text its index in `names`, or in `texts` if any text will do.
  private mutating func bits(of constant: Constant, among names: [String]?) -> Int64? {
    switch constant {
    case .value(let value): return value.bits
    case .text(let text):
      if let names { return names.firstIndex(of: text).map { Int64($0) } }
      texts.append(text)
      return Int64(texts.count - 1)
    }
  }

  private mutating func lookup(sql: String, _ table: ByteTable) -> ColumnPlan {
    var plan = ColumnPlan(.lookup)
    plan.column = select(sql: sql)
    plan.lookup = lookups.count
    lookups.append(table)
    return plan
  }

  private mutating func constant(_ constant: Constant, among names: [String]?) -> ColumnPlan {
    guard let bits = bits(of: constant, among: names) else { return ColumnPlan(.absent) }
    let isText = if case .text = constant { names == nil } else { false }
    var plan = ColumnPlan(isText ? .constantText : .constant)
    plan.constant = bits
    return plan
  }

  /// The names that a type's texts stand for; nil if any text is a value.
  private func names(_ type: ValueType) -> [String]? {
    type == .text || type == .schedule ? nil : choices(type)
  }

  private func choices(_ type: ValueType) -> [String] { program.names(of: type) ?? [] }
}

extension Layout.Column {
  /// The SQL for the text of a device.
  fileprivate func deviceSQL(isCSV: Bool) -> String? {
    switch input {
    case .constant(let constant): return SQLText.literal(constant)
    case .member, .difference: return nil
    case .column(let name):
      let column = SQLText.name(name)
      let text = "CAST(\(column) AS TEXT)"
      guard case .map(let entries, let otherwise) = encoding else {
        return "CASE typeof(\(column)) WHEN 'blob' THEN NULL ELSE \(text) END"
      }
      let key = isCSV ? SQLText.key(ofText: column, among: entries) : text
      let cases = entries.map { "WHEN \(SQLText.literal($0.from.stored)) THEN \(SQLText.literal($0.to))" }
      let other = otherwise.map { "WHEN \(column) IS NOT NULL THEN \(SQLText.literal($0))" }
      let known = cases.isEmpty ? "NULL" : "CASE \(key) \(cases.joined(separator: " ")) END"
      return other.map { "ifnull(\(known), CASE \($0) END)" } ?? known
    }
  }
}
