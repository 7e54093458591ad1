import PaceLanguage

extension Plan {
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
