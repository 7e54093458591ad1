import PaceEngine
import PaceLab
public import PaceLanguage

/// `explain --format text`: one instant as a page for people.
public struct ExplainText: Sendable {
  /// How many lines a screen has.
  private static let screen = 24
  /// The width of a page if none is given, and the widest it gets, because longer lines are hard to read.
  private static let (usual, widest) = (80, 120)

  let program: Program
  let style: Style
  private let width: Int
  private let isFull: Bool
  private let rest: String

  /// - Parameters:
  ///   - width: the columns of the terminal; nil if unknown.
  ///   - isFull: whether every part of every condition is shown; else a page fits one screen.
  ///   - rest: the command or option that shows the parts that a page has no room for.
  public init(program: Program, style: Style, isFull: Bool, rest: String = "`--format json`") {
    self.rest = rest
    self.program = program
    self.style = style
    self.isFull = isFull
    self.width = min(style.width ?? Self.usual, Self.widest)
  }

  /// The page of one instant: the rules in focus in full, and the others in a few lines, or in one each with
  /// `ofAllRules`.
  ///
  /// Each rule in focus has the room of a whole screen, less the `above` lines of the heading.
  public func lines(of explanation: Explanation, ofAllRules: Bool, above: Int = 1) -> [String] {
    let page = ExplainPage(explanation, program, style, width: width, isFull: isFull, rest: rest)
    let others = OthersText(page: page)
    let levels = levels(page)
    if explanation.focus.isEmpty { return quiet(page) + levels + others.table }
    var closest = 0
    var blocks: [[String]] = []
    for account in explanation.account.rules where explanation.focus.contains(account.rule) {
      let block = BlockText(page: page, account: account)
      var lines: [String] = []
      for (index, density) in ExplainDensity.all.enumerated() {
        lines = block.lines(density)
        closest = max(closest, index)
        let tail = ofAllRules ? 0 : others.summary(density.others).count
        if isFull || above + lines.count + levels.count + tail <= Self.screen { break }
      }
      blocks.append(lines)
    }
    let tail = ofAllRules ? others.table : others.summary(ExplainDensity.all[closest].others)
    return Array(blocks.joined(separator: [""])) + levels + tail
  }

  /// The line in place of a rule's head if no rule fired or was held.
  private func quiet(_ page: ExplainPage) -> [String] {
    let head = "nothing said or held back at \(page.time.clock(page.at))   \(page.subject())"
    return Wrapping.lines(head, width: width)
  }

  private func levels(_ page: ExplainPage) -> [String] {
    let parts = zip(program.scales.indices, page.explanation.account.levels).map { index, level in
      let scale = program.scales[index]
      var text = "\(scale.name.text) \(style.bold(scale.levels[level].name))"
      for step in page.explanation.next {
        switch step {
        case .level(ScaleID(index), let to, let instant):
          text += ", \(scale.levels[to].name) from \(page.time.clock(instant, besides: page.at))"
        case .raises(ScaleID(index), let to, let count, let events):
          text += ", \(scale.levels[to].name) after \(count) more \(kinds(events, count: count))"
        default: break
        }
      }
      return text
    }
    return page.labelled("levels", Wrapping.flow(parts, width: page.room), indent: 0)
      + page.labelled("free", Wrapping.flow(free(page), width: page.room), indent: 0)
  }

  /// `entries, calls or pauses`; of many, only the first.
  private func kinds(_ events: [LoggedKind], count: Int) -> String {
    let names = events.map { event in
      let name = event.noun(in: program)
      return count == 1 ? name : Noun.plural(name)
    }
    let most = 6
    if names.count <= most + 1 { return Noun.either(names) }
    return Noun.either(names.prefix(most) + ["\(names.count - most) other kinds"])
  }

  private func free(_ page: ExplainPage) -> [String] {
    page.explanation.next.compactMap { step in
      guard case .free(let logged, let instant, let end) = step else { return nil }
      let name = logged.supposedName(in: program)
      if instant == page.at { return "one more \(name) now would bring no notice" }
      let subject = Noun.words(program.noun)
      let past =
        end.map { ", past the end of the \(subject) at \(page.time.clock($0, besides: page.at))" } ?? ""
      let clock = page.time.clock(instant, besides: page.at)
      return "one more \(name) would first bring no notice at \(clock)\(past)"
    }
  }
}
