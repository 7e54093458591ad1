import PaceEngine

/// One of the formats of `eval`: takes what each subject gave, in order.
protocol EvalFormat: Sendable {
  /// Whether nothing is written before the end, so that one can begin anew until then.
  static var writesAtEnd: Bool { get }

  mutating func start(_ out: inout OutputStream) throws(Failure)
  mutating func add(_ run: SubjectRun, shown: ShownSpan, to out: inout OutputStream) throws(Failure)
  func finish(skipped: Int, to out: inout OutputStream) throws(Failure)
}

extension EvalFormat {
  static var writesAtEnd: Bool { false }

  func start(_ out: inout OutputStream) throws(Failure) {}
  func finish(skipped: Int, to out: inout OutputStream) throws(Failure) {}
}

/// The instants of which entries are printed, both ends included; earlier rows count all the same.
struct ShownSpan: Sendable {
  var from = Instant(.min)
  var to = Instant(.max)

  /// Whether nothing is left out.
  var isWhole: Bool { from == Instant(.min) && to == Instant(.max) }

  func contains(_ instant: Instant) -> Bool { instant >= from && instant <= to }
}
