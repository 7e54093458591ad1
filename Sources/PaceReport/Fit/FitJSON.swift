import PaceEngine
import PaceLab
import PaceLanguage

/// `fit --format json`: one object.
public enum FitJSON {
  public static func bytes(of view: FitView) -> [UInt8] {
    let finding = view.finding
    return JSONWriter.line { object in
      object.params(of: view.grid, view.program)
      object.field("exhaustive", finding.isExhaustive)
      object.field("combinations", view.grid.count)
      object.field("objective", view.result.objective == .f1 ? "f1" : "cost")
      object.object("labels") { labels in
        labels.field("wanted", view.result.wanted)
        labels.field("unwanted", view.result.unwanted)
        labels.field("subjects", view.result.subjects)
        labels.field("few", view.result.hasFewLabels)
      }
      object.object("best") { best in
        best.object("set", finding.recommended, of: view.grid, view.program)
        write(finding.counts, view, to: &best)
      }
      let listed = view.result.listedTies
      object.objects("ties", listed) { $1.object("set", $0, of: view.grid, view.program) }
      object.object("tied") { writeTied(view, listed: listed.count, to: &$0) }
      object.object("recommended") { recommended in
        recommended.object("set", finding.recommended, of: view.grid, view.program)
        recommended.field("near", view.program.presetName(view.result.preset))
      }
      object.objects("presets", view.result.presets) { preset, object in
        object.field("name", view.program.presets[preset.preset.index].name.text)
        write(preset.counts, view, to: &object)
      }
      object.objects("better", view.rivals) { rival, object in
        object.field("name", view.program.presetName(rival.preset))
        object.field("in_force", rival.isInForce)
        write(rival.counts, view, to: &object)
        object.objects("off_grid", rival.offGrid) { value, object in
          object.field("name", value.axis.name)
          object.field("value", view.text(of: value))
          object.field("param", value.axis.words(holding: value.value, view.program))
        }
      }
      object.object("present", of: view.result.present) { write($0, view, to: &$1) }
      writeLeftOut(view, to: &object)
      object.objects("wrong", zip(view.result.mistakes, view.commands)) { pair, object in
        write(pair.0, pair.1, view, to: &object)
      }
      writeOrders(view, to: &object)
    }
  }

  private static func write(_ counts: SweepScore, _ view: FitView, to object: inout JSONWriter) {
    object.field("score", raw: ValueText.number(view.result.objective.score(counts)))
    object.counts(of: counts)
    object.shares(of: counts)
  }

  /// Writes how many points do as well, how many of them `ties` lists, whether all such points are known, and their
  /// ranges.
  private static func writeTied(_ view: FitView, listed: Int, to object: inout JSONWriter) {
    let ties = view.finding.ties
    object.field("count", ties.count)
    object.field("listed", listed)
    object.field("all", view.finding.knowsAllTies)
    object.objects("ranges", ties.boxes) { box, object in
      for (axis, range) in zip(view.grid.axes, box) {
        let ends = [range.lowerBound, range.upperBound].map { axis.text($0, view.program) }
        object.field(axis.name, strings: ends)
      }
    }
  }

  private static func writeLeftOut(_ view: FitView, to object: inout JSONWriter) {
    let finding = view.finding
    guard finding.folds > 0 else { return object.field("left_out", raw: "null") }
    object.object("left_out") { folds in
      folds.field("subjects", finding.folds)
      folds.field("same", finding.same)
      write(finding.leftOut, view, to: &folds)
    }
  }

  private static func write(
    _ mistake: FitMistake, _ command: String?, _ view: FitView, to object: inout JSONWriter
  ) {
    object.field("subject", mistake.subject)
    object.field("from_ms", mistake.label.from.milliseconds)
    object.field("to_ms", mistake.label.to.milliseconds)
    object.field("wanted", mistake.label.isWanted)
    object.field("rule", mistake.label.rule.map { view.program[$0].name.text })
    object.field("at_ms", mistake.notice?.at.milliseconds)
    object.field("explain", command)
  }

  private static func writeOrders(_ view: FitView, to object: inout JSONWriter) {
    guard case .claims(let claims, let preset) = view.orders else {
      return object.field("orders", raw: "null")
    }
    object.object("orders") { orders in
      orders.field("preset", preset)
      orders.objects("claims", claims) { claim, object in
        object.field("claim", FitOrders.text(claim, view.program))
        object.field("verdict", claim.verdict.rawValue)
      }
    }
  }
}
