public import PaceEngine
public import PaceLanguage

/// The messages of a log's given notices.
public struct GivenMessages: Sendable {
  /// By the rule and the instant.
  private var messages: [String: [Int64: String]] = [:]

  /// Reads the messages of one subject; there are none if the program's own table of notices has no messages.
  ///
  /// If several devices gave a notice, the message that was given first counts.
  ///
  /// - Parameter zone: the subject's, in which times without an offset are read.
  public init(
    of subject: String, in zone: Zone, _ connection: borrowing Connection, layout: Layout, program: Program
  ) throws(StoreError) {
    guard layout.source == nil, let given = layout.notices.first,
      let table = try Schema(of: connection).table(given.name), table.column("message") != nil
    else { return }
    let owner = program.noun
    let isOwned = table.column(owner) != nil
    let condition = isOwned ? "WHERE \(SQLText.name(owner)) = ?1" : ""
    let order = ["given_at", "device"].filter { table.column($0) != nil }
    let rows = try connection.prepare(
      """
      SELECT rule, at, message FROM \(SQLText.name(table.name)) \(condition)
      \(order.isEmpty ? "" : "ORDER BY \(order.joined(separator: ", "))")
      """, isOwned ? [.text(subject)] : [])
    let calendar = LocalCalendar(zone: zone)
    while try rows.step() {
      guard let rule = rows.text(0), let message = rows.text(2) else { continue }
      let text = given.hasWrittenTimes ? rows.text(1)?.trimmed : nil
      let written = text.flatMap { TimeParser.instant($0.utf8Span.span, in: calendar)?.milliseconds }
      let at = written ?? rows.integer(1)
      if messages[rule]?[at] == nil { messages[rule, default: [:]][at] = message }
    }
  }

  public subscript(rule: String, at: Instant) -> String? {
    messages[rule]?[at.milliseconds]
  }
}
