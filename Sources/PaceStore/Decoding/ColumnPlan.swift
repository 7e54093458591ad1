internal import PaceLanguage

/// How the value of one column becomes a `Value`; flat, so that reading a row touches no reference counts.
struct ColumnPlan: Sendable {
  enum Form: UInt8, Sendable {
    /// Nothing is stored.
    case absent
    case constant, constantText
    /// A number times `scale` over `divisor`, plus `offset`.
    case scaled
    case bool, timeOfDay, date, iso8601, hoursMinutes
    case text, schedule
    /// A text, or a number as text, is replaced by its entry in `lookup`: bits, or the index of a text.
    case lookup, lookupText
  }

  var form: Form
  /// The index in the result row.
  var column = 0
  /// For a difference, the index in the result row of what is subtracted.
  var other: Int?
  var scale: Int64 = 1
  var divisor: Int64 = 1
  var offset: Int64 = 0
  /// Both ends included; the least `Int64` stands for unknown and is in no range.
  var low: Int64 = .min + 1
  var high: Int64 = .max
  /// Whether only whole numbers will do.
  var isWhole = false
  /// The index of the table for `lookup`.
  var lookup = 0
  /// The bits for a value that `lookup` lacks; nil where such a value cannot be read.
  var otherwise: Int64?
  /// The bits of `constant`, or the index of the text of `constantText`.
  var constant: Int64 = 0
  /// Whether a row without a value cannot be read.
  var isRequired = false

  /// Narrows the range to what clauses can take.
  mutating func narrow(to demands: [Demand]) {
    for demand in demands {
      low = max(low, demand.need == .positive ? 1 : 0)
      if demand.need == .whole { isWhole = true }
    }
  }

  /// Whether a value lies in the range and is whole where that is asked for.
  func allows(_ bits: Int64) -> Bool {
    bits >= low && bits <= high && (!isWhole || Need.whole.isMet(by: bits))
  }

  init(_ form: Form) {
    self.form = form
    if form == .bool {
      low = 0
      high = 1
    }
  }

  /// Whether a stored whole number gives the value's bits unchanged.
  var isAsStored: Bool { scale == 1 && divisor == 1 && offset == 0 }

  /// Whether the value rests on more than one cell.
  var restsOnRow: Bool { form == .iso8601 || other != nil }

  /// Whether the values are texts of the log, not of the source.
  var isStoredText: Bool { form == .text || form == .schedule }
}

/// How messages describe a column.
struct ColumnDescription: Sendable {
  var name: String
  /// Completes "`x` is not …".
  var expected: String
  /// Completes "`x` is outside …"; nil where every value will do.
  var range: String?
  /// How instants are stored, for a column of instants.
  var time: TimeEncoding?
  /// What clauses ask of the values.
  var demands: [Demand] = []
  /// The names that `lookup` knows.
  var choices: [String] = []
}
