internal import PaceLanguage

/// Which rows of a table, or objects of a text, are of one sort.
extension TableProfile {
  /// The rows in which a column such as `type` has one of some values.
  struct Sort {
    let column: String
    /// They differ by case and punctuation alone.
    let values: [String]

    /// The sort as a source writes it after `where`.
    ///
    /// - Parameter input: the column as a source writes it.
    func test(of input: String) -> String {
      let all = values.map(ValueText.quoted)
      return all.count == 1 ? "\(input) == \(all[0])" : "\(input) in (\(all.joined(separator: ", ")))"
    }
  }

  /// Names of columns that may say what sort of thing each row is.
  private static let sortNames = [
    "type", "kind", "event", "entity", "message", "msg", "table", "op", "action",
  ]
  /// A column with more values tells no sorts apart.
  private static let mostSorts = 16

  /// The columns that may say what sort of thing each row is, the likeliest first; none that holds one event's kinds.
  ///
  /// Values that are the events' own names say more than a column's name.
  private func sortColumns(for program: Program) -> [Column] {
    let few = columns.filter { (1...Self.mostSorts).contains($0.texts.count + $0.numbers.count) }
    let named = Self.sortNames.flatMap { name in few.filter { $0.bare == name } }
    let telling = few.filter { tells(eventsOf: program, apart: $0) }
    return (few.filter { $0.namesEvents(of: program) } + named + telling).filter { column in
      (!column.hasNulls || column.namesEvents(of: program)) && !column.isMissing && !column.hasBlobs
        && !program.events.contains { isOfKinds(column, $0, besides: program.events) }
    }
  }

  /// Whether a column of any name has an event's own name as one of a few repeated texts, and none of its kinds'.
  private func tells(eventsOf program: Program, apart column: Column) -> Bool {
    guard column.texts.count > 1, column.numbers.isEmpty, !isNearlyUnique(column) else { return false }
    let texts = Set(column.texts.map(Self.letters))
    let isNamed = program.events.contains { event in
      let names = [event.name.text, Noun.plural(event.name.text)]
      return names.contains { texts.contains(Self.letters($0)) }
        && !event.kinds.contains { texts.contains(Self.letters($0.name.text)) }
    }
    return isNamed
      && !program.events.contains { event in
        event.fields.contains { Self.bare($0.name.text) == column.bare }
      }
  }

  /// Whether most values are kinds of an event, and the others name no other event.
  private func isOfKinds(_ column: Column, _ event: EventType, besides events: [EventType]) -> Bool {
    let kinds = Set(event.kinds.map { Self.letters($0.name.text) })
    let others = events.filter { $0.name.text != event.name.text }.flatMap(Self.names)
    return column.isMostly(event.kinds.map(\.name.text))
      && !column.texts.contains { text in
        !kinds.contains(Self.letters(text)) && others.contains { Self.isCalled(text, like: $0) }
      }
  }

  /// What values may call an event.
  private static func names(_ event: EventType) -> [String] {
    [event.name.text] + event.kinds.map(\.name.text)
  }

  /// The sorts that a column of texts tells apart; none if all rows are of one.
  ///
  /// Rows of a table look alike, so that at least one sort has to be called like an event or a kind.
  func sorts(for program: Program) -> [Sort] {
    let names = program.events.flatMap(Self.names)
    let column = sortColumns(for: program).first { column in
      column.numbers.isEmpty && column.texts.allSatisfy { $0.utf8.count <= 40 && !$0.utf8.contains(0) }
        && (isJSON || column.texts.contains { text in names.contains { Self.isCalled(text, like: $0) } })
    }
    guard let column else { return [] }
    return Dictionary(grouping: column.texts.sorted(), by: Self.spelling).values
      .map { Sort(column: column.name, values: $0) }.sorted { $0.values[0] < $1.values[0] }
  }

  /// The column that may tell sorts apart although none of its values shows it.
  func undecidedSort(for program: Program) -> Column? {
    sortColumns(for: program).first { $0.texts.count + $0.numbers.count > 1 }
  }

  /// What values of one sort share.
  private static func spelling(_ text: String) -> String {
    let letters = letters(text)
    return letters.isEmpty ? text : letters
  }

  private static func isCalled(_ text: String, like name: String) -> Bool {
    likeness(of: bare(text), to: name) >= 60
  }
}

extension TableProfile.Column {
  /// Whether there are several values, and most are names of events.
  func namesEvents(of program: Program) -> Bool {
    texts.count > 1 && isMostly(program.events.map(\.name.text))
  }
}
