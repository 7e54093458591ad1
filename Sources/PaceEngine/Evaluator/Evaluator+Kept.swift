import PaceLanguage

/// The value of a shared node from an instant on, and its next change if that was looked for.
struct KeptValue: Sendable {
  var look = Outlook(value: 0, change: never)
  var at: Int64 = .min
  /// How far ahead the change was looked for; `.min` for not at all.
  var lookedUpTo: Int64 = .min
  /// The `Log.edition` that it is of.
  var edition = -1

  /// Whether it is the value at `t` too: nothing changes before the change, as far as that was looked for.
  func holds(at t: Int64) -> Bool { t == at || (t > at && t <= lookedUpTo && t < look.change) }
}

extension Evaluator {
  /// The value of a shared node.
  mutating func sharedValue(_ node: NodeID, _ id: KeptID, at t: Int64) -> Int64 {
    if let place = place(of: id, at: t) { return kept[place].look.value }
    let value = value(node, at: t)
    keep(KeptValue(look: Outlook(value: value, change: never), at: t, edition: log.edition), of: id)
    return value
  }

  /// The outlook of a shared node.
  mutating func sharedOutlook(_ node: NodeID, _ id: KeptID, at t: Int64, limit: Int64) -> Outlook {
    if let place = place(of: id, at: t) {
      let found = kept[place]
      if found.lookedUpTo >= limit || (found.lookedUpTo != .min && found.look.change <= found.lookedUpTo) {
        return found.look
      }
    }
    let look = outlook(node, at: t, limit: limit)
    keep(KeptValue(look: look, at: t, lookedUpTo: limit, edition: log.edition), of: id)
    return look
  }

  /// Where the value at `t` is kept: that found in the present instant first, then that found in a look ahead.
  private mutating func place(of id: KeptID, at t: Int64) -> Int? {
    let first = 2 * id.index
    for place in first..<first + 2 where kept[place].edition == log.edition && kept[place].holds(at: t) {
      return place
    }
    return nil
  }

  private mutating func keep(_ value: KeptValue, of id: KeptID) {
    kept[2 * id.index + (value.at == now ? 0 : 1)] = value
  }
}
