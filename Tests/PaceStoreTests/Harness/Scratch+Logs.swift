import PaceEngine
import PaceLanguage
import PaceStore
import Testing

extension Scratch {
  /// Makes a log at a path in the folder.
  @discardableResult
  func makeLog(
    _ program: Program, at name: String = "log.db", clock: Instant = SmallLog.now,
    _ change: (inout LogFile.Making) -> Void = { _ in }
  ) throws -> LogFile {
    var making = LogFile.Making()
    change(&making)
    return try LogFile.make(
      path(name), program: program, making, clock: clock, zone: .utc, zones: ZoneDirectory()
    ).file
  }
}

/// The system's zone of a name.
func zone(_ name: String) throws -> Zone {
  var zones = ZoneDirectory()
  let zone = zones.zone(named: name)
  return try #require(zone)
}
