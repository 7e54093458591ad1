/// The second and further comparisons of one value, which the grammar doesn't have.
struct ComparisonChain {
  /// Each with the value before it; after `in` it is not clear what is meant.
  var links: [(place: SourceSpan, middle: Expression?)] = []

  /// What is wrong with the chain that `whole` covers; the first diagnostic has the edit that mends it all.
  func problems(in whole: SourceSpan, of source: SourceFile, isNegated: Bool) -> [Diagnostic] {
    if links.count == 1, case .binary(.otherwise, let first, let second) = links[0].middle?.kind,
      !second.isLiteral
    {
      let (low, high) = (whole.before.joined(first.span), second.span.joined(whole.after))
      return [.comparisonsAroundElse(whole, source.text(in: low), source.text(in: high))]
    }
    var edits = links.compactMap { link in
      link.middle.map { TextEdit(link.place.before, "and \(source.text(in: $0.span)) ") }
    }
    if edits.count < links.count { edits = [] }
    if isNegated, !edits.isEmpty {
      edits = [TextEdit(whole.before, "(")] + edits + [TextEdit(whole.after, ")")]
    }
    return links.indices.map {
      .chainedComparison(links[$0].place, isNegated: isNegated, fix: $0 == 0 ? edits : [])
    }
  }
}

extension Expression {
  fileprivate var isLiteral: Bool { if case .literal = kind { true } else { false } }
}
