import PaceEngine
import PaceLab
public import PaceLanguage

/// `eval --format table`: a numbered timeline of each subject, for people.
///
/// The first subject is kept until it is known whether it is the only one, which decides how the page begins.
public struct EvalTable: EvalFormat {
  private let program: Program
  /// The presets side by side, or one name for the only column.
  private let presets: [String]
  private let zone: LogZone
  /// The command that explains a notice, without the notice's number; nil if there is no database to ask again.
  private let explainCommand: String?
  private let style: Style
  /// The columns left out for lack of width.
  private var leftOut: [String] = []
  private var waiting: (run: SubjectRun, lines: [String])?
  private var subjects = 0
  private var quiet = 0
  private var notices = 0
  /// How many of the notices are shown; nil if no span limits them.
  private var shownNotices: Int?
  /// The number of the first notice that is shown.
  private var firstShown: Int?
  private var kept: [Int]
  private var debounced = 0
  /// How many notices each gate held back, by its full name.
  private var held: [String: Int] = [:]

  /// - Parameters:
  ///   - presets: the presets side by side, or one name for the only column.
  ///   - explainCommand: the command that explains a notice, without the notice's number; nil if there is no database.
  public init(
    _ program: Program, presets: [String], zone: LogZone, explainCommand: String?, style: Style
  ) {
    self.program = program
    self.presets = presets
    self.zone = zone
    self.explainCommand = explainCommand
    self.style = style
    kept = program.events.map { _ in 0 }
  }

  public var emptyPart: [SubjectRun] { [] }

  public func add(_ run: SubjectRun, to part: inout [SubjectRun]) { part.append(run) }

  public mutating func write(_ part: inout [SubjectRun], to out: inout ByteBuffer) {
    for run in part { write(run, to: &out) }
    part = []
  }

  private mutating func write(_ run: SubjectRun, to out: inout ByteBuffer) {
    subjects += 1
    for (index, count) in run.kept.enumerated() { kept[index] += count }
    debounced += run.debounced
    for (gate, count) in run.columns.flatMap({ $0.held.gates }) { held[gate.fullName, default: 0] += count }
    let lines = lines(of: run)
    if let first = waiting {
      if !hasOwnZones { out.line("Times in \(zone.words(for: zone.zone))") }
      write(first, to: &out)
      waiting = nil
    }
    if subjects == 1 { waiting = (run, lines) } else { write((run, lines), to: &out) }
  }

  public func finish(skipped: Int, later: Int?, to out: inout ByteBuffer) {
    if let only = waiting {
      let time = TimeText(only.run.zone)
      let day = only.run.start.map { "\(time.day($0)), times" } ?? "Times"
      let counts = "\(Noun.count(1, program.noun)) · \(Words.events(kept, of: program))"
      write("\(day) in \(zone.words(for: only.run.zone))   \(counts)\(preset(of: only.run))", to: &out)
      for line in only.lines { out.line(line) }
      if only.lines.isEmpty { out.line(shownNotices == nil ? "no notices" : noticesText) }
    } else {
      let quiet = quiet > 0 && shownNotices == nil ? " · \(quiet) without a notice" : ""
      let all = "\(Noun.count(subjects, program.noun))\(quiet)"
      write("\(all) · \(Words.events(kept, of: program)) · \(noticesText)", to: &out)
    }
    for line in TextTable.note(leftOut, within: style.width) + footer(later: later ?? 0) { out.line(line) }
  }

  private func write(_ text: String, to out: inout ByteBuffer) {
    for line in style.wrapped(text) { out.line(line) }
  }

  /// Whether each subject may be told in a zone of its own, which its heading then names.
  private var hasOwnZones: Bool { program.subject.zoneAttribute != nil }

  /// What a sum of all columns is added up from; empty if there is only one.
  private var together: String { presets.count > 1 ? " under \(presets.count) presets together" : "" }

  /// How many notices there are and how many of them are shown.
  private var noticesText: String {
    let all = Noun.count(notices, "notice") + together
    guard let shownNotices else { return all }
    return "\(shownNotices == 0 ? "none" : String(shownNotices)) of \(all) shown"
  }

