extension Checker {
  mutating func checkScenarios() {
    disclaimers = text.disclaimers.map(\.text)
  }
}
