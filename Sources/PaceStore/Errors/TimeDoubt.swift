public import PaceEngine

/// A column whose instants were probably read in the wrong unit, or from the wrong epoch.
public struct TimeDoubt: Equatable, Sendable {
  public var table: String
  public var column: String
  /// How many rows have an instant in it.
  public var count: Int
  public var oldest: Instant
  public var newest: Instant
  /// The encoding, as a `source` names it, that would put the instants into this century; nil if none does.
  public var likely: String?
  /// The file and line that map the column; nil for the program's own tables.
  public var place: String?
}

/// A column of wall times: times without an offset.
public struct WallTimes: Hashable, Sendable {
  /// Nil for JSON.
  public var table: String?
  /// Nil for members of objects.
  public var column: String?
  /// The zone whose clocks they show: `Europe/London`, or `the zone of each session`.
  public var zone: String
  /// The columns to which a view can add an offset, as SQL names them; empty for CSV files and JSON.
  public var mendable: [String]

  public init(table: String?, column: String?, zone: String, mendable: [String] = []) {
    self.table = table
    self.column = column
    self.zone = zone
    self.mendable = mendable
  }
}

/// The earliest and the latest instant of a column so far.
struct TimeRange {
  private(set) var count = 0
  private(set) var oldest = Int64.max
  private(set) var newest = Int64.min

  /// 1990-01-01; no log is expected to reach back that far.
  private static let first: Int64 = 631_152_000_000
  /// 2200-01-01
  private static let end: Int64 = 7_258_118_400_000

  /// How long after the clock a log's times may lie, and how long before it most logs begin, in milliseconds.
  static let (ahead, back): (Int64, Int64) = (366 * 86_400_000, 15 * 366 * 86_400_000)

  /// Whether there are instants, and all lie before `first`, from `end` on, or more than a year after the clock.
  func isDoubtful(by clock: Instant?) -> Bool {
    let latest = clock.map { $0.milliseconds + Self.ahead } ?? .max
    return count > 0 && (newest < Self.first || oldest >= Self.end || oldest > latest)
  }

  /// Whether all lie longer before the clock than most logs reach back.
  func isOld(by clock: Instant?) -> Bool {
    clock.map { newest < $0.milliseconds - Self.back } ?? false
  }

  @inline(__always)
  mutating func add(_ time: Int64) {
    // The least `Int64` stands for unknown.
    if time == .min { return }
    count &+= 1
    if time < oldest { oldest = time }
    if time > newest { newest = time }
  }
}
