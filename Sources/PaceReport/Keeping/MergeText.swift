public import PaceEngine
public import PaceLanguage

/// What `merge` prints for people.
public struct MergeText {
  private let program: Program
  /// The pack as it was named, for commands to copy.
  private let pack: String

  /// - Parameter pack: the pack as it was named, for commands to copy.
  public init(_ program: Program, pack: String) {
    self.program = program
    self.pack = ShellWord.quoted(pack).printable
  }

  public func lines(_ merged: MergeOutcome) -> [String] {
    let table = TextTable([.left, .left], rows: merged.files.map { [$0.path.printable, text($0.gain)] })
    let counts = merged.now.map { Noun.count($0.rows, $0.table) }.joined(separator: ", ")
    let head = merged.files.count > 1 ? "the same now" : "now"
    return table.lines + ["\(head): \(counts)"] + remarks(merged)
  }

  /// Warns of what is to go because it was deleted in other files; nil if nothing is.
  public func warning(_ gain: MergeGain, path: String) -> String? {
    let gone = list(gain.gone.mapValues { $0.count })
    if gone.isEmpty { return nil }
    let devices = Self.devices(gain.gone.values.devices)
    return "taken back or deleted elsewhere\(devices), and so to be deleted and overwritten in "
      + "\(path.printable): \(gone)"
  }

  private func text(_ gain: MergeGain) -> String {
    if gain.isEmpty { return "nothing new" }
    var parts: [String] = []
    let more = list(gain.more)
    if !more.isEmpty { parts.append("\(more) more") }
    let gone = list(gain.gone.mapValues { $0.count })
    if !gone.isEmpty { parts.append("\(gone) gone\(Self.devices(gain.gone.values.devices))") }
    for (share, noun) in [(gain.values, "value"), (gain.settings, "setting"), (gain.kinds, "kind")]
    where share.count > 0 {
      parts.append("\(Noun.count(share.count, noun)) newer\(Self.devices(share.devices))")
    }
    return parts.joined(separator: " · ")
  }

  /// `3 entries, 1 person and 2 notices`: events as they are declared, the subject, notices.
  private func list(_ counts: [String: Int]) -> String {
    let own = program.events.map { $0.name.text } + [program.noun, "notice"]
    let others = counts.keys.filter { !own.contains($0) }.sorted()
    return Noun.all(
      (own.dropLast(2) + others + own.suffix(2)).compactMap { name in
        counts[name].flatMap { $0 > 0 ? Noun.count($0, name) : nil }
      })
  }

  private static func devices(_ names: Set<String>) -> String {
    names.isEmpty ? "" : " (\(names.sorted().joined(separator: ", ").printable))"
  }

  private func remarks(_ merged: MergeOutcome) -> [String] {
    let noun = program.noun
    var lines: [String] = []
    for (device, by) in merged.ahead.sorted(by: { $0.device < $1.device }) {
      lines.append("\(device.printable) runs ahead by \(ValueText.duration(by / 60_000 * 60_000))")
    }
    for (device, paths) in merged.sharedDevices {
      let isOurs = paths[0] == merged.files.first?.path
      let name = isOurs ? "of this file" : "`\(device)`, as \(paths[0]) has"
      for path in paths.dropFirst() {
        let command = "pace init \(pack) --db \(ShellWord.quoted(path)) --device NAME"
        lines.append("\(path) has the device name \(name); `\(command)` gives it its own".printable)
      }
    }
    for (path, table, rows) in merged.withoutID {
      let verbs = rows == 1 ? "has no id and is" : "have no id and are"
      lines.append(
        "\(Noun.count(rows, table)) of \(path.printable) \(verbs) left out; "
          + "give each an id of its own, such as `lower(hex(randomblob(16)))`")
    }
    if !merged.open.isEmpty {
      let ids = merged.open.map { "`\($0.printable)`" }.joined(separator: ", ")
      lines.append(
        "\(Noun.count(merged.open.count, noun)) are open side by side: \(ids); "
          + "`pace edit \(pack) ROW \(noun)=ID` moves rows, `pace end \(pack) --subject ID` ends one")
    }
    for (subject, rows) in merged.strays {
      lines.append(
        "\(noun) `\(subject.printable)` was deleted, and \(Noun.count(rows, "row")) of it came from elsewhere: "
          + "kept under its id, with the defaults")
    }
    return lines
  }
}

