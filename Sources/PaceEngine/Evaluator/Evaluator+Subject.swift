import PaceLanguage

extension Evaluator {
  /// Works out the constants of a subject: parameters from what was set, the preset, and defaults.
  mutating func fillSlots(_ subject: SubjectRecord) {
    let preset = preset(of: subject)
    var isOther = filledFor != .some(preset)
    if isOther {
      resolvedPreset = preset
      fillDefaults()
    }
    for (attribute, slot) in plan.attributeSlots {
      let own =
        attribute.index < subject.attributes.count ? subject.attributes[attribute.index].bits : unknown
      let value = own == unknown ? defaults[slot.index] : own
      if slots[slot.index] != value {
        slots[slot.index] = value
        isOther = true
      }
    }
    // A text has another number in each subject, so that a schedule has to be read again.
    for (index, slot) in plan.schedules.enumerated() {
      schedules[index] = Schedule(texts[Value(slots[slot.index])])
    }
    if isOther { deriveSlots() }
  }

  /// Works out the constants that rest on others.
  mutating func deriveSlots() {
    // A derived constant's parts have lower slots than its own: they were planned before it.
    for slot in plan.derivedSlots {
      switch plan.slots[slot.index] {
      case .folded(let node): slots[slot.index] = value(node, at: now)
      case .leastWhole(let bound, let isMore):
        slots[slot.index] = Arithmetic.leastWhole(from: slots[bound.index], isMore: isMore)
      case .constant, .param, .attribute: break
      }
    }
  }

  /// Fills every slot with what it is for a subject of which nothing is known but the preset.
  private mutating func fillDefaults() {
    filledFor = .some(resolvedPreset)
    for (index, origin) in plan.slots.enumerated() {
      switch origin {
      case .constant(let constant): slots[index] = bits(of: constant)
      case .param(let param): slots[index] = bits(of: param)
      case .attribute(let attribute):
        let initial = plan.program.subject.attributes[attribute.index].initial
        slots[index] = initial.map { bits(of: $0) } ?? unknown
      case .folded, .leastWhole: break
      }
    }
    defaults = slots
  }

  private mutating func preset(of subject: SubjectRecord) -> PresetID? {
    if let preset = options.preset { return preset }
    if let attribute = plan.program.subject.presetAttribute {
      var own =
        attribute.index < subject.attributes.count ? subject.attributes[attribute.index].bits : unknown
      if own == unknown {
        own = plan.program.subject.attributes[attribute.index].initial.map { bits(of: $0) } ?? unknown
      }
      if own >= 0, own < Int64(plan.program.presets.count) { return PresetID(Int(own)) }
    }
    return plan.program.presets.count == 1 ? PresetID(0) : nil
  }

  private func bits(of param: ParamID) -> Int64 {
    if let set = options.overrides.last(where: { $0.param == param }) { return bits(of: set.value) }
    if let preset = resolvedPreset, let value = plan.program.presets[preset.index].values[param.index] {
      return bits(of: value)
    }
    return plan.program.params[param.index].initial.map { bits(of: $0) } ?? unknown
  }

  func bits(of constant: Constant) -> Int64 {
    switch constant {
    case .value(let value): value.bits
    case .text(let text): texts.value(of: text).bits
    }
  }
}
