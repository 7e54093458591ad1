/// What a log's file gained from others.
public struct MergeGain: Hashable, Sendable {
  /// How much of something there is, and the devices that it comes from, where they are known.
  public struct Share: Hashable, Sendable {
    public var count = 0
    public var devices: Set<String> = []

    public init() {}

    public mutating func add(_ count: Int, from device: String?) {
      self.count += count
      if let device, !device.isEmpty { devices.insert(device) }
    }
  }

  /// Rows that came, by table.
  public var more: [String: Int] = [:]
  /// Rows that went, by table.
  public var gone: [String: Share] = [:]
  /// Values that changed in rows that were there before.
  public var values = Share()
  public var settings = Share()
  public var kinds = Share()

  public init() {}

  public var isEmpty: Bool {
    more.isEmpty && gone.isEmpty && values.count + settings.count + kinds.count == 0
  }
}

/// The outcome of merging files.
public struct MergeOutcome: Sendable {
  /// The files that were written, with what each gained.
  public var files: [(path: String, gain: MergeGain)] = []
  /// Devices whose stamps lie well after the clock, and by how many milliseconds.
  public var ahead: [(device: String, by: Int64)] = []
  /// Other files whose device has the name of this file's.
  public var sameDevice: [String] = []
  /// Subjects that are open side by side.
  public var open: [String] = []
  /// Deleted subjects with the number of rows that have come under their ids since.
  public var strays: [(subject: String, rows: Int)] = []
  /// How many rows the tables hold now: the subject's, the events', the notices.
  public var now: [(table: String, rows: Int)] = []

  public init() {}
}
