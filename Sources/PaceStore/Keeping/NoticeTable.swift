public import PaceEngine
import PaceLanguage

/// The notices that were given.
public struct NoticeTable {
  let file: LogFile

  private var isPerDay: Bool { file.program.subject.isPerDay }

  func id(of notice: KeptNotice) -> String { notice.id(isPerDay: isPerDay) }

  /// The id in `_gone` of a notice that one device gave.
  static func goneID(_ id: String, device: String) -> String { "\(id)@\(device)" }

  /// The entity in `_gone` that holds only hashes of notices, so that their ids stay private.
  static let forgotten = "_notice"

  static func hash(_ goneID: String) -> String { SHA256.hex(Array(goneID.utf8)) }

  private static let columns = (["id"] + LogSchema.noticeColumns).joined(separator: ", ")

  /// The notices of a subject in the file, each once, in the order of time and rules.
  ///
  /// - Parameter zone: the zone of subjects that have none of their own, for those that are days.
  public func all(of subject: String, zone: Zone) throws(StoreError) -> [KeptNotice] {
    var condition = "\(SQLText.name(file.program.noun)) = ?1"
    var values: [StoredValue] = [.text(subject)]
    if isPerDay {
      let days = file.program.calendar.calendar(in: zone).span(ofDayNamed: subject)
      condition = "at BETWEEN ?1 AND ?2"
      values = [.integer(days.lowerBound), .integer(days.upperBound)]
    }
    let found = try file.connection.rows(
      "SELECT \(Self.columns) FROM notice WHERE \(condition) ORDER BY id, given_at, CAST(device AS BLOB)",
      values, width: 10)
    if found.isEmpty { return [] }
    try file.bookkeeping.checkNotices(where: condition, values)
    var notices: [KeptNotice] = []
    var last: String?
    for row in found {
      // A notice that two devices gave under one id counts once.
      guard let id = row[0].text, id != last, let at = row[1].instant, let rule = row[2].text else {
        continue
      }
      last = id
      notices.append(
        KeptNotice(
          subject: subject, at: at, rule: rule, occurrence: Self.occurrence(in: id, at: at.milliseconds),
          kind: row[3].text ?? "", level: row[4].text, severity: row[5].integer.map { Int(clamping: $0) },
          message: row[6].text ?? "", preset: row[7].text, givenAt: row[8].instant ?? at,
          device: row[9].text ?? ""))
    }
    let order = Dictionary(
      file.program.rules.enumerated().map { ($1.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    return notices.sorted {
      let (a, b) = (order[$0.rule] ?? .max, order[$1.rule] ?? .max)
      return ($0.at.milliseconds, a, $0.occurrence) < ($1.at.milliseconds, b, $1.occurrence)
    }
  }

  /// The firing's number, which may follow the instant in an id, else 0.
  private static func occurrence(in id: String, at: Int64) -> Int {
    guard let tail = id.split(separator: "/").last, tail != String(at) else { return 0 }
    return Int(tail) ?? 0
  }

  /// Adds a notice, unless it was given or taken back already.
  func add(_ notice: KeptNotice) throws(StoreError) -> Bool {
    let id = id(of: notice)
    let goneID = Self.goneID(id, device: notice.device)
    if try file.stamps.isGone(Layout.noticeTable, goneID) { return false }
    if try file.stamps.hasGone(Self.forgotten), try file.stamps.isGone(Self.forgotten, Self.hash(goneID)) {
      return false
    }
    let subject = isPerDay ? [] : [file.program.noun]
    let values: [StoredValue] =
      [.text(id)] + (isPerDay ? [] : [.text(notice.subject)]) + [
        .integer(notice.at.milliseconds), .text(notice.rule), .text(notice.kind), StoredValue(notice.level),
        notice.severity.map { .integer(Int64($0)) } ?? .null, .text(notice.message),
        StoredValue(notice.preset), .integer(notice.givenAt.milliseconds), .text(notice.device),
      ]
    let columns = ["id"] + subject + LogSchema.noticeColumns
    try file.connection.run(
      SQLText.insertion(into: Layout.noticeTable, columns) + " ON CONFLICT DO NOTHING", values)
    return file.connection.changes > 0
  }

  /// Withdraws a notice from every device that gave it, as far as this file knows.
  func withdraw(_ notice: KeptNotice, _ stamp: Stamp) throws(StoreError) {
    let id = id(of: notice)
    for row in try file.connection.rows("SELECT device FROM notice WHERE id = ?1", [.text(id)], width: 1) {
      try file.stamps.addTombstone(Layout.noticeTable, Self.goneID(id, device: row[0].text ?? ""), stamp)
    }
    try file.connection.run("DELETE FROM notice WHERE id = ?1", [.text(id)])
  }
}
