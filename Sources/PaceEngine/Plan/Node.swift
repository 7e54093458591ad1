import PaceLanguage

/// The index of an element in one list of a plan; `List` keeps the indices of different lists apart.
struct PlanIndex<List>: Hashable {
  private var number: Int32
  var index: Int { Int(number) }
  init(_ index: Int) { number = Int32(index) }
}

typealias NodeID = PlanIndex<Node>
/// The index of a constant of the subject: a literal, a parameter, an attribute, or a value folded from those.
typealias Slot = PlanIndex<SlotOrigin>
/// The index of the instants of one stream.
typealias ColumnID = PlanIndex<StreamID>
/// The index of the values of one field in one stream.
typealias SeriesID = PlanIndex<PlannedSeries>
/// The index of a window: a column and the part of it that is looked at.
typealias WindowID = PlanIndex<PlannedWindow>
/// The index of a shared value.
typealias MemoID = PlanIndex<NodeID>

/// One step of evaluation.
enum Node: Hashable {
  case slot(Slot)
  case field(FieldNameID)
  case count(WindowID)
  case sum(WindowID, SeriesID)
  case aggregate(NodeAggregate, WindowID, SeriesID)
  case latest(SeriesID)
  case since(ColumnID)
  case gap(ColumnID)
  case firesRule(RuleID)
  case firesKind(NoticeKindID)
  case due(NodeID)
  case streak(NodeID, skip: NodeID?)
  case elapsed(from: Slot, to: Slot)
  case clockWithin(from: Slot, to: Slot)
  case weekday
  case date
  case level(ScaleID)
  case negate(NodeID)
  case not(NodeID)
  case and(NodeID, NodeID)
  case or(NodeID, NodeID)
  case otherwise(NodeID, NodeID)
  case arithmetic(NodeArithmetic, NodeID, NodeID)
  case comparison(Relation, NodeID, NodeID)
  /// A comparison with a constant.
  case against(Relation, NodeID, Slot)
  /// Whether a window has at least as many events as a slot says: a comparison of a count with a constant.
  case reaches(WindowID, Slot)
  /// Another node, whose value is remembered because several ask for it.
  case shared(NodeID, MemoID)
  /// Another node; every look at it is measured.
  case measured(NodeID)
}

/// Makes one value of the known values in a window; unknown if there are none.
enum NodeAggregate {
  case least, greatest, mean, median

  /// Whether it reads single rows of its window, and not only sums or a queue.
  var readsRows: Bool {
    switch self {
    case .median: true
    case .least, .greatest, .mean: false
    }
  }

  /// How the values of its window are kept ready for it; nil if its sums are enough.
  var queue: QueueCode.Order? {
    switch self {
    case .least: .least
    case .greatest: .greatest
    case .median: .sorted
    case .mean: nil
    }
  }

  /// Roughly how much work it is, in the unit of `PlanBuilder.cost(of:)`.
  var cost: Int {
    switch self {
    case .mean: 6
    case .least, .greatest, .median: 20
    }
  }
}

/// Makes one number of two; unknown if either is unknown.
enum NodeArithmetic {
  case add
  case subtract
  /// From the right time of day to the left one, round the clock.
  case subtractTimes
  case multiply
  case divide
  case remainder
  /// The lesser and the greater of two values.
  case minimum
  case maximum
  /// The nearest multiple, and the greatest one not above.
  case rounded
  case floored

  /// The result for two known values.
  func value(_ a: Int64, _ b: Int64) -> Int64 {
    switch self {
    case .add: Arithmetic.sum(a, b)
    case .subtract: Arithmetic.difference(a, b)
    case .subtractTimes: Arithmetic.turn(a, b)
    case .multiply: Arithmetic.product(a, b)
    case .divide: Arithmetic.quotient(a, b)
    case .remainder: Arithmetic.remainder(a, b)
    case .minimum: min(a, b)
    case .maximum: max(a, b)
    case .rounded: Arithmetic.rounded(a, to: b)
    case .floored: Arithmetic.floored(a, to: b)
    }
  }

  /// Whether two values that fit may give a result that overflows.
  var canOverflow: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .rounded, .floored: true
    case .subtractTimes, .remainder, .minimum, .maximum: false
    }
  }
}

/// Where a window begins; all but `yesterday` end at the instant that is looked at.
enum WindowStart: Hashable {
  case whole
  case last(Slot)
  /// This many of the newest rows.
  case newest(Int)
  case today
  /// It ends where the window of today begins.
  case yesterday(today: WindowID)
  case thisWeek
  case thisMonth
  case after(ColumnID)
}

struct PlannedWindow: Hashable {
  var column: ColumnID
  var start: WindowStart
}

struct PlannedSeries: Hashable {
  var column: ColumnID
  var field: FieldNameID
}

/// Where a slot's value comes from when a subject begins.
enum SlotOrigin: Hashable {
  case constant(Constant)
  case param(ParamID)
  case attribute(AttributeID)
  /// A node all of whose parts are constants of the subject.
  case folded(NodeID)
  /// The least whole number that is at least a constant of the subject, or greater than it where `isMore`.
  case leastWhole(Slot, isMore: Bool)

  /// Whether it is worked out from other slots.
  var isDerived: Bool {
    switch self {
    case .folded, .leastWhole: true
    case .constant, .param, .attribute: false
    }
  }
}

/// A `streak` call.
struct PlannedStreak {
  var node: NodeID
  var condition: NodeID
  var skip: NodeID?
}
