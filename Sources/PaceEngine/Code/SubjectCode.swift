import PaceLanguage

/// A constant of the subject that one of its attributes sets.
struct AttributeSlot {
  var attribute: Int
  var slot: Int
}

/// What a machine needs when a subject begins.
struct SubjectCode {
  let attributes: Cells<AttributeSlot>
  /// The slots that attributes of type `schedule` fill.
  let schedules: Cells<Slot>
  /// The slots that are worked out from others, in order.
  let derived: Cells<Slot>
  /// The attribute that picks a subject's preset; -1 for none.
  let presetAttribute: Int
  let presetCount: Int

  init(_ plan: PlanTables, in arena: Arena) {
    attributes = arena.cells(plan.attributeSlots)
    schedules = arena.cells(plan.scheduleSlots)
    derived = arena.cells(plan.derivedSlots)
    presetAttribute = plan.program.subject.presetAttribute?.index ?? -1
    presetCount = plan.program.presets.count
  }
}
