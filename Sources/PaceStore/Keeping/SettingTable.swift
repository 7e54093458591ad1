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
    try file.checkPlace()
    let rows = try file.connection.rows(
      "SELECT name, value, at, device FROM _setting ORDER BY name, at, CAST(device AS BLOB)", width: 4)
    return rows.map { row in
      Entry(
        name: row[0].text ?? "", value: row[1].text,
        stamp: Stamp(at: row[2].integer ?? 0, device: row[3].text ?? ""))
    }
  }

  /// The values in force, by name: those with the greatest stamps.
  func inForce() throws(StoreError) -> [String: String] { Self.inForce(try history()) }

  /// The values that the last of some entries leave in force, by name.
  public static func inForce(_ entries: some Sequence<Entry>) -> [String: String] {
    var values: [String: String] = [:]
    for entry in entries { values[entry.name] = entry.value }
    return values
  }

  /// The value with which a new subject starts: the setting's, else the attribute's default.
  func initial(
    of attribute: Field, _ values: [String: String], _ program: Program
  ) -> Constant? {
    values[attribute.name.text].flatMap { program.kept($0, for: attribute) } ?? attribute.initial
  }

  /// The settings in force whose attributes can't hold them, as other rules may have written them.
  public func outdated() throws(StoreError) -> [(attribute: Field, value: String)] {
    let values = try inForce()
    return file.program.subject.attributes.compactMap { attribute in
      guard let text = values[attribute.name.text], file.program.kept(text, for: attribute) == nil else {
        return nil
      }
      return (attribute, text)
    }
  }

  func set(_ name: String, _ value: String?, _ stamp: Stamp) throws(StoreError) {
    try file.connection.run(
      "INSERT OR REPLACE INTO _setting VALUES (?1, ?2, ?3, ?4)",
      [.text(name), StoredValue(value)] + stamp.stored)
  }
}
