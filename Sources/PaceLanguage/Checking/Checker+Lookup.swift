/// Finding what a name stands for, and what was probably meant where nothing is found.
extension Checker {
  /// The stream of this name; reports where there is none.
  mutating func stream(_ name: Identifier) -> StreamID? {
    if let id = names.streams[name.text] { return id }
    if isPartial || name.text.isEmpty { return nil }
    let isValue = names.values[name.text] != nil
    report(
      .unknownStream(
        name, suggestion: nearest(to: name.text, among: names.streams.keys), isValue: isValue))
    return nil
  }

  /// The stream of this name if it holds logged events; reports where it doesn't.
  mutating func loggedStream(_ name: Identifier, for use: String) -> StreamID? {
    guard let id = stream(name) else { return nil }
    if streams[id.index].isLogged { return id }
    report(.notLogged(name, what: describe(streams[id.index].kind), use: use))
    return nil
  }

  /// The rule of this name; reports where there is none.
  mutating func rule(_ name: Identifier) -> RuleID? {
    if let id = names.streams[name.text], case .firings(let rule) = streams[id.index].kind { return rule }
    if isPartial || name.text.isEmpty { return nil }
    let found = names.streams[name.text].map { describe(streams[$0.index].kind) }
    report(
      .unknownRule(
        name, found: found, suggestion: nearest(to: name.text, among: rules.lazy.map { $0.name.text })))
    return nil
  }

  mutating func preset(_ name: Identifier) -> PresetID? {
    if let id = names.presets[name.text] { return id }
    reportUnknownCase(name.text, span: name.span, of: "preset", among: presetNames)
    return nil
  }

  mutating func scale(_ name: Identifier) -> ScaleID? {
    if case .scale(let id) = names.values[name.text] { return id }
    if isPartial || name.text.isEmpty { return nil }
    let found = names.values[name.text].map { describe($0) }
    report(
      .unknownScale(
        name, found: found, suggestion: nearest(to: name.text, among: scales.map { $0.name.text })))
    return nil
  }

  mutating func level(_ name: Identifier, of scale: ScaleID) -> Int? {
    if let level = names.levels[scale.index][name.text] { return level }
    reportUnknownCase(
      name.text, span: name.span, of: "level of `\(scales[scale.index].name.text)`",
      among: scales[scale.index].levels.map { $0.name })
    return nil
  }

  /// The parameter of this name; reports where there is none.
  mutating func param(_ name: Identifier) -> ParamID? {
    if case .param(let id) = names.values[name.text] { return id }
    if isPartial || name.text.isEmpty { return nil }
    let found = names.values[name.text].map { describe($0) }
    report(
      .unknownParam(
        name, found: found, suggestion: nearest(to: name.text, among: params.lazy.map { $0.name.text })))
    return nil
  }

  var presetNames: [String] { text.presets.map { $0.name.text } }

  mutating func reportUnknownCase(
    _ name: String, span: SourceSpan, of what: String, among cases: [String]
  ) {
    if isPartial || name.isEmpty { return }
    report(
      .unknownCase(name, span: span, of: what, among: cases, suggestion: nearest(to: name, among: cases)))
  }

  /// The candidate nearest to `name`, if one is near.
  ///
  /// Only so many are looked for in one program: each costs a walk over all candidates.
  mutating func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    guard suggestionsLeft > 0 else { return nil }
    suggestionsLeft -= 1
    return Spelling.nearest(to: name, among: candidates.sorted())
  }
}
