public import PaceLanguage

/// The members that a line of `export` has besides an event's fields.
public enum LineMembers {
  /// Refuses a field with the name of another member: its line would have two of that name.
  ///
  /// - Throws: A `StoreError` of kind `layout`, which says of the field what `outcome` says.
  public static func check(_ program: Program, _ outcome: String, help: String) throws(StoreError) {
    for event in program.events {
      for field in event.fields.map(\.name.text) where JSONNames.keys.contains(field) {
        throw StoreError(
          .layout,
          "`\(event.name.text).\(field)` \(outcome): a line of `pace export` has something else under that name",
          help: help)
      }
    }
  }
}
