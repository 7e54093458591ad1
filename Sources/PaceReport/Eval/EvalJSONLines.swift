public import PaceEngine
public import PaceLanguage

/// `eval --format jsonl`: a line for each firing and, if asked for, each change of level.
///
/// A line has two pieces: the head, which names the subject and the instant, and the firing or change.
public struct EvalJSONLines: EvalFormat {
  private var pieces: RecordPieces
  /// The head of the last line; the subject's next line shares most of it.
  private var head = ByteBuffer()
  /// The instant in the head, with its text and its milliseconds; nil before a subject's first line.
  private var stamped: (instant: Instant, text: ShortText, milliseconds: ShortText)?
  /// The date of the last line.
  private var date: ShortText.Date?
  /// Where its text begins in the head, and where its milliseconds do.
  private var (textStart, millisecondsStart) = (0, 0)
  private static let subject = Array(#"{"subject":"#.utf8)
  private static let at = Array(#","at":""#.utf8)
  private static let milliseconds = Array(#"","at_ms":"#.utf8)

  public static var messages: Machine.Messages { .withValues }

  public init(_ program: Program) { pieces = RecordPieces(program) }

  public mutating func add(_ run: SubjectRun, to part: inout ByteBuffer) {
    stamped = nil
    // A closure copies what it takes from around it.
    let (id, shown, columns) = (run.id, run.shown, run.columns)
    run.forEachEntry { entry in
      guard shown.contains(entry.at) else { return }
      if stamped?.instant != entry.at { stamp(entry.at, id) }
      part.append(head.bytes)
      pieces.write(entry, preset: columns[entry.column].preset, hasColumns: columns.count > 1, to: &part)
    }
  }

  /// Makes the head of lines at an instant.
  private mutating func stamp(_ instant: Instant, _ subject: String) {
    var date = date ?? ShortText.Date(of: instant)
    if date.time(of: instant) == nil { date = ShortText.Date(of: instant) }
    let text = ShortText(date, time: date.time(of: instant) ?? 0)
    let milliseconds = ShortText(decimal: instant.milliseconds.magnitude)
    let isDone =
      if let stamped, min(stamped.instant, instant).milliseconds >= 0 {
        head.overwrite(stamped.text, with: text, at: textStart)
          && head.overwrite(stamped.milliseconds, with: milliseconds, at: millisecondsStart)
      } else { false }
    if !isDone {
      head.removeAll()
      head.append(Self.subject)
      head.append(json: subject)
      head.append(Self.at)
      textStart = head.bytes.count
      head.append(text)
      head.append(Self.milliseconds)
      millisecondsStart = head.bytes.count
      head.append(decimal: instant.milliseconds)
    }
    self.date = date
    stamped = (instant, text, milliseconds)
  }
}

/// The constant pieces of JSON lines, escaped once: all but subjects, instants and filled-in messages.
private struct RecordPieces: Sendable {
  /// For each rule, the text of its lines from `rule` up to the preset.
  private let rules: [[UInt8]]
  /// For each rule, the end of its lines from the message on; nil if the message has values.
  private let messages: [[UInt8]?]
  /// For each scale and level, the text of its lines from `scale` up to the preset.
  private let levels: [[[UInt8]]]
  private let presets: [[UInt8]]
  /// For each rule, the rest of a line after the instant: all of it, or up to a message with values.
  private var tails: [[UInt8]] = []
  private var tailPreset: PresetID??
  private static let preset = Array(#","preset":"#.utf8)
  private static let message = Array(#","message":"#.utf8)
  private static let null = Array("null".utf8)
  private static let end = Array("}\n".utf8)

  init(_ program: Program) {
    rules = program.rules.enumerated().map { index, rule in
      ByteBuffer.bytes { json in
        let id = RuleID(index)
        json.append(#","rule":"#)
        json.append(json: rule.name.text)
        json.append(#","kind":"#)
        json.append(json: program.kindName(of: id), otherwise: Self.null)
        json.append(#","level":"#)
        json.append(json: program.levelName(of: id), otherwise: Self.null)
        json.append(#","severity":"#)
        json.append(rule.severity.map { String($0) } ?? "null")
      }
    }
    messages = program.rules.map { rule in
      guard let text = rule.emission?.message.textWithoutValues else { return nil }
      return ByteBuffer.bytes { json in
        json.append(Self.message)
        json.append(json: text)
        json.append(Self.end)
      }
    }
    levels = program.scales.map { scale in
      scale.levels.map { level in
        ByteBuffer.bytes { json in
          json.append(#","scale":"#)
          json.append(json: scale.name.text)
          json.append(#","level":"#)
          json.append(json: level.name)
        }
      }
    }
    presets = program.presets.map { preset in ByteBuffer.bytes { $0.append(json: preset.name.text) } }
  }

  /// Writes the rest of a line after the instant.
  mutating func write(
    _ entry: SubjectRun.Entry, preset: PresetID?, hasColumns: Bool, to json: inout ByteBuffer
  ) {
    switch entry.content {
    case .firing(let firing):
      if tailPreset != .some(preset) { makeTails(preset) }
      json.append(tails[firing.rule.index])
      if messages[firing.rule.index] != nil { return }
      json.append(json: firing.message, otherwise: Self.null)
    case .level(let change):
      json.append(levels[change.scale.index][change.level])
      if hasColumns { write(preset, to: &json) }
    }
    json.append(Self.end)
  }

  private mutating func makeTails(_ preset: PresetID?) {
    tailPreset = .some(preset)
    tails = rules.indices.map { rule in
      ByteBuffer.bytes { tail in
        tail.append(rules[rule])
        write(preset, to: &tail)
        tail.append(messages[rule] ?? Self.message)
      }
    }
  }

  private func write(_ preset: PresetID?, to json: inout ByteBuffer) {
    json.append(Self.preset)
    json.append(preset.map { presets[$0.index] } ?? Self.null)
  }
}

extension Template {
  /// The text, if no value is filled in; else nil.
  fileprivate var textWithoutValues: String? {
    var all = ""
    for part in parts {
      guard case .text(let text) = part else { return nil }
      all += text
    }
    return all
  }
}

extension ByteBuffer {
  /// What `write` appends.
  fileprivate static func bytes(_ write: (inout ByteBuffer) -> Void) -> [UInt8] {
    var buffer = ByteBuffer()
    write(&buffer)
    return buffer.bytes
  }

  fileprivate mutating func append(json text: String?, otherwise piece: [UInt8]) {
    if let text { append(json: text) } else { append(piece) }
  }
}
