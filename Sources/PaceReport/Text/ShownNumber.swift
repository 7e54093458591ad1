/// How figures are written side by side.
enum ShownNumber {
  /// Numbers with as many decimals as the one that needs the most: `0.790` beside `0.805`.
  static func aligned(_ numbers: [String]) -> [String] {
    func decimals(_ number: String) -> Int {
      number.firstIndex(of: ".").map { number[$0...].count - 1 } ?? 0
    }
    let most = numbers.map(decimals).max() ?? 0
    return numbers.map { number in
      let own = decimals(number)
      return number + (own == 0 && most > 0 ? "." : "") + String(repeating: "0", count: most - own)
    }
  }
}
