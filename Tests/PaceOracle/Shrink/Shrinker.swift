/// Makes a failing pair smaller for as long as it still fails.
public struct Shrinker {
  let stillFails: (OraclePair) -> Bool
  var trials = 0
  let mostTrials: Int

  public init(mostTrials: Int = 20_000, stillFails: @escaping (OraclePair) -> Bool) {
    self.stillFails = stillFails
    self.mostTrials = mostTrials
  }

  /// Takes the first smaller pair that still fails, until none does.
  public mutating func shrink(_ pair: OraclePair) -> OraclePair {
    var best = pair
    var cursor = 0
    var unchanged = 0
    while trials < mostTrials {
      let smaller = best.smaller
      guard unchanged < smaller.count else { break }
      let next = smaller[cursor % smaller.count]
      trials += 1
      if next != best, stillFails(next) {
        best = next
        unchanged = 0
      } else {
        cursor += 1
        unchanged += 1
      }
      if cursor >= smaller.count { cursor = 0 }
    }
    return best
  }
}

extension OraclePair {
  /// Pairs one step smaller, in every known way.
  var smaller: [OraclePair] {
    smallerLogs.map { OraclePair(program, $0) } + smallerPrograms.map { OraclePair($0, log) }
      + inlined
  }

  private var smallerLogs: [OracleLog] {
    var result: [OracleLog] = []
    func without<Element>(_ list: WritableKeyPath<OracleLog, [Element]>) {
      if log[keyPath: list].count > 3 {
        var copy = log
        copy[keyPath: list].removeFirst(copy[keyPath: list].count / 2)
        result.append(copy)
      }
      for index in log[keyPath: list].indices {
        var copy = log
        copy[keyPath: list].remove(at: index)
        result.append(copy)
      }
    }
    func cleared<Value>(_ field: WritableKeyPath<OracleLog, Value?>) {
      guard log[keyPath: field] != nil else { return }
      var copy = log
      copy[keyPath: field] = nil
      result.append(copy)
    }
    without(\.rows)
    without(\.given)
    without(\.attributes)
    without(\.settings)
    cleared(\.startedAt)
    cleared(\.endedAt)
    cleared(\.until)
    cleared(\.floor)
    cleared(\.lookedAt)
    cleared(\.preset)
    for index in log.rows.indices { result += simplerRows(index) }
    return result + roundedLogs
  }

  private func simplerRows(_ index: Int) -> [OracleLog] {
    var result: [OracleLog] = []
    if log.rows[index].kind != nil {
      result.append(log)
      result[result.count - 1].rows[index].kind = nil
    }
    for place in log.rows[index].values.indices {
      result.append(log)
      result[result.count - 1].rows[index].values.remove(at: place)
    }
    return result
  }

  private var roundedLogs: [OracleLog] {
    var result: [OracleLog] = []
    for index in log.rows.indices {
      let at = log.rows[index].at
      let least = index > 0 ? log.rows[index - 1].at : .min
      for unit: Int64 in [3_600_000, 60_000, 1000] where at % unit != 0 && at - at % unit >= least {
        var copy = log
        copy.rows[index].at = at - at % unit
        result.append(copy)
        break
      }
      if index > 0, at != least {
        var copy = log
        copy.rows[index].at = least
        result.append(copy)
      }
    }
    return result
  }
}
