/// Presets: their values, what they extend, and whether every parameter has a value under each.
extension Checker {
  mutating func checkPresets() {
    for syntax in text.presets {
      var base: PresetID?
      if let name = syntax.base { base = preset(name) }
      let own = ownValues(of: syntax)
      presets.append(
        Preset(
          name: syntax.name, base: base, label: syntax.label?.text, own: own, values: [], span: syntax.span))
    }
    breakPresetCycles()
    var missing: [Set<Int>?] = Array(repeating: nil, count: presets.count)
    for index in presets.indices { resolveValues(of: index, &missing) }
    checkParamsWithoutPresets()
  }

  private mutating func ownValues(of syntax: PresetSyntax)
    -> [(param: ParamID, value: Constant, span: SourceSpan)]
  {
    var own: [(param: ParamID, value: Constant, span: SourceSpan)] = []
    var seen: [String: SourceSpan] = [:]
    own.reserveCapacity(syntax.values.count)
    for assignment in syntax.values {
      if isAssignedTwice(assignment, &seen) { continue }
      guard let (id, value) = paramValue(assignment), let value else { continue }
      own.append((id, value, assignment.span))
    }
    return own
  }

  /// A parameter and the value given to it, nil where that isn't valid.
  mutating func paramValue(_ assignment: AssignmentSyntax) -> (ParamID, Constant?)? {
    guard let id = param(assignment.name) else { return nil }
    let value = constant(
      assignment.value, of: paramTypes[id.index], range: params[id.index].range,
      name: params[id.index].name.text, declared: text.params[id.index].range)
    return (id, value)
  }

  /// Reports each circle of `extends` once and cuts it.
  private mutating func breakPresetCycles() {
    var state: [UInt8] = Array(repeating: 0, count: presets.count)
    for start in presets.indices where state[start] == 0 {
      var path: [Int] = []
      var next: Int? = start
      while let index = next, state[index] == 0 {
        state[index] = 1
        path.append(index)
        next = presets[index].base?.index
      }
      if let index = next, state[index] == 1, let place = path.firstIndex(of: index) {
        report(.extendsCycle(path[place...].map { presets[$0].name }))
        for member in path[place...] { presets[member].base = nil }
      }
      for index in path { state[index] = 2 }
    }
  }

  /// Fills in `values`, bases first; what a base lacks is reported there only.
  private mutating func resolveValues(of index: Int, _ missing: inout [Set<Int>?]) {
    var chain: [Int] = []
    var next: Int? = index
    while let preset = next, missing[preset] == nil {
      chain.append(preset)
      next = presets[preset].base?.index
    }
    for preset in chain.reversed() {
      let base = presets[preset].base?.index
      var values = base.map { presets[$0].values } ?? params.map { $0.initial }
      for own in presets[preset].own { values[own.param.index] = own.value }
      let given = Set(text.presets[preset].values.map { $0.name.text })
      let known = base.flatMap { missing[$0] } ?? []
      var lacking: Set<Int> = []
      var fresh: [Identifier] = []
      for param in params.indices where values[param] == nil && text.params[param].initial == nil {
        if given.contains(params[param].name.text) { continue }
        lacking.insert(param)
        if !known.contains(param) { fresh.append(params[param].name) }
      }
      if !fresh.isEmpty, !isPartial { report(.presetLacks(presets[preset].name, params: fresh)) }
      missing[preset] = lacking
      presets[preset].values = values
    }
  }

  private mutating func checkParamsWithoutPresets() {
    guard presets.isEmpty, !isPartial else { return }
    for (index, param) in params.enumerated() where text.params[index].initial == nil {
      report(.paramWithoutValue(param.name))
    }
  }

  mutating func checkOrders() {
    for syntax in text.orders {
      var ids: [PresetID] = []
      var seen: [String: SourceSpan] = [:]
      for name in syntax.names {
        if let first = seen[name.text] {
          report(.duplicate(name, of: "preset", first: first))
          continue
        }
        seen[name.text] = name.span
        if let id = preset(name) { ids.append(id) }
      }
      if syntax.names.count == 1 { report(.orderOfOne(syntax.span)) }
      orders.append(Order(presets: ids, span: syntax.span))
    }
  }
}
