public import PaceEngine
public import PaceLanguage

extension ZoneDirectory {
  /// The zone by which a log is read: its own, else that of the program's calendar.
  ///
  /// - Parameter log: the file and the zone that it names; nil for a log that names none.
  /// - Returns: nil if neither names one.
  /// - Throws: `.data` if the system doesn't have the zone.
  public mutating func zone(
    of log: (path: String, zone: String)?, _ program: Program
  ) throws(StoreError) -> Zone? {
    guard let name = log?.zone ?? program.calendar.zone else { return nil }
    if let zone = zone(named: name) { return zone }
    guard let path = log?.path else {
      throw StoreError(.data, "there is no time zone `\(name)`", help: help(for: name))
    }
    throw StoreError(
      .data, "`\(path)` is kept in the time zone `\(name)`, which this system doesn't have",
      help: "\(help(for: name))\n`--zone ZONE` reads it in another, and "
        + "`\(LogFile.initialising(path)) --zone ZONE` keeps it in another")
  }
}
