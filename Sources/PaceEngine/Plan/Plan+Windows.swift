import PaceLanguage

extension PlanTables {
  /// The window that a call looks at.
  func window(over column: ColumnID, _ window: Window) -> WindowID? {
    windowsOfColumn[column.index].first { id in
      switch (windows[id.index].start, window) {
      case (.whole, .whole), (.today, .today), (.thisWeek, .thisWeek), (.thisMonth, .thisMonth): true
      case (.yesterday, .yesterday): true
      case (.after(let column), .after(let stream)): columnOfStream[stream.index] == column
      case (.newest(let mine), .newest(let wanted)): mine == wanted
      case (.last(let slot), .last(let operand)): slots[slot.index] == operand.origin
      default: false
      }
    }
  }
}

extension PlanTables {
  /// The column that a node looks at itself.
  func column(of id: NodeID) -> ColumnID? {
    switch nodes[id.index] {
    case .shared(let node, _), .measured(let node): column(of: node)
    case .count(let window), .reaches(let window, _), .sum(let window, _), .least(let window, _),
      .greatest(let window, _), .mean(let window, _), .median(let window, _):
      windows[window.index].column
    case .latest(let series): self.series[series.index].column
    case .since(let column), .gap(let column): column
    case .against(_, let node, _):
      switch nodes[node.index] {
      case .sum, .since: column(of: node)
      default: nil
      }
    case .slot, .field, .firesRule, .firesKind, .due, .streak, .elapsed, .clockWithin, .weekday, .date,
      .level, .negate, .not, .and, .or, .otherwise, .add, .subtract, .subtractTimes, .multiply, .divide,
      .remainder, .minimum, .maximum, .rounded, .floored, .comparison:
      nil
    }
  }
}

extension Operand {
  /// The slot that holds it.
  var origin: SlotOrigin {
    switch self {
    case .constant(let value): .constant(.value(value))
    case .param(let param): .param(param)
    case .attribute(let attribute): .attribute(attribute)
    }
  }
}
