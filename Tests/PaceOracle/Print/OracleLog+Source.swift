extension OracleLog {
  /// The log as a runnable scenario; nil for a log with neither a start nor rows.
  public func scenario(named name: String, expecting firings: [OracleFiring] = []) -> String? {
    guard let start = [startedAt, rows.first?.at].compactMap({ $0 }).first else { return nil }
    func point(_ at: Int64) -> String {
      at >= start ? "+" + OracleText.duration(at - start) : OracleText.instant(at, in: zone)
    }
    var lines = ["  start \(OracleText.instant(start, in: zone))", "  zone \"\(zone.name)\""]
    if let preset { lines.append("  preset \(preset)") }
    for setting in settings { lines.append("  set \(setting.name) = \(setting.value.source)") }
    if !attributes.isEmpty {
      let values = attributes.map { "\($0.name) = \($0.value.source)" }
      lines.append("  subject { \(values.joined(separator: ", ")) }")
    }
    for row in rows {
      let values = row.values.map { "\($0.name) = \($0.value.source)" }
      let block = values.isEmpty ? "" : " { \(values.joined(separator: ", ")) }"
      lines.append("  at \(point(row.at)) \(row.kind ?? row.event)\(block)")
    }
    for notice in given { lines.append("  given \(notice.rule) at \(point(notice.at))") }
    if let endedAt { lines.append("  ended at \(point(endedAt))") }
    if let until { lines.append("  until \(point(until))") }
    for firing in firings { lines.append("  expect \(firing.rule) at \(point(firing.at))") }
    return "scenario \"\(name)\" {\n" + lines.joined(separator: "\n") + "\n}\n"
  }
}
