/// Gathers the diagnostics of one file; past the limit, one more says that there are too many.
struct Reporter: Sendable {
  /// The most diagnostics of one file that are reported.
  static let limit = 100

  private(set) var diagnostics: [Diagnostic] = []
  /// Whether the limit is exceeded, so that reading on is of no use.
  var isFull: Bool { diagnostics.count > Self.limit }

  /// Adds a diagnostic. One whose edit replaces a wrong dash takes the place of the dash's own diagnostic.
  mutating func report(_ diagnostic: Diagnostic) {
    if !diagnostics.isEmpty, !diagnostic.isOfDash {
      for edit in diagnostic.fix { diagnostics.removeAll { $0.isOfDash && edit.span.holds($0.span) } }
    }
    if diagnostics.count < Self.limit {
      diagnostics.append(diagnostic)
    } else if diagnostics.count == Self.limit {
      diagnostics.append(.tooManyErrors(diagnostic.span, limit: Self.limit))
    }
  }

  /// Marks the edits of syntax errors in a declaration as guesses, unless they add the braces that it lacks.
  ///
  /// - Parameter excess: how many more `{` than `}` it has.
  mutating func doubtEdits(in declaration: SourceSpan, excess: Int) {
    let places = diagnostics.indices.filter {
      diagnostics[$0].isOfSyntax && !diagnostics[$0].fix.isEmpty && declaration.holds(diagnostics[$0].span)
    }
    guard places.reduce(excess, { $0 + diagnostics[$1].bracesAdded }) != 0 else { return }
    for place in places { diagnostics[place].isGuess = true }
  }

  /// Adds to the diagnostic of a stray letter in a column's name that such a name stands in quotes.
  mutating func quote(_ word: SourceSpan, _ text: String) {
    guard let index = diagnostics.firstIndex(where: { $0.isOfStrayCharacter && word.holds($0.span) }) else {
      return
    }
    diagnostics[index].help = "a name with other letters than `a` to `z` stands in quotes: `\"\(text)\"`"
    diagnostics[index].fix = [TextEdit(word, "\"\(text)\"")]
  }

  /// The diagnostics in the order of the text.
  func sorted() -> [Diagnostic] { diagnostics.sorted { $0.span.place } }
}
