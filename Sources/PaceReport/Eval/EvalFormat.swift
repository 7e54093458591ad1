public import PaceEngine

/// A format of `eval`, which takes the results of the subjects in order.
public protocol EvalFormat: Sendable {
  /// Whether nothing is written before the end, so that reading can start again until then.
  static var writesAtEnd: Bool { get }
  /// Whether a long subject may come in pieces, in the order of time.
  static var takesPieces: Bool { get }
  /// Which messages the machine has to fill in for this format.
  static var messages: Machine.Messages { get }

  /// The output for some subjects in a row; several parts may be filled at once, but are written in order.
  associatedtype Part: Sendable
  var emptyPart: Part { get }

  /// Writes what comes before the first subject.
  mutating func start(_ out: inout ByteBuffer)
  /// Adds a subject to a part, or a piece of one.
  mutating func add(_ run: SubjectRun, to part: inout Part)
  /// Writes a part, and empties it.
  mutating func write(_ part: inout Part, to out: inout ByteBuffer)
  /// Writes what comes after the last subject; `skipped` is how many rows could not be read, `later` how many lie
  /// after `--until`, nil without one.
  func finish(skipped: Int, later: Int?, to out: inout ByteBuffer)
}

extension EvalFormat {
  public static var writesAtEnd: Bool { false }
  public static var takesPieces: Bool { false }
  public static var messages: Machine.Messages { .all }

  public func start(_ out: inout ByteBuffer) {}
  public func finish(skipped: Int, later: Int?, to out: inout ByteBuffer) {}
}

/// A format that writes each record by itself.
extension EvalFormat where Part == ByteBuffer {
  public static var takesPieces: Bool { true }
  public var emptyPart: ByteBuffer { ByteBuffer() }

  public func write(_ part: inout ByteBuffer, to out: inout ByteBuffer) {
    // `out` is usually empty, so the part can take its place without being copied.
    if out.bytes.isEmpty { swap(&part, &out) } else { out.append(part.bytes) }
    part.removeAll()
  }
}

extension ClosedRange<Instant> {
  /// All instants.
  public static var all: Self { Instant(.min)...Instant(.max) }
}
