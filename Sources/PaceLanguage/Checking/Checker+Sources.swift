extension Checker {
  mutating func checkSources() {}
}
