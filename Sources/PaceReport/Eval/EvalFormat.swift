package import PaceEngine

/// One of the formats of `eval`: takes what each subject gave, in order.
package protocol EvalFormat: Sendable {
  /// Whether nothing is written before the end, so that reading can start again until then.
  static var writesAtEnd: Bool { get }
  /// The messages that it writes as they were filled in.
  static var messages: Machine.Messages { get }

  mutating func start(_ out: inout ByteBuffer)
  mutating func add(_ run: SubjectRun, shown: ShownSpan, to out: inout ByteBuffer)
  func finish(skipped: Int, to out: inout ByteBuffer)
}

extension EvalFormat {
  package static var writesAtEnd: Bool { false }
  package static var messages: Machine.Messages { .all }

  package func start(_ out: inout ByteBuffer) {}
  package func finish(skipped: Int, to out: inout ByteBuffer) {}
}

/// The instants whose entries are printed, both ends included; earlier rows count all the same.
package struct ShownSpan: Sendable {
  package var from = Instant(.min)
  package var to = Instant(.max)

  package init() {}

  /// Whether nothing is left out.
  var isWhole: Bool { from == Instant(.min) && to == Instant(.max) }

  func contains(_ instant: Instant) -> Bool { instant >= from && instant <= to }
}
