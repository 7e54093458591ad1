public import PaceEngine
public import PaceLanguage

/// The attributes that new subjects start with, and settings that no rule reads.
public struct SettingTable {
  let file: LogFile

  /// One value that a setting had.
  public struct Entry: Sendable {
    public var name: String
    /// As it is written in rules; nil if it was cleared.
    public var value: String?
    public var stamp: Stamp
  }

  /// Every value that was ever set, by name and then from the oldest to the newest.
  public func history() throws(StoreError) -> [Entry] {
    let rows = try file.connection.rows(
      "SELECT name, value, at, device FROM _setting ORDER BY name, at, CAST(device AS BLOB)", width: 4)
    return rows.map { row in
      Entry(
        name: row[0].text ?? "", value: row[1].text,
        stamp: Stamp(at: row[2].integer ?? 0, device: row[3].text ?? ""))
    }
  }

  /// The values in force at an instant, by name: the newest that were set for it or for earlier.
  public func inForce(at t: Instant) throws(StoreError) -> [String: String] {
    var values: [String: String] = [:]
    for entry in try history() where entry.stamp.at <= t.milliseconds { values[entry.name] = entry.value }
    return values
  }

  /// The value with which a new subject starts: the setting's, else the attribute's default.
  func initial(of attribute: Field, _ values: [String: String]) -> Constant? {
    chosen(for: attribute, values) ?? attribute.initial
  }

  /// The setting's value; nil if none is set that the attribute can hold.
  func chosen(for attribute: Field, _ values: [String: String]) -> Constant? {
    values[attribute.name.text].flatMap { file.program.kept($0, for: attribute) }
  }

  /// The settings in force whose attributes can't hold them, as other rules may have written them.
  public func outdated(at t: Instant) throws(StoreError) -> [(attribute: Field, value: String)] {
    let values = try inForce(at: t)
    return file.program.subject.attributes.compactMap { attribute in
      guard let text = values[attribute.name.text], file.program.kept(text, for: attribute) == nil else {
        return nil
      }
      return (attribute, text)
    }
  }

  /// The stamps of a value that holds from the clock's instant on, and after what was set for later.
  ///
  /// That may be what a device wrote whose clock is ahead. Two stamps, because no instant may be without the value.
  func stamps(of name: String, clock: Int64, device: String) throws(StoreError) -> [Stamp] {
    let last = try file.connection.number("SELECT max(at) FROM _setting WHERE name = ?1", [.text(name)])
    let now = Stamp(at: clock, device: device)
    let next = try file.stamps.next(after: last ?? .min, clock: clock, device: device)
    return now == next ? [now] : [now, next]
  }

  func set(_ name: String, _ value: String?, _ stamps: [Stamp]) throws(StoreError) {
    for stamp in stamps {
      try file.connection.run(
        "INSERT OR REPLACE INTO _setting VALUES (?1, ?2, ?3, ?4)",
        [.text(name), StoredValue(value)] + stamp.stored)
    }
  }
}
