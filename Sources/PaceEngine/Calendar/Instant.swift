/// A moment: whole milliseconds since 1970-01-01 UTC.
public struct Instant: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(_ milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }
}
