/// What a log's file gained from others.
public struct MergeGain: Hashable, Sendable {
  /// A count of rows, values or settings, and the known devices that they come from.
  public struct Share: Hashable, Sendable {
    public var count = 0
    public var devices: Set<String> = []

    public init() {}

    public mutating func add(_ count: Int, from device: String?) {
      self.count += count
      if let device, !device.isEmpty { devices.insert(device) }
    }
  }

  /// Rows that were added, by table.
  public var more: [String: Int] = [:]
  /// Rows that were removed, by table.
  public var gone: [String: Share] = [:]
  /// Values that changed in rows that were there before.
  public var values = Share()
  /// Settings whose value in force changed.
  public var settings = Share()
  /// Kinds whose values in the catalogue changed.
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
  /// Devices whose stamps are well ahead of the clock, and by how many milliseconds.
  public var ahead: [(device: String, by: Int64)] = []
  /// Device names that several of the files have, with the paths of those files in the order of merging.
  public var sharedDevices: [(device: String, paths: [String])] = []
  /// Rows that no other file can take because they have no id, counted by file and table.
  public var withoutID: [(path: String, table: String, rows: Int)] = []
  /// Files that lost rows but may still hold their bytes, because a reader keeps them from being overwritten.
  public var unoverwritten: [String] = []
  /// Subjects that are open at the same time.
  public var open: [String] = []
  /// Deleted subjects, with the number of rows that have arrived under their ids since.
  public var strays: [(subject: String, rows: Int)] = []
  /// How many rows the tables hold now: the subject's, the events', the notices.
  public var now: [(table: String, rows: Int)] = []

  public init() {}
}
