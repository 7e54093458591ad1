import PaceLanguage

/// A clock span with known ends: half-open, over midnight where it ends before it starts.
struct ClockSpan {
  var start: Int64
  var end: Int64

  static let day: Int64 = 86_400_000

  /// Nil where an end differs from subject to subject.
  init?(_ start: Operand, _ end: Operand) {
    guard case .constant(let start) = start, case .constant(let end) = end else { return nil }
    self.start = start.bits
    self.end = end.bits
  }

  init?(quiet gate: Gate) {
    guard case .quiet(let start, let end) = gate.kind else { return nil }
    self.init(start, end)
  }

  var length: Int64 { (end - start + ClockSpan.day) % ClockSpan.day }

  func contains(_ time: Int64) -> Bool {
    (time - start + ClockSpan.day) % ClockSpan.day < length
  }

  /// How much of a day `spans` leave uncovered.
  static func uncovered(_ spans: [ClockSpan]) -> Int64 {
    var pieces: [(start: Int64, end: Int64)] = []
    for span in spans {
      if span.start < span.end {
        pieces.append((span.start, span.end))
      } else if span.start > span.end {
        pieces += [(span.start, day), (0, span.end)]
      }
    }
    var left: Int64 = 0
    var reached: Int64 = 0
    for piece in pieces.sorted(by: { $0.start < $1.start }) {
      left += max(0, piece.start - reached)
      reached = max(reached, piece.end)
    }
    return left + max(0, day - reached)
  }
}

extension Program {
  /// The gates that a rule's firings pass: its own, then its kind's.
  func gates(of rule: Rule) -> [Gate] {
    rule.gates + (rule.emission.map { noticeKinds[$0.kind.index].policy } ?? [])
  }
}
