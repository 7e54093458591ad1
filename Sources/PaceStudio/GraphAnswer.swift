import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// The evaluator graph lit by an instant, as `pace graph --at` draws it.
struct GraphAnswer {
  private let moment: Moment
  private let rule: RuleID?

  init(_ moment: Moment, rule: RuleID?) {
    self.moment = moment
    self.rule = rule
  }

  var svg: [UInt8] {
    get throws(Refusal) {
      guard let (account, machine) = moment.outlook.answer else {
        throw Refusal("nothing is known of this instant")
      }
      let program = moment.setting.rules.program
      let lit = GraphMoment(moment.supposed.log, account, machine)
      let graph = GraphModel(program, rule: rule, at: lit)
      do throws(GraphTooLarge) {
        return Array(try GraphSVG.render(graph, GraphWords(program, lit)).utf8)
      } catch {
        throw Refusal(error.message)
      }
    }
  }
}