  /// `2 by cooldown, 1 by policy limit`, or `none`: a rule's own gates first, then policies'.
  private var heldWords: String {
    let names = GateName.allCases.map { $0.text }
    let parts = (names + names.map { "policy \($0)" }).compactMap { name in
      held[name].flatMap { $0 > 0 ? "\($0) by \(name)" : nil }
    }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }

  private func footer(later: Int) -> [String] {
    var text = "held back\(together): \(heldWords)."
    if debounced > 0 { text += " Debounced: \(Noun.count(debounced, "event"))." }
    if later > 0 { text += " After --until: \(Noun.count(later, "event"))." }
    guard let command = explainCommand, let number = firstShown else { return style.wrapped(text) }
    let why = "Why \(number)?  \(style.bold("\(command.printable) --notice \(number)"))"
    let whole = "\(text)   \(why)"
    // The command is not broken, so that it can be pasted.
    return whole.displayWidth <= style.width ?? .max ? [whole] : style.wrapped(text) + [why]
  }

  private mutating func write(_ block: (run: SubjectRun, lines: [String]), to out: inout ByteBuffer) {
    if block.lines.isEmpty {
      quiet += 1
      return
    }
    let run = block.run
    var heading = style.bold(Words.subject(run.id, of: program))
    if let start = run.start { heading += "   \(TimeText(run.zone).day(start))" }
    if hasOwnZones { heading += ", times in \(run.zone.name)" }
    write("\(heading)   \(Words.events(run.kept, of: program))\(preset(of: run))", to: &out)
    for line in block.lines { out.line(line) }
  }

  private func preset(of run: SubjectRun) -> String {
    if run.columns.count > 1 { return "" }
    return program.presetName(run.columns.first?.preset).map { " · preset \($0)" } ?? ""
  }

  private mutating func lines(of run: SubjectRun) -> [String] {
    let shown = run.shown
    // All of the subject's entries, so that a notice keeps its number whichever are shown.
    let entries = run.entries
    if shown != .all {
      let count = entries.count { $0.isFiring && shown.contains($0.at) }
      shownNotices = (shownNotices ?? 0) + count
    }
    if presets.count > 1 {
      notices += entries.count { $0.isFiring }
      let shown = entries.filter { shown.contains($0.at) }
      let grid = PresetGrid(program: program, presets: presets, style: style).table(of: run, shown)
      note(grid)
      return grid.lines(within: style.width)
    }
    let time = TimeText(run.zone)
    // A change of level would say nothing without the `level` column.
    let isFiringsOnly = entries.allSatisfy { $0.isFiring }
    var table = TextTable(
      [.right, .left, .left, .left, .left, .left],
      spare: [(2, "kind")] + (isFiringsOnly ? [(4, "level")] : []))
    // What comes before each row that starts another day.
    var headings: [[String]] = []
    var date = run.start.map(time.date)
    for entry in entries {
      var number: Int?
      if entry.isFiring {
        notices += 1
        number = notices
      }
      guard shown.contains(entry.at) else { continue }
      firstShown = firstShown ?? number
      let day = time.date(entry.at)
      headings.append(day == date ? [] : ["    \(TimeText.day(day))"])
      date = day
      let text = (number.map { String($0) } ?? "").padded(leftTo: 2)
      table.append([style.dim(text), time.clock(entry.at)] + cells(of: entry))
    }
    note(table)
    return zip(headings, table.linesOfRows(within: style.width)).flatMap { $0 + $1 }
  }

  private mutating func note(_ table: TextTable) {
    for name in table.leftOut(within: style.width) where !leftOut.contains(name) { leftOut.append(name) }
  }

  private func cells(of entry: SubjectRun.Entry) -> [String] {
    switch entry.content {
    case .firing(let firing):
      let level = program[firing.rule].raise.map { levelText($0.scale, $0.level) } ?? ""
      let kind = program.kindName(of: firing.rule) ?? ""
      let message = firing.message?.printable ?? style.dim(Words.messageWithheld)
      return [kind, style.bold(program[firing.rule].name.text), level, message]
    case .level(let change):
      let name = program.scales[change.scale.index].name.text
      return [style.dim("level"), name, levelText(change.scale, change.level), ""]
    }
  }

  private func levelText(_ scale: ScaleID, _ level: Int) -> String {
    style.level(level, of: program.scales[scale.index])
  }
}