extension KeepingJSON {
  /// - Parameter isMutual: whether the other files were written too.
  public func merged(_ merged: MergeOutcome, isMutual: Bool) -> [UInt8] {
    object { json in
      json.objects("files", merged.files) { file, json in
        json.field("file", file.path)
        write("more", file.gain.more, to: &json)
        write("gone", file.gain.gone.mapValues { $0.count }, to: &json)
        json.field("values", file.gain.values.count)
        json.field("settings", file.gain.settings.count)
        json.field("kinds", file.gain.kinds.count)
        let shares = [file.gain.values, file.gain.settings, file.gain.kinds] + Array(file.gain.gone.values)
        json.field("devices", strings: shares.devices.sorted())
      }
      json.field("both", isMutual)
      json.object("now", each: merged.now) { $1.field($0.table, $0.rows) }
      json.objects("ahead", merged.ahead.sorted { $0.device < $1.device }) { ahead, json in
        json.field("device", ahead.device)
        json.field("by_ms", ahead.by)
      }
      let own = merged.sharedDevices.first { $0.paths[0] == merged.files.first?.path }
      json.field("same_device", strings: Array(own?.paths.dropFirst() ?? []))
      json.objects("shared_devices", merged.sharedDevices) { shared, json in
        json.field("device", shared.device)
        json.field("files", strings: shared.paths)
      }
      json.field("open", strings: merged.open)
      json.objects("deleted_with_rows", merged.strays) { stray, json in
        json.field("subject", stray.subject)
        json.field("rows", stray.rows)
      }
      json.objects("without_id", merged.withoutID) { part, json in
        json.field("file", part.path)
        json.field("table", part.table)
        json.field("rows", part.rows)
      }
    }
  }

  private func write(_ name: String, _ counts: [String: Int], to json: inout JSONWriter) {
    json.object(name, each: counts.sorted { $0.key < $1.key }) { $1.field($0.key, $0.value) }
  }

  /// What `import` did with its objects.
  public func imported(_ tally: ImportTally, _ notices: [KeptNotice]?) -> [UInt8] {
    object { json in
      json.field("objects", tally.total)
      json.object("added", each: tally.added) { $1.field($0.sort, $0.count) }
      json.field("changed", tally.changed)
      json.field("known", tally.known)
      json.field("gone", tally.gone)
      json.field("skipped", tally.skipped)
      if let notices { write(notices, to: &json) }
    }
  }

  /// What was deleted.
  ///
  /// - Parameter starts: how many subjects begin later because of it.
  public func deletedData(
    _ rows: [(table: String, count: Int)], settings: Int, starts: Int, isOverwritten: Bool?
  ) -> [UInt8] {
    object { json in
      json.object("deleted") { json in
        for (table, count) in rows { json.field(table, count) }
        json.field("settings", settings)
      }
      json.field("later_starts", starts)
      json.field("overwritten", isOverwritten)
    }
  }
}

/// What was imported, in one line for people.
public enum ImportText {
  /// `12 objects: 1 person, 9 entries, 1 end, 1 settings · 2 known · 1 gone · 1 skipped`
  ///
  /// Where an object holds several rows: `2 objects with 6 entries, 1 end`.
  public static func line(_ tally: ImportTally) -> String {
    let sorts = tally.held.map { sort, count in
      switch sort {
      case "settings": "\(count) settings"
      case "kinds": Noun.count(count, "list of kinds")
      default: Noun.count(count, sort)
      }
    }
    var text = Noun.count(tally.total, "object")
    if !sorts.isEmpty {
      text += (tally.hasObjectOfSeveralRows ? " with " : ": ") + sorts.joined(separator: ", ")
    }
    let parts = [
      (tally.changed, "changed"), (tally.known, "known"), (tally.gone, "gone"), (tally.skipped, "skipped"),
    ]
    for (count, word) in parts where count > 0 { text += " · \(count) \(word)" }
    return text
  }
}

extension Sequence<MergeGain.Share> {
  /// The devices that any of them comes from.
  fileprivate var devices: Set<String> { reduce(into: []) { $0.formUnion($1.devices) } }
}
