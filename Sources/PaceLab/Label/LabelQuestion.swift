public import PaceEngine
public import PaceLanguage

/// A question to a person: was a notice of one rule wanted in a stretch of one subject's time?
public struct LabelQuestion: Hashable, Sendable {
  public enum Sort: Hashable, Sendable {
    /// The values in force give a notice.
    case given
    /// The values in force give none, but missed by little.
    case near
    /// The values in force give none; some other candidate values do.
    case elsewhere
  }

  public var rule: RuleID
  /// The instant of the notice, or of the miss.
  public var at: Instant
  /// The instants that the answer is about.
  public var stretch: ClosedRange<Instant>
  public var sort: Sort
  public var votes: LabelVotes
}

/// For each candidate value, whether it gives a notice in a stretch.
public struct LabelVotes: Hashable, Sendable {
  /// Neighbouring values of one axis that give a notice, as indices.
  public struct Span: Hashable, Sendable {
    public var axis: Int
    public var values: Range<Int>
  }

  /// In the order of axes and values; no two overlap.
  public var spans: [Span] = []

  /// Adds values that give a notice and come after those that are there.
  mutating func add(_ values: Range<Int>, on axis: Int) {
    if let last = spans.last, last.axis == axis, last.values.upperBound == values.lowerBound {
      spans[spans.count - 1].values = last.values.lowerBound..<values.upperBound
    } else {
      spans.append(Span(axis: axis, values: values))
    }
  }
}

/// A stretch that was answered: the answer, and what each candidate gives there.
public struct LabelAnswer: Hashable, Sendable {
  public var isWanted: Bool
  public var votes: LabelVotes
}
