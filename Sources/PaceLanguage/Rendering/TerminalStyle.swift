/// The colours of diagnostics on a terminal, or none.
struct TerminalStyle: Sendable {
  enum Tone: Sendable {
    case severity(Severity)
    case help, strong, gutter, removed, added
  }

  var isOn: Bool

  func apply(_ tone: Tone, _ text: String) -> String {
    guard isOn else { return text }
    let code =
      switch tone {
      case .severity(.error): "1;31"
      case .severity(.warning): "1;33"
      case .severity(.note), .help: "1;36"
      case .strong: "1"
      case .gutter: "34"
      case .removed: "31"
      case .added: "32"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
