/// What a node refers to directly.
struct NodeParts {
  /// The nodes that it is made of.
  var children: [NodeID] = []
  var slots: [Slot] = []
  var window: WindowID?
  var series: SeriesID?
  var column: ColumnID?
}

struct NodeTraits: OptionSet {
  let rawValue: UInt8

  /// Its value rests on more than its children: the log, the clock, or memory.
  static let readsMore = NodeTraits(rawValue: 1)
  /// A look at it is no work, so it is not measured.
  static let isImmediate = NodeTraits(rawValue: 2)
  /// Its value may change within an instant with nothing logged and nothing fired, or is kept elsewhere (a streak).
  static let isFleeting = NodeTraits(rawValue: 4)
  /// A comparison with a constant looks through it, at the rows themselves.
  static let isComparedByRows = NodeTraits(rawValue: 8)
  /// A look at it notes, for tracking, what its own slots were used for; its children note theirs.
  static let notesSlots = NodeTraits(rawValue: 16)
  /// It reads the single rows of its window, not only sums of them.
  static let readsRows = NodeTraits(rawValue: 32)
  /// Its value rests on the present instant, whatever is logged.
  static let readsClock = NodeTraits(rawValue: 64)
}

/// Facts about nodes, each in one place.
extension Node {
  var parts: NodeParts {
    switch self {
    case .slot(let slot): NodeParts(slots: [slot])
    case .count(let window): NodeParts(window: window)
    case .sum(let window, let series), .aggregate(_, let window, let series):
      NodeParts(window: window, series: series)
    case .latest(let series): NodeParts(series: series)
    case .since(let column), .gap(let column): NodeParts(column: column)
    case .elapsed(let from, let to), .clockWithin(let from, let to): NodeParts(slots: [from, to])
    case .streak(let condition, let skip): NodeParts(children: skip.map { [condition, $0] } ?? [condition])
    case .negate(let a), .not(let a), .due(let a), .shared(let a, _), .measured(let a):
      NodeParts(children: [a])
    case .and(let a, let b), .or(let a, let b), .otherwise(let a, let b), .arithmetic(_, let a, let b),
      .comparison(_, let a, let b):
      NodeParts(children: [a, b])
    case .against(_, let a, let slot): NodeParts(children: [a], slots: [slot])
    case .reaches(let window, let slot): NodeParts(slots: [slot], window: window)
    case .field, .firesRule, .firesKind, .weekday, .date, .level: NodeParts()
    }
  }

  var children: [NodeID] { parts.children }

  /// The slot, if the node does nothing but read one.
  var slot: Slot? { if case .slot(let slot) = self { slot } else { nil } }

  var traits: NodeTraits {
    switch self {
    case .slot: [.isImmediate, .notesSlots]
    case .field: [.isImmediate, .isFleeting, .readsMore]
    case .firesRule, .firesKind, .level, .streak: [.isFleeting, .readsMore]
    case .sum, .since: [.isComparedByRows, .readsMore]
    case .against: .notesSlots
    case .reaches: [.notesSlots, .readsMore]
    case .aggregate(let aggregate, _, _): aggregate.readsRows ? [.readsRows, .readsMore] : .readsMore
    case .count, .latest, .gap: .readsMore
    case .due, .elapsed, .clockWithin, .weekday, .date: [.readsMore, .readsClock]
    case .negate, .not, .and, .or, .otherwise, .arithmetic, .comparison, .shared, .measured: []
    }
  }
}
