package import PaceLanguage

/// Values of rows and subjects as they are shown.
package enum KeptValue {
  /// As the rules write it; texts without quotes.
  package static func text(_ value: Constant, _ type: ValueType, _ program: Program) -> String {
    switch value {
    case .text(let text): text.printable
    case .value(let value): program.text(of: value, type: type)
    }
  }
}
