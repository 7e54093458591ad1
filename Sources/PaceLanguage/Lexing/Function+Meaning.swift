extension Function {
  /// How it is called, as the manual writes it: S a stream, f a field, W a window, E a condition.
  public var form: String {
    switch self {
    case .aggregate(.count): "count(S [, W])"
    case .aggregate(let aggregate): "\(aggregate.rawValue)(S.f [, W])"
    case .latest: "latest(S.f)"
    case .since: "since(S)"
    case .gap: "gap(S)"
    case .fires: "fires(R)"
    case .due: "due(A)"
    case .streak: "streak(days where E [skip E])"
    case .elapsed: "elapsed(A to B)"
    case .pair(.round), .pair(.floor): "\(text)(x, STEP)"
    case .pair: "\(text)(x, y)"
    }
  }

  /// What it gives, in one sentence.
  public var meaning: String {
    switch self {
    case .aggregate(.count): "How many events of S are in the window W."
    case .aggregate(.sum): "The sum of the field f over the events of S in the window W; 0 of none."
    case .aggregate(.min): "The least f of the events of S in the window W; unknown of none."
    case .aggregate(.max): "The greatest f of the events of S in the window W; unknown of none."
    case .aggregate(.avg): "The mean f of the events of S in the window W; unknown of none."
    case .aggregate(.median):
      "The median f of the events of S in the window W, of an even number the mean of the middle two; unknown of none."
    case .latest: "The field f of the newest event of S; unknown before there is one."
    case .since: "The time since the newest event of S, which grows; unknown before there is one."
    case .gap: "The time between the newest event of S and the one before; unknown before there are two."
    case .fires: "Whether the rule R, or a rule that emits the notice kind R, fires for this very event."
    case .due: "Whether the schedule A asks for today."
    case .streak: "Days in a row up to yesterday at whose end E was true; skipped days neither add nor break."
    case .elapsed: "How much of the daily span from A to B has passed today, which grows."
    case .pair(.least): "The lesser of two values; unknown if either is."
    case .pair(.greatest): "The greater of two values; unknown if either is."
    case .pair(.round): "The multiple of STEP nearest to x, halves away from zero."
    case .pair: "The greatest multiple of STEP that is not above x."
    }
  }
}
