import PaceLanguage

/// Scenarios as they are written.
extension Program {
  /// A scenario with `lines` after what its subject starts with.
  ///
  /// - Parameters:
  ///   - start: days since 1970-01-01 and milliseconds since midnight, local.
  ///   - attributes: one for each attribute of the subject; nil leaves it out.
  func scenario(
    _ title: String, start: (date: Int64, time: Int64), zone: String?, presets: [PresetID],
    settings: [(param: ParamID, value: Constant)], attributes: [Constant?], lines: [String]
  ) -> String {
    var head = [Self.heading(title)]
    head.append("  start \(ValueText.date(start.date)) \(ValueText.time(start.time))")
    if let zone { head.append("  zone \(ValueText.quoted(zone))") }
    let word = presets.count == 1 ? "preset" : "presets"
    if !presets.isEmpty { head.append("  \(word) \(names(of: presets))") }
    head += settings.flatMap { items(for: [params[$0.param.index]], [$0.value]) }.map { "  set \($0)" }
    let attributes = items(for: subject.attributes, attributes)
    if !attributes.isEmpty { head += ItemBlock.lines("subject", attributes) }
    return (head + lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// The text of a scenario with another name.
  static func retitled(_ scenario: String, _ title: String) -> String {
    heading(title) + scenario.drop { $0 != "\n" }
  }

  private static func heading(_ title: String) -> String { "scenario \(ValueText.quoted(title)) {" }

  func names(of presets: [PresetID]) -> String {
    presets.compactMap { presetName($0) }.joined(separator: ", ")
  }

  /// The lines for an event, with one value for each of its fields; nil leaves the field empty.
  func lines(for event: EventID, _ kind: KindID?, at point: String, _ values: [Constant?]) -> [String] {
    let type = events[event.index]
    return ItemBlock.lines("at \(point) \(type.name(of: kind))", items(for: type.fields, values))
  }

  private func items(for fields: [Field], _ values: [Constant?]) -> [String] {
    zip(fields, values).compactMap { field, value in
      value.map { "\(field.name.text) = \(text(of: $0, type: field.type))" }
    }
  }
}
