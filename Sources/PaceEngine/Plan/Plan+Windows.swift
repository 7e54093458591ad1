import PaceLanguage

extension PlanTables {
  /// The window that a call looks at.
  func window(over column: ColumnID, _ window: Window) -> WindowID? {
    windowsOfColumn[column.index].first { begins(windows[$0.index].start, like: window) }
  }

  private func begins(_ start: WindowStart, like window: Window) -> Bool {
    switch window {
    case .whole: start == .whole
    case .today: start == .today
    case .thisWeek: start == .thisWeek
    case .thisMonth: start == .thisMonth
    case .newest(let count): start == .newest(count)
    case .after(let stream): columnOfStream[stream.index].map { start == .after($0) } ?? false
    case .yesterday: if case .yesterday = start { true } else { false }
    case .last(let span): if case .last(let slot) = start { slots[slot.index] == span.origin } else { false }
    }
  }
}

extension PlanTables {
  /// The column that a node looks at itself.
  func column(of id: NodeID) -> ColumnID? {
    let node = nodes[id.index]
    let parts = node.parts
    if let window = parts.window { return windows[window.index].column }
    if let series = parts.series { return self.series[series.index].column }
    if let column = parts.column { return column }
    switch node {
    case .shared(let node, _), .measured(let node): return column(of: node)
    case .against(_, let node, _):
      return nodes[node.index].traits.contains(.isComparedByRows) ? column(of: node) : nil
    case .slot, .field, .count, .sum, .aggregate, .latest, .since, .gap, .firesRule,
      .firesKind, .due, .streak, .elapsed, .clockWithin, .weekday, .date, .level, .negate, .not, .and, .or,
      .otherwise, .arithmetic, .comparison, .reaches:
      return nil
    }
  }
}

extension Operand {
  /// The origin of the slot that holds the operand.
  var origin: SlotOrigin {
    switch self {
    case .constant(let value): .constant(.value(value))
    case .param(let param): .param(param)
    case .attribute(let attribute): .attribute(attribute)
    }
  }
}
