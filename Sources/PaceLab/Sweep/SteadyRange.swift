import PaceEngine
import PaceLanguage

/// Over which values of a parameter a finished run stays exactly the same.
///
/// The value of the run itself is always inside.
func steadyRange(of evaluator: Evaluator, around value: Int64) -> ClosedRange<Int64> {
  value...value
}
