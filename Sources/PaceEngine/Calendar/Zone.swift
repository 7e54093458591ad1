/// A time zone as a table of offsets, read once by whoever starts the engine.
public struct Zone: Hashable, Sendable {
  /// From `start` on, local time is UTC plus `offset`.
  public struct Transition: Hashable, Sendable {
    /// Unix milliseconds.
    public var start: Int64
    /// Milliseconds east of UTC.
    public var offset: Int64

    public init(start: Int64, offset: Int64) {
      self.start = start
      self.offset = offset
    }
  }

  /// The zone's name, such as `Europe/London`.
  public let name: String
  /// The offset before the first transition, in milliseconds east of UTC.
  public let initialOffset: Int64
  /// In order of `start`.
  public let transitions: [Transition]

  public init(name: String, initialOffset: Int64, transitions: [Transition]) {
    self.name = name
    self.initialOffset = initialOffset
    self.transitions = transitions
  }

  public static let utc = Zone(name: "UTC", initialOffset: 0, transitions: [])
}
