public import PaceEngine
public import PaceLanguage

/// What became of settings that were changed.
public struct SettingOutcome: Sendable {
  /// What was given before the change, under the old values.
  public var told: [(subject: String, told: NotifyOutcome)] = []
  /// The open subjects that follow the settings.
  public var changed: [String] = []
  /// The open subjects that keep values of their own, with the attributes that have them.
  public var unreached: [(subject: String, attributes: [AttributeID])] = []
}

/// Settings and the catalogue of kinds.
extension Keeper {
  /// Changes what new subjects start with, and open subjects whose value is still the setting's.
  ///
  /// What is due up to `at` under the old values is given first.
  ///
  /// - Parameters:
  ///   - values: the new settings; nil clears one, so that the default holds.
  ///   - at: the first instant at which they hold; others that were set for later replace them then. Nil is the
  ///     clock's instant, and replaces those for later too.
  ///   - reachesOpen: whether open subjects are changed.
  public mutating func set(
    _ values: [(attribute: AttributeID, value: Constant?)], at: Instant? = nil, reachesOpen: Bool,
    isForced: Bool = false
  ) throws(KeepingError) -> SettingOutcome {
    try fitting(KeepingError.usage) { () throws(Refusal) in
      for (attribute, value) in values {
        let field = try program.attribute(attribute)
        try program.check(setting: value, in: field, of: program.noun)
        try checkZone(value, for: attribute)
      }
    }
    return try writing { (keeper) throws(KeepingError) in
      let t = try keeper.instant(at)
      try keeper.checkTime(t, isForced: isForced)
      var outcome = SettingOutcome()
      if reachesOpen {
        outcome.told = try keeper.notify(through: t)
        let settings = try storing(keeper.file.settings.inForce(at: t))
        for (subject, _) in try keeper.open(at: t) {
          let (isChanged, own) = try keeper.follow(values, in: subject, at: t, settings)
          if isChanged { outcome.changed.append(subject) }
          if !own.isEmpty { outcome.unreached.append((subject, own)) }
        }
      }
      try keeper.write(values, from: at)
      return outcome
    }
  }

  private func write(
    _ values: [(attribute: AttributeID, value: Constant?)], from at: Instant?
  ) throws(KeepingError) {
    try storing { () throws(StoreError) in
      for (attribute, value) in values {
        let field = program.subject.attributes[attribute.index]
        let stamps = try stamps(ofSetting: field.name.text, from: at)
        try file.settings.set(field.name.text, program.written(value, field.type), stamps)
      }
    }
  }

  /// Changes those attributes of a subject that still have the settings' values.
  ///
  /// - Returns: whether there are any, and the attributes that have another value and keep it.
  private mutating func follow(
    _ values: [(attribute: AttributeID, value: Constant?)], in subject: String, at t: Instant,
    _ settings: [String: String]
  ) throws(KeepingError) -> (isChanged: Bool, own: [AttributeID]) {
    guard let row = try ownRow(of: subject, at: t) else { return (false, []) }
    return try storing { () throws(StoreError) in
      let stamp = try stamp()
      var isChanged = false
      var kept: [AttributeID] = []
      for (attribute, value) in values {
        let field = program.subject.attributes[attribute.index]
        let name = field.name.text
        let own = row[name].flatMap { Constant($0, field.type, program) } ?? field.initial
        guard own == file.settings.initial(of: field, settings) else {
          if own != value ?? field.initial { kept.append(attribute) }
          continue
        }
        let next = StoredValue(value ?? field.initial, field.type, program)
        try file.rows.set(name, of: .subject, subject, to: next)
        try file.stamps.note(program.noun, subject, name, stamp)
        isChanged = true
      }
      return (isChanged, kept)
    }
  }

  /// The values of a subject's own row: empty if it has only rows of events, nil if it has no rows at all.
  private mutating func ownRow(
    of subject: String, at t: Instant
  ) throws(KeepingError) -> [String: StoredValue]? {
    if let own = try storing(file.rows.row(.subject, subject)) { return own }
    let hasRows = try storing { () throws(StoreError) in
      if try file.stamps.isGone(program.noun, subject) { return false }
      return try file.rows.newest(of: subject, within: span(of: subject)) != nil
    }
    if !hasRows || !program.subject.isPerDay { return hasRows ? [:] : nil }
    // A day's row is made from the settings, as the next logged row would make it.
    try makeDay(subject, at: t)
    return try storing(file.rows.row(.subject, subject))
  }

  /// Changes how a kind is shown, whether it may be logged, and the values that fill a row.
  ///
  /// Refuses a kind or field that the rules don't have, and a value that its field can't hold.
  ///
  /// - Returns: the catalogue after the change.
  @discardableResult public mutating func set(
    _ changes: [KindChange], of kind: KindID, in event: EventID
  ) throws(KeepingError) -> [KeptKind] {
    try fitting(KeepingError.usage) { () throws(Refusal) in
      let type = try program.type(of: event)
      try program.check(kind, of: type)
      for change in changes { try program.check(change, of: type) }
    }
    return try writing { (keeper) throws(KeepingError) in
      try storing { () throws(StoreError) in
        try keeper.file.catalogue.set(changes, of: kind, in: event, keeper.stamp())
        return try keeper.file.catalogue.entries()
      }
    }
  }
}
