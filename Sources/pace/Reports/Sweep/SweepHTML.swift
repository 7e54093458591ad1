import PaceLab

struct SweepHTML: Sendable {
  let text: String
  init(_ view: SweepView) { text = "" }
}
